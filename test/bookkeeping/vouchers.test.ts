import { describe, expect, it } from 'vitest'
import {
  bookedClient,
  bookIn,
  draft,
  financedFacts,
  manualVoucher,
  worldWithClient,
} from '../support/booked-client.ts'
import type { Answered } from '../support/world.ts'
import { newId } from '../../src/kernel/write/ids.ts'

const { at, tenant, client } = await worldWithClient()

const manual = (more: object = {}) => manualVoucher(client.id, more)

const voucherOf = async (eventId: string, ownerType = 'CLIENT') =>
  (await tenant.api.get(`/vouchers?financialEventId=${eventId}&ownerType=${ownerType}`)).body
    .data[0]

it('stands in a series of its own, and can be read with its postings', async () => {
  const made = await tenant.api.post('/vouchers', manual())
  expect(made).toMatchObject({
    status: 201,
    body: {
      ownerType: 'CLIENT',
      clientId: client.id,
      series: 'M',
      number: 1,
      rule: 'MANUAL',
      sourceId: 'Rent',
      total: '1000.00',
      status: 'BOOKED',
    },
  })
  const read = await tenant.api.get(`/vouchers/${made.body.id}`)
  expect(read.body.postings).toMatchObject([
    { accountNumber: '6069', debit: '800.00', credit: '0.00', costCentre: 'Norr "A"', line: 1 },
    { accountNumber: '2641', debit: '200.00', credit: '0.00', role: 'VAT_IN' },
    { accountNumber: '1930', debit: '0.00', credit: '1000.00' },
  ])
  const { id } = read.body.postings[0]
  expect((await tenant.api.get(`/voucher-postings/${id}`)).body).toEqual(read.body.postings[0])
  const found = await tenant.api.post('/voucher-postings/search', {
    filters: { voucherId: made.body.id },
    sort: ['accountNumber'],
  })
  expect(found.body.data.map((row: { accountNumber: string }) => row.accountNumber)).toEqual([
    '1930',
    '2641',
    '6069',
  ])
  expect(
    await at.owner(`select type, name from event where subject_id = $1`, [made.body.id]),
  ).toEqual([{ type: 'VOUCHER', name: 'created' }])
})

it('is found by its series and its number', async () => {
  const own = await bookedClient(tenant)
  const made = [manual({ clientId: own.id }), manual({ clientId: own.id })]
  const [first, second] = [
    (await tenant.api.post('/vouchers', made[0])).body,
    (await tenant.api.post('/vouchers', made[1])).body,
  ]
  const [event] = await bookIn(tenant, draft(own.id))
  const sale = await voucherOf(event!.id)
  const idsOf = ({ body }: Answered) => body.data.map(({ id }: { id: string }) => id)
  const listed = (query: string) => tenant.api.get(`/vouchers?clientId=${own.id}&${query}`)
  expect(idsOf(await listed('series=M&number=2'))).toEqual([second.id])
  expect(idsOf(await listed('series=M&sort=-number'))).toEqual([second.id, first.id])
  expect(idsOf(await listed(`number=1&series=M&series=${sale.series}`)).toSorted()).toEqual(
    [first.id, sale.id].toSorted(),
  )
  const filters = { clientId: own.id, series: 'M', number: { from: 2 } }
  expect(idsOf(await tenant.api.post('/vouchers/search', { filters }))).toEqual([second.id])
  for (const number of ['', '0', '1.5', 'M', '2147483648']) {
    expect((await listed(`number=${number}`)).status, number).toBe(400)
  }
  const text = { filters: { number: '2' } }
  expect((await tenant.api.post('/vouchers/search', text)).status).toBe(400)
})

it('is of a day on which somebody may have booked', async () => {
  const made = await tenant.api.post('/vouchers', manual())
  for (const date of ['0000-01-01', '0206-11-20', '9999-12-31']) {
    const refused = { status: 400, body: { errors: [{ pointer: '/date' }] } }
    expect(await tenant.api.post('/vouchers', manual({ date }))).toMatchObject(refused)
    const path = `/vouchers/${made.body.id}/reverse`
    expect(await tenant.api.put(path, { reason: 'Slip', date })).toMatchObject(refused)
  }
})

it.each([
  [
    '/postings',
    [
      { accountNumber: '6069', debit: '1' },
      { accountNumber: '1930', credit: '2' },
    ],
  ],
  ['/postings/0', [{ accountNumber: '6069' }, { accountNumber: '1930', credit: '2' }]],
  [
    '/postings/1',
    [
      { accountNumber: '6069', debit: '1' },
      { accountNumber: '1930', credit: '0' },
    ],
  ],
  [
    '/postings/0',
    [
      { accountNumber: '6069', debit: '1.001' },
      { accountNumber: '1930', credit: '1' },
    ],
  ],
])('is refused with its fault at %s', async (pointer, postings) => {
  const { status, body } = await tenant.api.post('/vouchers', manual({ postings }))
  expect(status).toBe(400)
  expect(body.errors[0].pointer).toBe(pointer)
})

