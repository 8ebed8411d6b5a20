import { describe, expect, test } from 'vitest'
import { sieTextOf } from '../../src/activities/bookkeeping/sie-file.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { readSie } from '../../src/domain/bookkeeping/sie-reader.ts'
import { activated, asked, financedClient } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant, type Api } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const path = '/bookkeeping-files'

/** The task that was asked for, worked off; what became of its files. */
async function done(taskId: string) {
  const task = { runtime: at.runtime, tenantId: tenant.id, entityId: taskId, workflowId: 'test' }
  for (let n = 0; n < 20; n++) {
    const progress = await workOffTask({ ...task, now: at.clock.now })
    if (!progress.open) return progress
  }
  throw new Error('the task does not end')
}

async function generated(body: object, by: Api = tenant.api, how = 'generate') {
  const { status, body: task } = await by.put(`${path}/${how}`, body)
  expect([status, task.code]).toEqual([202, null])
  return done(task.id)
}

const filesOf = async (clientId: string) =>
  (await tenant.api.get(`${path}?clientId=${clientId}`)).body.data
const bytesOf = async (documentId: string) => {
  const url = `/documents/${documentId}/file`
  const headers = { Authorization: `Bearer ${tenant.api.token}` }
  return Buffer.from(await (await at.app.request(url, { headers })).arrayBuffer())
}
const vouchersOf = async (clientId: string) =>
  (await tenant.api.get(`/vouchers?clientId=${clientId}&sort=number`)).body.data

/** A client with two vouchers of 1,250.00 each. */
async function trading() {
  const clientId = await clientIn(tenant)
  const ids = [await activatedInvoice(tenant, clientId), await activatedInvoice(tenant, clientId)]
  return { clientId, ids }
}

