import { expect, it } from 'vitest'
import { sieTextOf } from '../../src/activities/bookkeeping/sie-file.ts'
import { readSie } from '../../src/domain/bookkeeping/sie-reader.ts'
import { bookIn, draft, manualVoucher, paid, worldWithClient } from '../support/booked-client.ts'

const { at, tenant, client } = await worldWithClient()

const manual = (more: object = {}) => manualVoucher(client.id, more)

const made = async () => (await tenant.api.post('/vouchers', manual())).body.id as string
const queue = async () => {
  const seen: string[] = []
  let cursor = ''
  for (let pages = 0; pages < 50; pages++) {
    const { body } = await tenant.api.get(`/vouchers/external/export/vouchers?limit=3${cursor}`)
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    if (!body.hasMore) break
    cursor = `&cursor=${body.nextCursor}`
  }
  return seen
}

it('goes from the queue to a connector, fails, is sent again, and arrives', async () => {
  const id = await made()
  expect(await queue()).toContain(id)
  const put = (path: string, body?: object) => tenant.api.put(`/vouchers/${id}/${path}`, body)
  expect(await put('external/bookkeep', { externalId: 'X1' })).toMatchObject({
    status: 409,
    body: { code: 'VOUCHER_NOT_EXPORTED' },
  })
  expect(await put('external/export', { system: 'FORTNOX' })).toMatchObject({
    status: 200,
    body: { status: 'EXPORTED', external: { system: 'FORTNOX', attempts: 1 } },
  })
  expect(await queue()).not.toContain(id)
  expect(await put('external/export', {})).toMatchObject({
    body: { code: 'VOUCHER_ALREADY_EXPORTED' },
  })
  expect(await put('external/resend')).toMatchObject({ body: { code: 'VOUCHER_NOT_FAILED' } })
  expect(await put('external/fail', { error: 'No such account' })).toMatchObject({
    status: 200,
    body: { status: 'EXTERNAL_FAILED', external: { error: 'No such account' } },
  })
  const errand = () => at.owner('select status from system_errand where subject_id = $1', [id])
  expect(await errand()).toEqual([{ status: 'OPEN' }])
  expect(await put('external/resend')).toMatchObject({
    status: 200,
    body: { status: 'EXPORTED' },
  })
  expect(await errand()).toEqual([{ status: 'RESOLVED' }])
  expect(await queue()).toContain(id)
  await put('external/export', { system: 'FORTNOX' })
  expect(await put('external/bookkeep', { externalId: 'X1' })).toMatchObject({
    status: 200,
    body: { status: 'EXTERNAL_BOOKED', external: { id: 'X1', attempts: 2, error: null } },
  })
  expect(await put('external/bookkeep', { externalId: 'X1' })).toMatchObject({ status: 200 })
  expect(await put('external/bookkeep', { externalId: 'X2' })).toMatchObject({
    body: { code: 'VOUCHER_NOT_EXPORTED' },
  })
  expect(await put('external/status', { status: 'BOOKED' })).toMatchObject({
    status: 200,
    body: { status: 'BOOKED', external: { system: null, id: null } },
  })
  expect(await queue()).toContain(id)
  const names = await at.owner(
    `select name from event where subject_id = $1 and type = 'VOUCHER' order by id`,
    [id],
  )
  expect(names.map(({ name }) => name)).toEqual([
    'created',
    'exported',
    'failed',
    'exported',
    'sent',
    'externallyBooked',
    'updated',
  ])
})

it('sends its event again', async () => {
  const id = await made()
  expect(await tenant.api.post(`/vouchers/${id}/webhook-export`)).toMatchObject({ status: 202 })
  expect(
    await at.owner(`select name from event where subject_id = $1 order by id desc limit 1`, [id]),
  ).toEqual([{ name: 'sent' }])
})

it('goes out although it is reversed, since its mirror does', async () => {
  const id = await made()
  const mirror = (await tenant.api.put(`/vouchers/${id}/reverse`, { reason: 'x' })).body.id
  expect(await queue()).toEqual(expect.arrayContaining([id, mirror]))
  expect(
    await tenant.api.put(`/vouchers/${id}/external/status`, { status: 'BOOKED' }),
  ).toMatchObject({ status: 409, body: { code: 'ALREADY_REVERSED' } })
  await tenant.api.put(`/vouchers/${id}/external/export`, {})
  expect(
    await tenant.api.put(`/vouchers/${id}/external/bookkeep`, { externalId: 'X9' }),
  ).toMatchObject({ status: 200, body: { status: 'REVERSED', external: { id: 'X9' } } })
})

it('has payments in a queue of their own', async () => {
  const [, event] = await bookIn(
    tenant,
    ...paid(draft(client.id, { type: 'PAYMENT', amount: -100n }), 'SERVICED', '100'),
  )
  const { body } = await tenant.api.get(`/vouchers/external/export/payments?clientId=${client.id}`)
  expect(body.data).toMatchObject([
    {
      financialEventId: event!.id,
      rule: 'P3',
      postings: [{ debit: '1.00' }, { credit: '1.00' }],
    },
  ])
})

it('leaves as a SIE file that reads back, the same however often it is asked for', async () => {
  const id = await made()
  const exported = await tenant.api.put(`/vouchers/${id}/export`)
  expect(exported).toMatchObject({
    status: 200,
    body: { status: 'EXPORTED', external: { system: 'SIE_FILE' } },
  })
  const again = await tenant.api.put(`/vouchers/${id}/export`)
  expect(again.body.file).toEqual(exported.body.file)
  const [document] = await at.owner('select * from document where id = $1', [
    exported.body.file.documentId,
  ])
  const bytes = await at.runtime.documents.get(String(document!['storage_key']))
  const file = readSie(sieTextOf(bytes!))
  expect(file.company.name).toBe('Aktiebolaget Åström & "Söner"')
  expect(file.vouchers).toMatchObject([
    {
      series: 'M',
      date: '2026-11-20',
      text: 'Hyra november',
      postings: [
        { account: '6069', amount: 80_000n, objects: [{ dimension: '1', object: 'Norr "A"' }] },
        { account: '2641', amount: 20_000n, objects: [] },
        { account: '1930', amount: -100_000n, objects: [] },
      ],
    },
  ])
  const taken = await made()
  await tenant.api.put(`/vouchers/${taken}/external/export`, {})
  expect(await tenant.api.put(`/vouchers/${taken}/export`)).toMatchObject({
    status: 409,
    body: { code: 'VOUCHER_ALREADY_EXPORTED' },
  })
})