it('does not touch what financial events keep, nor accounts that are not there', async () => {
  const on = (accountNumber: string) =>
    tenant.api.post(
      '/vouchers',
      manual({
        postings: [
          { accountNumber, debit: '1' },
          { accountNumber: '1930', credit: '1' },
        ],
      }),
    )
  expect(await on('1684')).toMatchObject({ status: 409, body: { code: 'CONTROL_ACCOUNT' } })
  expect(await on('9999')).toMatchObject({ status: 409, body: { code: 'ACCOUNT_MISSING' } })
})

it('is reversed by its mirror, once', async () => {
  const { body } = await tenant.api.post('/vouchers', manual())
  const reversed = await tenant.api.put(`/vouchers/${body.id}/reverse`, { reason: 'Twice' })
  expect(reversed).toMatchObject({
    status: 200,
    body: { reversesId: body.id, date: '2026-11-20', text: 'Twice', series: 'M', rule: 'P31' },
  })
  expect((await tenant.api.get(`/vouchers/${body.id}`)).body).toMatchObject({
    status: 'REVERSED',
    reversedById: reversed.body.id,
  })
  expect(await tenant.api.put(`/vouchers/${body.id}/reverse`, { reason: 'x' })).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_REVERSED' },
  })
  expect(
    await tenant.api.put(`/vouchers/${reversed.body.id}/reverse`, { reason: 'x' }),
  ).toMatchObject({ status: 409, body: { code: 'REVERSAL_FINAL' } })
})

it('is reversed by one of eight who ask at once, and exported as one file', async () => {
  const { body } = await tenant.api.post('/vouchers', manual())
  const eight = (act: string, sent?: object) =>
    Promise.all(
      Array.from({ length: 8 }, () => tenant.api.put(`/vouchers/${body.id}/${act}`, sent)),
    )
  const files = await eight('export')
  const others = files.filter(({ status }) => status !== 200)
  // On a busy machine some wait for the voucher as long as anybody may, and are told to repeat.
  expect(others.filter(({ status }) => status !== 503)).toEqual([])
  files.push(await tenant.api.put(`/vouchers/${body.id}/export`))
  const made = files.filter((answer) => !others.includes(answer))
  expect(new Set(made.map(({ body: { file } }) => file.documentId)).size).toBe(1)
  const reversals = await eight('reverse', { reason: 'Twice' })
  expect(
    reversals.map(({ status, body: { code } }) => `${status} ${code ?? ''}`).toSorted(),
  ).toEqual(['200 ', ...Array.from({ length: 7 }, () => '409 ALREADY_REVERSED')])
})

it('is read as a file by who reads vouchers, and not by who reads documents alone', async () => {
  const { body } = await tenant.api.post('/vouchers', manual())
  const exported = await tenant.api.put(`/vouchers/${body.id}/export`)
  const path = `/documents/${exported.body.file.documentId}/file`
  const [alone, both] = [
    await tenant.holding(['ReadDocument']),
    await tenant.holding(['ReadDocument', 'ReadVoucher']),
  ]
  const refused = await alone.get(path)
  expect([refused.status, refused.body.code]).toEqual([403, 'ACCESS_DENIED'])
  expect((await both.get(path)).status).toBe(200)
})

it('is reversed on no day before its own', async () => {
  const { body } = await tenant.api.post('/vouchers', manual())
  const reverse = (date: string) =>
    tenant.api.put(`/vouchers/${body.id}/reverse`, { reason: 'x', date })
  expect(await reverse('2026-11-19')).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/date', code: 'BEFORE_ORIGINAL' }] },
  })
  expect(await reverse('2026-11-21')).toMatchObject({ status: 200, body: { date: '2026-11-21' } })
})

it('is in a currency that is in use', async () => {
  expect(await tenant.api.post('/vouchers', manual({ currency: 'XXX' }))).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/currency', code: 'INVALID_VALUE' }] },
  })
})

it('of a financial event is reversed with that event, never by itself', async () => {
  const [sale, bought] = await bookIn(
    tenant,
    draft(client.id),
    draft(client.id, { type: 'FINANCED', amount: 0n, facts: financedFacts() }),
  )
  const ofSale = await voucherOf(sale!.id)
  const ofBuying = await voucherOf(bought!.id, 'TENANT')
  for (const { id } of [ofSale, ofBuying]) {
    const refused = { status: 409, body: { code: 'VOUCHER_OF_EVENT' } }
    expect(await tenant.api.put(`/vouchers/${id}/reverse`, { reason: 'x' })).toMatchObject(refused)
    expect((await tenant.api.get(`/vouchers/${id}`)).body.status).toBe('BOOKED')
  }
})