describe('a file', () => {
  test('has what waits of a client and series, and its vouchers are in no other', async () => {
    const { clientId } = await trading()
    const other = await trading()
    expect(await generated({ clientIds: [clientId] })).toMatchObject({ failed: 0, processed: 1 })
    const [file, ...more] = await filesOf(clientId)
    expect(more).toEqual([])
    expect(file).toMatchObject({
      ownerType: 'CLIENT',
      clientId,
      kind: 'VOUCHERS',
      format: 'SIE4I',
      status: 'GENERATED',
      currency: 'SEK',
      voucherCount: 2,
      debitTotal: '2500.00',
      exportedAt: null,
      exportChannel: null,
    })
    const sie = readSie(sieTextOf(await bytesOf(file.documentId)))
    const vouchers = await vouchersOf(clientId)
    expect(sie.vouchers.map(({ number }) => number)).toEqual(
      vouchers.map(({ number }: { number: number }) => String(number)),
    )
    for (const voucher of vouchers) {
      expect(voucher).toMatchObject({ status: 'EXPORTED', fileId: file.documentId })
      const taken = await tenant.api.put(`/vouchers/${voucher.id}/external/export`, {})
      expect(taken.body.code).toBe('VOUCHER_ALREADY_EXPORTED')
    }
    expect(await filesOf(other.clientId)).toEqual([])
    expect(await generated({ clientIds: [clientId] })).toMatchObject({ processed: 0 })
    await activatedInvoice(tenant, clientId)
    await generated({ clientIds: [clientId] })
    const counts = (await filesOf(clientId)).map(
      (each: { voucherCount: number }) => each.voucherCount,
    )
    expect(counts.toSorted()).toEqual([1, 2])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('ends with the day that is asked for; what a connector has is not in it', async () => {
    const { clientId } = await trading()
    await generated({ clientIds: [clientId], toDate: '2020-01-01' })
    expect(await filesOf(clientId)).toEqual([])
    const [first] = await vouchersOf(clientId)
    await tenant.api.put(`/vouchers/${first.id}/external/export`, {})
    await generated({ clientIds: [clientId] })
    expect(await filesOf(clientId)).toMatchObject([{ voucherCount: 1 }])
  })

  test('of two generations at once, each voucher is in one', async () => {
    const { clientId } = await trading()
    const ask = async () =>
      (await tenant.api.put(`${path}/generate`, { clientIds: [clientId] })).body
    const task = await ask()
    expect((await ask()).code).toBe('TASK_RUNNING')
    await Promise.all([done(task.id), done(task.id).catch(() => undefined)])
    const files = await filesOf(clientId)
    expect(files).toMatchObject([{ voucherCount: 2 }])
  })

  test('comes in the format that is asked for, with the same lines', async () => {
    const [csv, json] = [await trading(), await trading()]
    await generated({ clientIds: [csv.clientId], format: 'CSV' })
    await generated({ clientIds: [json.clientId], format: 'JSON' })
    const [[table], [document]] = [await filesOf(csv.clientId), await filesOf(json.clientId)]
    const lines = (await bytesOf(table.documentId)).toString().split('\r\n')
    expect(lines[0]).toBe(
      '\ufeffSeries;Number;Date;Voucher text;Account;Cost centre;Project;Debit;Credit;Currency;Text',
    )
    expect(lines.filter((line) => line.includes(';1510;'))).toHaveLength(2)
    expect(lines.find((line) => line.includes(';1510;'))).toContain(';1250.00;0.00;SEK;')
    const { vouchers, currency } = JSON.parse((await bytesOf(document.documentId)).toString())
    expect([vouchers.length, currency]).toEqual([2, 'SEK'])
    const sum = vouchers[0].postings.reduce(
      (n: number, { amount }: { amount: string }) => n + Number(amount),
      0,
    )
    expect(sum).toBe(0)
  })
})

async function exported() {
  const { clientId } = await trading()
  await generated({ clientIds: [clientId] })
  const [file] = await filesOf(clientId)
  return { clientId, id: String(file.id), documentId: String(file.documentId) }
}
const read = async (id: string) => (await tenant.api.get(`${path}/${id}`)).body

describe('its way into the other system', () => {
  test('it is exported once and again, made anew, and acknowledged with its last voucher', async () => {
    const { clientId, id, documentId } = await exported()
    const answer = await tenant.api.put(`${path}/${id}/export`, {})
    expect(answer.body).toMatchObject({ status: 'EXPORTED', exportChannel: 'DOWNLOAD' })
    expect(answer.body.file).toMatchObject({ mimeType: 'text/plain' })
    expect((await tenant.api.put(`${path}/${id}/export`, {})).status).toBe(200)
    const anew = await tenant.api.put(`${path}/${id}/generate`, { format: 'CSV' })
    expect(anew.body).toMatchObject({ status: 'GENERATED', format: 'CSV', documentId })
    expect((await bytesOf(documentId)).toString()).toContain('Voucher text')
    const [first, second] = await vouchersOf(clientId)
    const bookkeep = (voucher: { id: string }) =>
      tenant.api.put(`/vouchers/${voucher.id}/external/bookkeep`, { externalId: voucher.id })
    expect((await bookkeep(first)).status).toBe(200)
    expect((await read(id)).status).toBe('GENERATED')
    await bookkeep(second)
    expect((await read(id)).status).toBe('ACKNOWLEDGED')
    for (const verb of ['export', 'generate']) {
      const refused = await tenant.api.put(`${path}/${id}/${verb}`, {})
      expect([refused.status, refused.body.code]).toEqual([409, 'BOOKKEEPING_FILE_ACKNOWLEDGED'])
    }
    const told = await at.owner(
      `select name from event where subject_id = $1 and type = 'BOOKKEEPING_FILE' order by id`,
      [id],
    )
    expect(told.map(({ name }) => name)).toEqual(['created', 'exported', 'updated', 'acknowledged'])
  })

  test('a voucher that is refused fails it, also where a connector reports many', async () => {
    const { clientId, id } = await exported()
    const voucherIds = (await vouchersOf(clientId)).map((each: { id: string }) => each.id)
    const report = { status: 'EXTERNAL_FAILED', error: 'No such account' }
    const body = { eventId: 'evt-files', voucherIds, ...report }
    const { status } = await tenant.api.post('/events/sync-voucher-complete', body)
    expect(status).toBeLessThan(300)
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: 'No such account' })
  })
})

const outside = (id: string, verb: string, body: object = {}) =>
  tenant.api.put(`/vouchers/${id}/external/${verb}`, body)
const numbersIn = async (documentId: string) =>
  readSie(sieTextOf(await bytesOf(documentId))).vouchers.map(({ number }) => number)

