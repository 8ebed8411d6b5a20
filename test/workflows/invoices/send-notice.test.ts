import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkflowHandle } from '@temporalio/client'
import { Worker } from '@temporalio/worker'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { changeInvoiceSettings } from '../../../src/activities/clients/change-invoice-settings.ts'
import { createActivities } from '../../../src/activities/registry.ts'
import { outboxFolder } from '../../../src/ports/mail/outbox-folder.ts'
import { smtp } from '../../../src/ports/mail/smtp.ts'
import { dataConverter } from '../../../src/ports/temporal/connect.ts'
import { activated } from '../../factoring/ground.ts'
import { mailServer, type MailServer } from '../../support/mail-server.ts'
import { readMail } from '../../support/mime.ts'
import {
  debtorAddress,
  noticesOf,
  soldClaim,
  startNotice,
  type Sold,
} from '../../support/notices.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const from = 'Factor AB <no-reply@factor.example>'

let at: World
let tenant: TestTenant
let temporal: Engine
let server: MailServer
let folder: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  temporal = await engine({ keys: at.keys, activities: createActivities(at.runtime) })
  folder = await mkdtemp(join(tmpdir(), 'receivables-mail-'))
  await tenant.api.post('/reason-code', { code: 'FRAUD', type: 'DISPUTE', name: 'Not delivered' })
})
beforeEach(async () => {
  await server?.close()
  server = await mailServer()
  at.runtime.mail = smtp(server.url, from)
})
afterAll(async () => {
  await temporal.close()
  await server.close()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

const start = ({ noticeId }: Sold) => startNotice(temporal, tenant, noticeId)
const read = async (id: string) => (await tenant.api.get(`/documents/${id}`)).body
const eventsOf = async (id: string) => {
  const rows = await at.owner(
    `select name from event where subject_id = $1 and type = 'DISTRIBUTION' order by id`,
    [id],
  )
  return rows.map(({ name }) => name)
}
const errandOf = async (id: string) =>
  (await tenant.api.get(`/errands/system?subjectId=${id}&type=DISTRIBUTION`)).body.data[0]
const perform = (id: string, action: string) =>
  tenant.api.put(`/errands/system/${id}/perform`, { action })
const recourse = (invoiceId: string) =>
  tenant.api.put(`/invoice-refinancing/${invoiceId}/use-recourse`, { reasonCode: 'FRAUD' })
const startsOf = ({ noticeId }: Sold) =>
  at.owner(`select 1 from outbox where kind = 'start' and workflow_id = $1`, [
    `send-notice/${tenant.id}/${noticeId}`,
  ])
const tries = (n: number) => expect.poll(() => server.tries).toBe(n)
const failed = { distributionStatus: 'FAILED', channel: null, recipient: null, sentAt: null }

describe('a notice of assignment', () => {
  test('is mailed with its file, and that is recorded, told and shown', async () => {
    at.runtime.mail = outboxFolder(folder, from, () => undefined)
    const sold = await soldClaim(at, tenant)
    expect(await startsOf(sold)).toHaveLength(1)
    expect(await read(sold.noticeId)).toMatchObject({ distributionStatus: 'QUEUED', sentAt: null })
    const handle = await start(sold)
    expect(await handle.result()).toBe('SENT')
    const document = await read(sold.noticeId)
    expect(document).toMatchObject({
      status: 'STORED',
      distributionStatus: 'SENT',
      channel: 'EMAIL',
      recipient: debtorAddress,
    })
    expect(Date.parse(document.sentAt)).toBeGreaterThan(at.clock.now.getTime())
    expect(await readdir(folder)).toEqual([`${sold.noticeId}.eml`])
    const mail = readMail(await readFile(join(folder, `${sold.noticeId}.eml`), 'utf8'))
    expect(mail.headers).toMatchObject({
      to: debtorAddress,
      'message-id': `<${sold.noticeId}@factor.example>`,
    })
    const { invoiceNumber } = (await tenant.api.get(`/invoices/${sold.invoiceId}`)).body
    expect(mail.headers['subject']).toContain(`faktura ${invoiceNumber} från Client`)
    expect(mail.text).toContain('har överlåtit sin fordran')
    const [file] = mail.attachments
    expect(file).toMatchObject({ filename: document.filename, mimeType: 'application/pdf' })
    expect(file!.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(createHash('sha256').update(file!.bytes).digest('hex')).toBe(document.sha256)
    expect(await eventsOf(sold.noticeId)).toEqual(['sent'])
    const [change] = await at.owner(
      `select workflow_id, changes from changelog where entity_id = $1 order by id desc limit 1`,
      [sold.noticeId],
    )
    expect(change?.['workflow_id']).toBe(handle.workflowId)
    expect(JSON.stringify(change?.['changes'])).toContain(debtorAddress)
    const found = await tenant.api.get('/documents?distributionStatus=SENT')
    expect(found.body.data.map(({ id }: { id: string }) => id)).toContain(sold.noticeId)
  })

  test('that is started again is not mailed again', async () => {
    const sold = await soldClaim(at, tenant)
    expect(await (await start(sold)).result()).toBe('SENT')
    expect(await (await start(sold)).result()).toBe('SENT')
    expect(server.taken).toHaveLength(1)
    expect(await eventsOf(sold.noticeId)).toEqual(['sent'])
  })

  test('is mailed a second time under the same id where a crash came before its record', async () => {
    await at.owner(`create function crash() returns trigger language plpgsql as $$
      begin raise exception 'the process dies'; end $$`)
    await at.owner(`create trigger crash before update on document for each row
      when (new.distribution_status = 'SENT') execute function crash()`)
    const sold = await soldClaim(at, tenant)
    const handle = await start(sold)
    await expect.poll(() => server.taken.length).toBe(1)
    expect(await read(sold.noticeId)).toMatchObject({ distributionStatus: 'QUEUED' })
    await at.owner('drop trigger crash on document')
    await at.owner('drop function crash()')
    await temporal.advance(handle, minuteMs)
    expect(await handle.result()).toBe('SENT')
    const ids = server.taken.map((raw) => readMail(raw).headers['message-id'])
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids)).toEqual(new Set([`<${sold.noticeId}@factor.example>`]))
    expect(await eventsOf(sold.noticeId)).toEqual(['sent'])
  })

  test('goes to a debtor who was blocked since, who has to know whom to pay', async () => {
    const identificationNumber = '559913-0019'
    const sold = await soldClaim(at, tenant, { email: debtorAddress, identificationNumber })
    const { status } = await tenant.api.post('/debtor-blocked', { identificationNumber })
    expect(status).toBe(201)
    expect(await (await start(sold)).result()).toBe('SENT')
  })

  test('replays from its own history', async () => {
    server.answers = { to: '452 full' }
    const handle = await start(await soldClaim(at, tenant))
    await tries(1)
    server.answers = {}
    await temporal.advance(handle, hourMs)
    await handle.result()
    await Worker.runReplayHistory(
      {
        workflowBundle: { codePath: inject('temporal').codePath },
        dataConverter: dataConverter(at.keys),
      },
      await handle.fetchHistory(),
      handle.workflowId,
    )
  })
})

describe('where no mail server takes it, a notice', () => {
  const waiting = async (handle: WorkflowHandle) => {
    await tries(1)
    const timed = async () =>
      (await handle.fetchHistory()).events?.some((event) => event.timerStartedEventAttributes)
    await expect.poll(timed).toBe(true)
  }

  test('waits ever longer and is mailed when one does, as of then', async () => {
    server.answers = { to: '451 later' }
    const sold = await soldClaim(at, tenant)
    const begun = Date.now()
    const handle = await start(sold)
    await waiting(handle)
    await temporal.advance(handle, minuteMs / 2)
    await tries(1)
    await temporal.advance(handle, minuteMs)
    await tries(2)
    expect(await read(sold.noticeId)).toMatchObject({ distributionStatus: 'QUEUED' })
    server.answers = {}
    await temporal.advance(handle, 10 * minuteMs)
    expect(await handle.result()).toBe('SENT')
    expect(server.taken).toHaveLength(1)
    const { sentAt } = await read(sold.noticeId)
    expect(Date.parse(sentAt)).toBeGreaterThanOrEqual(begun + 3 * minuteMs)
    expect(await errandOf(sold.noticeId)).toBeUndefined()
  })

  test('is left to a person after a day and not before', async () => {
    server.answers = { from: '421 closed' }
    const sold = await soldClaim(at, tenant)
    const handle = await start(sold)
    await waiting(handle)
    await temporal.advance(handle, 23 * hourMs)
    expect(await read(sold.noticeId)).toMatchObject({ distributionStatus: 'QUEUED' })
    await temporal.advance(handle, 2 * hourMs)
    expect(await handle.result()).toBe('FAILED')
    expect(await read(sold.noticeId)).toMatchObject(failed)
    const errand = await errandOf(sold.noticeId)
    expect(errand).toMatchObject({ status: 'OPEN', data: { code: 'MAIL_UNAVAILABLE' } })
  })

  test('is cancelled at once when its claim goes back to the client meanwhile', async () => {
    server.answers = { to: '451 later' }
    const sold = await soldClaim(at, tenant)
    const handle = await start(sold)
    await waiting(handle)
    expect((await recourse(sold.invoiceId)).status).toBe(200)
    expect(await read(sold.noticeId)).toMatchObject({ distributionStatus: 'CANCELLED' })
    const told = await at.owner(
      `select signal from outbox where kind = 'signal' and workflow_id = $1`,
      [handle.workflowId],
    )
    expect(told).toEqual([{ signal: 'closed' }])
    server.answers = {}
    await handle.signal('closed')
    expect(await handle.result()).toBe('CANCELLED')
    expect(server.taken).toEqual([])
    expect(await eventsOf(sold.noticeId)).toEqual(['cancelled'])
  })
})

describe('a notice that cannot be sent is left to a person,', () => {
  test('as where its address is refused for good; tried again, it is sent', async () => {
    server.answers = { to: '550 no such user' }
    const sold = await soldClaim(at, tenant)
    expect(await (await start(sold)).result()).toBe('FAILED')
    expect(server.tries).toBe(1)
    expect(await read(sold.noticeId)).toMatchObject(failed)
    const errand = await errandOf(sold.noticeId)
    expect(errand).toMatchObject({
      status: 'OPEN',
      severity: 'HIGH',
      clientId: sold.clientId,
      data: { code: 'MAIL_REFUSED', invoiceId: sold.invoiceId },
      suggestion: { action: 'RETRY_SENDING' },
    })
    expect(errand.data.message).toContain('550 no such user')
    expect((await tenant.api.put(`/errands/system/${errand.id}/close`)).body.code).toBe(
      'ERRAND_CAUSE_REMAINS',
    )
    server.answers = {}
    expect((await perform(errand.id, 'RETRY_SENDING')).body.status).toBe('IN_PROGRESS')
    expect(await startsOf(sold)).toHaveLength(2)
    expect((await perform(errand.id, 'RETRY_SENDING')).body.code).toBe('DISTRIBUTION_NOT_FAILED')
    expect(await (await start(sold)).result()).toBe('SENT')
    expect(await errandOf(sold.noticeId)).toMatchObject({ status: 'RESOLVED' })
    expect(await eventsOf(sold.noticeId)).toEqual(['failed', 'sent'])
  })

  test('as where the debtor has no address; a person who sent it says so, once', async () => {
    const sold = await soldClaim(at, tenant, {})
    expect(await (await start(sold)).result()).toBe('FAILED')
    const errand = await errandOf(sold.noticeId)
    expect(errand).toMatchObject({ data: { code: 'DEBTOR_EMAIL_MISSING' } })
    expect((await perform(errand.id, 'MARK_AS_SENT')).body.status).toBe('RESOLVED')
    const document = await read(sold.noticeId)
    expect(document).toMatchObject({ distributionStatus: 'SENT', channel: 'BY_HAND' })
    expect(document).toMatchObject({ recipient: null, sentAt: at.clock.now.toISOString() })
    expect(await eventsOf(sold.noticeId)).toEqual(['failed', 'sent'])
    expect((await perform(errand.id, 'MARK_AS_SENT')).body.code).toBe('ERRAND_NOT_OPEN')
    expect((await tenant.api.put(`/errands/system/${errand.id}/close`)).status).toBe(200)
    expect(server.tries).toBe(0)
  })

  test('as where the client sends by letter, which the platform does not do', async () => {
    const sold = await soldClaim(at, tenant)
    await tenant.work((unit) =>
      changeInvoiceSettings(unit, sold.clientId, { defaultChannel: 'LETTER' }),
    )
    expect(await (await start(sold)).result()).toBe('FAILED')
    const errand = await errandOf(sold.noticeId)
    expect(errand).toMatchObject({ data: { code: 'CHANNEL_NOT_BUILT' } })
    expect(errand.data.message).toContain('LETTER')
    expect(server.tries).toBe(0)
  })

  test('as where somebody changed its file in the store', async () => {
    const sold = await soldClaim(at, tenant)
    expect((await tenant.api.put(`/documents/${sold.noticeId}/generate`)).status).toBe(200)
    const [stored] = await at.owner('select storage_key from document where id = $1', [
      sold.noticeId,
    ])
    await at.runtime.documents.put(String(stored?.['storage_key']), Buffer.from('%PDF-pay me'))
    expect(await (await start(sold)).result()).toBe('FAILED')
    expect(await errandOf(sold.noticeId)).toMatchObject({ data: { code: 'DOCUMENT_FILE_DIFFERS' } })
    const file = await tenant.api.get(`/documents/${sold.noticeId}/file`)
    expect(file).toMatchObject({ status: 409, body: { code: 'DOCUMENT_FILE_DIFFERS' } })
    expect(server.tries).toBe(0)
  })
})

describe('nobody is told of what is no longer so:', () => {
  const asDebtor = async ({ invoiceId, clientId }: Sold) => {
    const { debtorId } = (await tenant.api.get(`/invoices/${invoiceId}`)).body
    return tenant.holding(['SearchDocument'], { debtorId, clientId, kind: 'DEBTOR' })
  }
  const seenBy = async (sold: Sold) => {
    const filters = { invoiceId: sold.invoiceId, type: 'NOTICE_OF_ASSIGNMENT' }
    const { body } = await (await asDebtor(sold)).post('/documents/search', { filters })
    return body.data.map((row: Record<string, unknown>) => [row['id'], row['distributionStatus']])
  }

  test('of a claim that was sold twice the debtor gets one notice of the sale that holds', async () => {
    const sold = await soldClaim(at, tenant)
    expect(await seenBy(sold)).toEqual([[sold.noticeId, null]])
    expect((await recourse(sold.invoiceId)).status).toBe(200)
    expect(await seenBy(sold)).toEqual([])
    const { body } = await tenant.api.put(`/factoring-decisions/${sold.invoiceId}/factoring`, {})
    for (const move of [
      { status: 'READY_FOR_DECISION' },
      { status: 'DECIDED', financeDecision: 'APPROVED' },
    ]) {
      await tenant.api.put(`/factoring-decisions/${body.id}/move`, move)
    }
    const [first, second, ...more] = await noticesOf(at, sold.invoiceId)
    expect([first, more]).toEqual([sold.noticeId, []])
    const runs = [start(sold), start({ ...sold, noticeId: second! })]
    const results = await Promise.all(runs.map(async (run) => (await run).result()))
    expect(results).toEqual(['CANCELLED', 'SENT'])
    expect(server.taken).toHaveLength(1)
    expect(await seenBy(sold)).toEqual([[second, 'SENT']])
  })

  test('a claim that was credited in full meanwhile', async () => {
    const sold = await soldClaim(at, tenant)
    const { debtor } = (await tenant.api.get(`/invoices/${sold.invoiceId}`)).body
    const creditId = await activated(at, tenant, sold.clientId, { debtor, type: 'CREDIT_INVOICE' })
    const links = { creditId, debits: [{ id: sold.invoiceId }] }
    expect((await tenant.api.put('/invoices/link-multiple', links)).status).toBe(200)
    expect(await (await start(sold)).result()).toBe('CANCELLED')
    expect(server.tries).toBe(0)
  })

  test('a claim that went back to its client while the errand waited', async () => {
    const sold = await soldClaim(at, tenant, {})
    expect(await (await start(sold)).result()).toBe('FAILED')
    expect((await recourse(sold.invoiceId)).status).toBe(200)
    expect(await read(sold.noticeId)).toMatchObject({ distributionStatus: 'CANCELLED' })
    expect(await errandOf(sold.noticeId)).toMatchObject({ status: 'RESOLVED' })
  })
})