describe('what was booked about one thing', () => {
  it('is summarized by account', async () => {
    const sourceId = newId('Payout')
    await bookIn(
      tenant,
      draft(client.id, {
        type: 'PAYMENT',
        amount: 0n,
        facts: { variant: 'RECEIVED', amount: '12345' },
        sourceType: 'PAYMENT_BATCH',
        sourceId,
      }),
    )
    const { body } = await tenant.api.get(`/vouchers/summary/tenant/payment-batch/${sourceId}`)
    expect(body.accounts).toMatchObject([
      { accountNumber: '1940', debit: '123.45', credit: '0.00', balance: '123.45' },
      { accountNumber: '2891', debit: '0.00', credit: '123.45', balance: '-123.45' },
    ])
    for (const path of ['tenant/payment-batch/PB2', 'nobody/invoice/I1', 'tenant/nothing/I1']) {
      expect((await tenant.api.get(`/vouchers/summary/${path}`)).status, path).toBe(404)
    }
  })
})

describe('a locked period', () => {
  it('moves on for whoever may, and back where two people ask for the same', async () => {
    const own = await bookedClient(tenant)
    const path = '/vouchers/settings/locked-period'
    const clerk = await tenant.holding([
      'UpdateVoucherSettingsLockedPeriod',
      'ReadVoucherSettingsLockedPeriod',
    ])
    expect((await clerk.get(`${path}?clientId=${own.id}`)).body).toMatchObject({
      lockedUntil: null,
      version: null,
    })
    const lock = (by: typeof clerk, lockedUntil: string | null) =>
      by.put(path, { clientId: own.id, lockedUntil })
    expect(await lock(clerk, '2026-10-31')).toMatchObject({ status: 200 })
    expect(
      await tenant.api.post('/vouchers', manual({ clientId: own.id, date: '2026-10-31' })),
    ).toMatchObject({ status: 409, body: { code: 'PERIOD_LOCKED' } })
    const asked = await lock(clerk, '2026-09-30')
    expect(asked).toMatchObject({ status: 202, body: { confirmationRequired: true } })
    expect((await clerk.get(`${path}?clientId=${own.id}`)).body.lockedUntil).toBe('2026-10-31')
    expect(await lock(clerk, '2026-09-30')).toMatchObject({
      status: 409,
      body: { code: 'SAME_APPROVER', existingId: asked.body.internalRequestId },
    })
    expect(await lock(tenant.api, '2026-09-30')).toMatchObject({
      status: 200,
      body: { lockedUntil: '2026-09-30' },
    })
    const [decided] = await at.owner(
      'select status, decided_by from internal_request where id = $1',
      [asked.body.internalRequestId],
    )
    expect(decided).toMatchObject({ status: 'APPROVED', decided_by: expect.any(String) })
    expect(await lock(clerk, '2026-11-30')).toMatchObject({ status: 200, body: { version: 3 } })
    expect(await lock(tenant.api, null)).toMatchObject({ status: 202 })
    expect(await lock(clerk, '2026-10-01')).toMatchObject({ status: 202 })
    expect(await lock(clerk, null)).toMatchObject({ status: 200, body: { lockedUntil: null } })
    expect((await tenant.api.get(path)).body).toMatchObject({ ownerType: 'TENANT' })
    expect(
      await at.owner(
        `select changes->'lockedUntil' as moved from changelog
         where entity = 'LockedPeriod' and client_id = $1 order by id`,
        [own.id],
      ),
    ).toHaveLength(4)
  })
})

describe('a client’s own caller', () => {
  it('sees and writes its own book alone', async () => {
    const own = await bookedClient(tenant)
    await bookIn(
      tenant,
      draft(own.id, { type: 'FINANCED', amount: 0n, facts: financedFacts() }),
      draft(client.id),
    )
    const caller = await tenant.holding(
      [
        'ReadVouchers',
        'CreateVouchers',
        'ReadVouchersExternalExportVouchers',
        'ReadVoucherPostings',
      ],
      { kind: 'CLIENT', clientId: own.id },
    )
    const listed = (await caller.get('/vouchers')).body.data
    expect(listed).toMatchObject([{ ownerType: 'CLIENT', clientId: own.id }])
    const { clientId: _, ...body } = manual()
    expect(await caller.post('/vouchers', body)).toMatchObject({
      status: 201,
      body: { clientId: own.id },
    })
    expect(await caller.post('/vouchers', manual())).toMatchObject({ status: 400 })
    const waiting = (await caller.get('/vouchers/external/export/vouchers')).body.data
    expect(new Set(waiting.map((one: { clientId: string }) => one.clientId))).toEqual(
      new Set([own.id]),
    )
  })
})