describe('a voucher that failed', () => {
  test('one that failed is sent again once: in the next file, and in no other', async () => {
    const { clientId, id, documentId } = await exported()
    await tenant.api.put(`${path}/${id}/export`, {})
    const [first, second] = await vouchersOf(clientId)
    await outside(first.id, 'fail', { error: 'No such account' })
    expect((await outside(first.id, 'resend')).body).toMatchObject({
      status: 'EXPORTED',
      fileId: null,
    })
    expect(await read(id)).toMatchObject({ status: 'EXPORTED', error: null })
    const refused = await tenant.api.put(`${path}/${id}/export`, {})
    expect([refused.status, refused.body.code]).toEqual([409, 'BOOKKEEPING_FILE_OUTDATED'])
    await generated({ clientIds: [clientId] })
    const next = (await filesOf(clientId)).find((file: { id: string }) => file.id !== id)
    expect(await numbersIn(next.documentId)).toEqual([String(first.number)])
    const taken = await outside(first.id, 'export')
    expect(taken.body.code).toBe('VOUCHER_ALREADY_EXPORTED')
    expect((await tenant.api.put(`${path}/${id}/generate`, {})).body).toMatchObject({
      status: 'GENERATED',
      voucherCount: 1,
      debitTotal: '1250.00',
    })
    expect(await numbersIn(documentId)).toEqual([String(second.number)])
    await outside(second.id, 'bookkeep', { externalId: 'X2' })
    expect((await read(id)).status).toBe('ACKNOWLEDGED')
    expect((await read(next.id)).status).toBe('GENERATED')
    await outside(first.id, 'bookkeep', { externalId: 'X1' })
    expect((await read(next.id)).status).toBe('ACKNOWLEDGED')
  })

  test('one that failed goes again by itself, as a file of its own', async () => {
    const { clientId } = await exported()
    const [{ id }] = await vouchersOf(clientId)
    const sent = async () => {
      const { status, body } = await tenant.api.put(`/vouchers/${id}/export`)
      expect(status).toBe(200)
      await outside(id, 'fail', { error: 'No' })
      return body.file.documentId
    }
    await outside(id, 'fail', { error: 'No' })
    await outside(id, 'resend')
    const one = await sent()
    await outside(id, 'resend')
    expect(await sent()).not.toBe(one)
  })

  test('a file that failed is made anew with what failed, whose errands end', async () => {
    const { clientId, id, documentId } = await exported()
    const [first, second] = await vouchersOf(clientId)
    await outside(second.id, 'bookkeep', { externalId: 'X2' })
    await outside(first.id, 'fail', { error: 'No such account' })
    expect((await tenant.api.put(`${path}/${id}/generate`, {})).body.status).toBe('GENERATED')
    expect(await numbersIn(documentId)).toEqual([String(first.number)])
    const errands = await at.owner('select status from system_errand where subject_id = $1', [
      first.id,
    ])
    expect(errands).toEqual([{ status: 'RESOLVED' }])
    expect((await outside(first.id, 'bookkeep', { externalId: 'X1' })).status).toBe(200)
    expect((await read(id)).status).toBe('ACKNOWLEDGED')
  })
})

describe('a voucher that was corrected by hand, booked or refused', () => {
  test('what support says of one outlasts its reversal: it is not in the file that is made anew', async () => {
    const { clientId, ids } = await trading()
    await generated({ clientIds: [clientId] })
    const [file] = await filesOf(clientId)
    const [first, second] = await vouchersOf(clientId)
    await outside(first.id, 'status', { status: 'EXTERNAL_BOOKED' })
    const [booked] = await at.owner(
      `select id_text(id) as id from financial_event where tenant_id = $1 and claim_id = $2`,
      [tenant.id, ids[0]],
    )
    const reversal = `/invoices/events/financial/${String(booked?.['id'])}/reverse`
    expect((await tenant.api.put(reversal, {})).status).toBe(200)
    expect((await tenant.api.get(`/vouchers/${first.id}`)).body).toMatchObject({
      status: 'REVERSED',
      external: { id: 'BY_HAND' },
    })
    const anew = await tenant.api.put(`${path}/${file.id}/generate`, {})
    expect([anew.status, anew.body.voucherCount]).toEqual([200, 1])
    expect(await numbersIn(file.documentId)).toEqual([String(second.number)])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('a file is not handed out with what is booked already or was refused', async () => {
    for (const [verb, sent] of [
      ['bookkeep', { externalId: 'X1' }],
      ['fail', { error: 'No such account' }],
    ] as const) {
      const { clientId, id, documentId } = await exported()
      const [first, second] = await vouchersOf(clientId)
      await outside(first.id, verb, sent)
      const refused = await tenant.api.put(`${path}/${id}/export`, {})
      expect([verb, refused.status, refused.body.code]).toEqual([
        verb,
        409,
        'BOOKKEEPING_FILE_OUTDATED',
      ])
      expect((await tenant.api.put(`${path}/${id}/generate`, {})).status).toBe(200)
      expect((await tenant.api.put(`${path}/${id}/export`, {})).status).toBe(200)
      const left = verb === 'fail' ? [first, second] : [second]
      expect(await numbersIn(documentId)).toEqual(left.map(({ number }) => String(number)))
    }
  })

  test('the file follows what support says of its vouchers, and those go nowhere again', async () => {
    const { clientId, id } = await exported()
    const [first, second] = await vouchersOf(clientId)
    await outside(first.id, 'status', { status: 'EXTERNAL_FAILED', externalError: 'By phone' })
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: 'By phone' })
    await outside(first.id, 'status', { status: 'EXTERNAL_BOOKED' })
    await outside(second.id, 'status', { status: 'EXTERNAL_BOOKED' })
    expect((await read(id)).status).toBe('ACKNOWLEDGED')
    const said = (await trading()).clientId
    const [third, fourth] = await vouchersOf(said)
    await outside(third.id, 'status', { status: 'EXPORTED' })
    await generated({ clientIds: [said] })
    const [file] = await filesOf(said)
    expect(await numbersIn(file.documentId)).toEqual([String(fourth.number)])
    expect((await outside(third.id, 'export')).body.code).toBe('VOUCHER_ALREADY_EXPORTED')
    await outside(fourth.id, 'status', { status: 'BOOKED' })
    expect((await read(file.id)).status).toBe('GENERATED')
    await generated({ clientIds: [said] })
    expect(await filesOf(said)).toHaveLength(2)
  })
})

describe('whose it is', () => {
  test('the tenant’s own book has files of its own, which no client sees', async () => {
    const clientId = await financedClient(tenant)
    await asked(at, tenant, await activated(at, tenant, clientId))
    await generated({}, tenant.api, 'internal/generate')
    const own = (await tenant.api.get(path)).body.data.filter(
      (file: { ownerType: string }) => file.ownerType === 'TENANT',
    )
    expect(own.length).toBeGreaterThan(0)
    expect(await filesOf(clientId)).toEqual([])
    const [{ id }] = own
    expect((await tenant.api.put(`${path}/${id}/generate`, {})).status).toBe(404)
    const again = await tenant.api.put(`${path}/internal/${id}/generate`, {})
    expect(again.body).toMatchObject({ id, voucherCount: own[0].voucherCount })
    expect((await tenant.api.put(`${path}/${id}/export`, {})).status).toBe(200)
    const bound = await tenant.holding(['ReadBookkeepingFile', 'ExportBookkeepingFile'], {
      clientId,
    })
    expect((await bound.get(`${path}/${id}`)).status).toBe(404)
    expect((await bound.put(`${path}/${id}/export`, {})).status).toBe(404)
    const making = await tenant.holding(['GenerateInternalBookkeepingFile'], { clientId })
    expect((await making.put(`${path}/internal/${id}/generate`, {})).status).toBe(404)
  })

  test('a client’s caller makes files of its own book alone', async () => {
    const [{ clientId }, other] = [await trading(), await trading()]
    const bound = await tenant.holding(['GenerateBookkeepingFile'], { clientId })
    const foreign = await bound.put(`${path}/generate`, { clientIds: [other.clientId] })
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([404, '/clientIds/0'])
    await generated({}, bound)
    expect(await filesOf(clientId)).toMatchObject([{ voucherCount: 2 }])
    expect(await filesOf(other.clientId)).toEqual([])
  })
})
