import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createActivities } from '../../../src/activities/registry.ts'
import { smtp } from '../../../src/ports/mail/smtp.ts'
import { cutInTwo, password, sftpServer, type SftpServer } from '../../payments/feeds.ts'
import { mailServer, type MailServer } from '../../support/mail-server.ts'
import { readMail } from '../../support/mime.ts'
import {
  bytesOf,
  exported,
  fileFor,
  signingKey,
  startDelivery,
  type MadeFile,
} from '../../support/deliveries.ts'
import { engine, type Engine } from '../../support/temporal.ts'
import { tenantIn, world, type TestTenant, type World } from '../../support/world.ts'
import { authority, receiver, type Receiver } from '../../webhooks/receiver.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let at: World
let tenant: TestTenant
let temporal: Engine
let mails: MailServer
let books: Receiver
let server: SftpServer
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'receivables-deliveries-'))
  await mkdir(join(root, 'in'))
  server = await sftpServer(root)
  books = await receiver()
  at = await world({
    sftpHosts: new Set([`127.0.0.1:${server.port}`]),
    poster: { allowedHosts: new Set([books.host]), ca: authority },
  })
  tenant = await tenantIn(at)
  temporal = await engine({ keys: at.keys, activities: createActivities(at.runtime) })
})
beforeEach(async () => {
  await mails?.close()
  mails = await mailServer()
  at.runtime.mail = smtp(mails.url, 'Factor AB <no-reply@factor.example>')
  server.manner = 'good'
  books.answer(200)
  books.arrived.length = 0
})
afterAll(async () => {
  await temporal.close()
  await at.close()
  await mails.close()
  await books.close()
  await server.close()
  await rm(root, { recursive: true })
})

const byMail = { method: 'EMAIL', receiver: { email: 'books@nordlund.example' } }
const byWebhook = () => ({
  method: 'WEBHOOK',
  receiver: { url: books.url, credentials: { signingKey } },
})
const bySftp = (more: object = {}) => ({
  method: 'SFTP',
  receiver: {
    host: '127.0.0.1',
    port: server.port,
    folder: '/in',
    username: 'nordlund',
    hostKey: server.hostKey,
    credentials: { password },
    ...more,
  },
})
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const started = (deliveryId: string) => startDelivery(temporal, tenant, deliveryId)
const delivered = async (file: MadeFile) => {
  const { deliveryId } = await exported(tenant, file.id)
  return { deliveryId, result: await (await started(deliveryId)).result() }
}
const read = async (id: string) => (await tenant.api.get(`/bookkeeping-deliveries/${id}`)).body
const fileRead = async ({ id }: MadeFile) => (await tenant.api.get(`/bookkeeping-files/${id}`)).body
const attemptsOf = async (deliveryId: string) =>
  (await tenant.api.get(`/bookkeeping-deliveries/attempts?deliveryId=${deliveryId}&sort=id`)).body
    .data
const errandOf = async (subjectId: string) =>
  (await tenant.api.get(`/errands/system?subjectId=${subjectId}&type=VOUCHER`)).body.data[0]

describe('a file goes by the method of its book', () => {
  test('by mail, once, with its bytes', async () => {
    const file = await fileFor(at, tenant, byMail)
    const asked = await exported(tenant, file.id)
    expect(asked.body).toMatchObject({ status: 'GENERATED', delivery: { status: 'QUEUED' } })
    expect((await exported(tenant, file.id)).deliveryId).toBe(asked.deliveryId)
    expect(await (await started(asked.deliveryId)).result()).toBe('SENT')
    expect(mails.taken).toHaveLength(1)
    const mail = readMail(mails.taken[0]!)
    expect(mail.headers['message-id']).toContain(asked.deliveryId)
    const { bytes } = mail.attachments[0]!
    expect(sumOf(bytes)).toBe(sumOf(await bytesOf(at, tenant, file.documentId)))
    expect(await fileRead(file)).toMatchObject({ status: 'EXPORTED', exportChannel: 'EMAIL' })
    expect(await read(asked.deliveryId)).toMatchObject({
      status: 'SENT',
      attempts: 1,
      recipient: 'books@nordlund.example',
      error: null,
    })
    expect(await attemptsOf(asked.deliveryId)).toMatchObject([{ number: 1, outcome: 'TAKEN' }])
    expect((await exported(tenant, file.id)).body.code).toBe('BOOKKEEPING_FILE_DELIVERED')
    expect(await (await started(asked.deliveryId)).result()).toBe('SENT')
    expect(mails.taken).toHaveLength(1)
    const again = await exported(tenant, file.id, { again: true })
    expect(again.deliveryId).not.toBe(asked.deliveryId)
    expect(await (await started(again.deliveryId)).result()).toBe('SENT')
    expect(mails.taken).toHaveLength(2)
  })

  test('by webhook, signed, and by SFTP, whole under a name of its own', async () => {
    const sheet = await fileFor(at, tenant, { ...byWebhook(), format: 'XLSX' })
    const { deliveryId, result } = await delivered(sheet)
    expect(result).toBe('SENT')
    const [arrived] = books.arrived
    new Webhook(signingKey).verify(arrived!.body, arrived!.headers)
    const body = JSON.parse(arrived!.body)
    expect(body).toMatchObject({ deliveryId, fileId: sheet.id, voucherCount: 2, format: 'XLSX' })
    const bytes = await bytesOf(at, tenant, sheet.documentId)
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(sumOf(Buffer.from(body.file.content, 'base64'))).toBe(sumOf(bytes))
    expect(body.file.sha256).toBe(sumOf(bytes))
    expect(await fileRead(sheet)).toMatchObject({ exportChannel: 'WEBHOOK' })

    const file = await fileFor(at, tenant, bySftp())
    const put = await delivered(file)
    expect(put.result).toBe('SENT')
    const [name, ...others] = (await readdir(join(root, 'in'))).filter((each) =>
      each.includes(file.id),
    )
    expect(others).toEqual([])
    const there = await readFile(join(root, 'in', name!))
    expect(sumOf(there)).toBe(sumOf(await bytesOf(at, tenant, file.documentId)))
    expect(await fileRead(file)).toMatchObject({ exportChannel: 'SFTP' })
    const again = await exported(tenant, file.id, { again: true })
    expect(await (await started(again.deliveryId)).result()).toBe('SENT')
    expect((await readdir(join(root, 'in'))).filter((each) => each.includes(file.id))).toEqual([
      name,
    ])
  })

  test('of the tenant’s own book by the tenant’s, and of one without a receiver by none', async () => {
    const file = await fileFor(at, tenant, byMail)
    const { data } = (await tenant.api.get(`/bookkeeping-receivers?clientId=${file.clientId}`)).body
    await tenant.api.put(`/bookkeeping-receivers/${data[0].id}`, { active: false })
    expect((await exported(tenant, file.id)).body.code).toBe('BOOKKEEPING_RECEIVER_MISSING')
    const own = await tenant.api.post('/bookkeeping-receivers', {
      method: 'EMAIL',
      email: 'books@factor.example',
    })
    expect(own.body).toMatchObject({ ownerType: 'TENANT', clientId: null })
    await tenant.api.put('/system-setting/internalFiles.exportMethod', { value: 'EMAIL_SIE' })
    await at.owner(
      `update bookkeeping_file set owner_type = 'TENANT', client_id = null, owner_id = $2
       where id = $1`,
      [file.id, tenant.id],
    )
    await at.owner(
      `update voucher set owner_type = 'TENANT', client_id = null, owner_id = $2
       where client_id = $1`,
      [file.clientId, tenant.id],
    )
    expect((await delivered(file)).result).toBe('SENT')
    expect(mails.recipients.join()).toContain('books@factor.example')
  })
})

describe('a receiver that does not take it', () => {
  test('is asked again ever later, each try is written down, and it is delivered once', async () => {
    books.answer(503)
    const file = await fileFor(at, tenant, byWebhook())
    const { deliveryId } = await exported(tenant, file.id)
    const handle = await started(deliveryId)
    await expect.poll(() => books.arrived.length).toBe(1)
    await temporal.advance(handle, 61_000)
    await expect.poll(() => books.arrived.length).toBe(2)
    books.answer(204)
    await temporal.advance(handle, 125_000)
    expect(await handle.result()).toBe('SENT')
    const error = 'The receiver answered 503'
    expect(await attemptsOf(deliveryId)).toMatchObject([
      { number: 1, outcome: 'AWAY', error },
      { number: 2, outcome: 'AWAY', error },
      { number: 3, outcome: 'TAKEN', error: null },
    ])
    const ids = books.arrived.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(new Set([deliveryId]))
    expect(new Set(books.arrived.map(({ body }) => body)).size).toBe(1)
  })

  test('for a day leaves an errand, by which it is tried again', async () => {
    const file = await fileFor(at, tenant, bySftp({ port: server.port }))
    server.manner = 'lying'
    const { deliveryId } = await exported(tenant, file.id)
    const handle = await started(deliveryId)
    await expect.poll(async () => (await read(deliveryId)).error).toContain('less than was sent')
    await temporal.advance(handle, 26 * hourMs)
    expect(await handle.result()).toBe('FAILED')
    const errand = await errandOf(deliveryId)
    expect(errand).toMatchObject({ status: 'OPEN', suggestion: { action: 'RETRY_DELIVERY' } })
    expect(errand.title).toContain('RECEIVER_UNAVAILABLE')
    server.manner = 'good'
    const action = { action: 'RETRY_DELIVERY' }
    expect((await tenant.api.put(`/errands/system/${errand.id}/perform`, action)).status).toBe(200)
    expect(await (await started(deliveryId)).result()).toBe('SENT')
    expect((await errandOf(deliveryId)).status).toBe('RESOLVED')
    const retry = await tenant.api.put(`/bookkeeping-deliveries/${deliveryId}/retry`, {})
    expect(retry.body.code).toBe('BOOKKEEPING_DELIVERY_STATUS')
  })

  test.each([
    ['refuses it', 'WEBHOOK', 'The receiver answered 400'],
    ['sends it elsewhere', 'ELSEWHERE', 'The receiver answered 302'],
    ['has no such mailbox', 'EMAIL', '550'],
    ['lets nobody write', 'SFTP', 'does not let us write'],
    ['has another key', 'OTHER_KEY', 'another key'],
    ['does not know us', 'OTHER_PASSWORD', 'authentication methods failed'],
    ['has another file of that name', 'TAKEN', 'Another file of this name'],
  ])('and %s for good fails at once', async (_, how, why) => {
    books.answer(how === 'ELSEWHERE' ? 302 : 400)
    mails.answers.to = '550 no such user'
    server.manner = how === 'SFTP' ? 'closed' : 'good'
    const otherKey = how === 'OTHER_KEY' ? { hostKey: `SHA256:${'a'.repeat(43)}` } : {}
    const wrong = how === 'OTHER_PASSWORD' ? { credentials: { password: 'wrong' } } : {}
    const ways = new Map<string, { method: string; receiver: object }>([
      ['WEBHOOK', byWebhook()],
      ['ELSEWHERE', byWebhook()],
      ['EMAIL', byMail],
    ])
    const way = ways.get(how) ?? bySftp({ ...otherKey, ...wrong })
    const file = await fileFor(at, tenant, way)
    if (how === 'TAKEN') {
      const { body } = await tenant.api.get(`/documents/${file.documentId}`)
      const name = body.filename.replaceAll(/[^\w.-]+/g, '_')
      const place = `${file.id}-${body.sha256.slice(0, 8)}-${name}`
      await writeFile(join(root, 'in', place), 'another')
    }
    const { deliveryId, result } = await delivered(file)
    expect(result).toBe('FAILED')
    expect((await read(deliveryId)).error).toContain(why)
    expect(await attemptsOf(deliveryId)).toMatchObject([{ outcome: 'REFUSED' }])
    expect((await errandOf(deliveryId)).status).toBe('OPEN')
    expect((await fileRead(file)).status).toBe('GENERATED')
  })
})

describe('words of a receiver that are cut in the middle of a sign', () => {
  test('leave the process going on while it is away', async () => {
    const file = await fileFor(at, tenant, bySftp())
    server.manner = 'wordy'
    const { deliveryId } = await exported(tenant, file.id)
    const handle = await started(deliveryId)
    await expect.poll(async () => (await read(deliveryId)).error).toContain('xxx')
    server.manner = 'good'
    await temporal.advance(handle, hourMs)
    expect(await handle.result()).toBe('SENT')
  })

  test('are in the errand of what is refused for good', async () => {
    const file = await fileFor(at, tenant, byMail)
    const ours = 'The mail server refuses it: 550 '
    mails.answers.to = `550 ${cutInTwo(ours.length)}`
    const { deliveryId, result } = await delivered(file)
    expect(result).toBe('FAILED')
    expect((await errandOf(deliveryId)).data.message).toMatch(/^The mail server refuses it: 550 x+/)
  })
})

describe('what happens in between', () => {
  test('a file that was booked, or made of others anew, is not delivered any more', async () => {
    const file = await fileFor(at, tenant, byMail)
    const { deliveryId } = await exported(tenant, file.id)
    await at.owner(`update bookkeeping_file set status = 'ACKNOWLEDGED' where id = $1`, [file.id])
    expect(await (await started(deliveryId)).result()).toBe('CANCELLED')
    const other = await fileFor(at, tenant, byMail)
    const second = await exported(tenant, other.id)
    await tenant.api.put(`/bookkeeping-files/${other.id}/generate`, { format: 'XLSX' })
    expect(await (await started(second.deliveryId)).result()).toBe('CANCELLED')
    expect(mails.taken).toEqual([])
  })

  test('a process that dies after the file was taken sends the same once more, under the same id', async () => {
    await at.owner(`create function crash() returns trigger language plpgsql as $$
      begin raise exception 'the process dies'; end $$`)
    await at.owner(`create trigger crash before update on bookkeeping_delivery for each row
      when (new.status = 'SENT') execute function crash()`)
    const file = await fileFor(at, tenant, bySftp())
    const { deliveryId } = await exported(tenant, file.id)
    const handle = await started(deliveryId)
    const tries = async () => (await attemptsOf(deliveryId)).length
    await expect.poll(tries, { timeout: 20_000 }).toBeGreaterThan(1)
    const isThere = async () => (await readdir(join(root, 'in'))).some((n) => n.includes(file.id))
    await expect.poll(isThere).toBe(true)
    await at.owner('drop trigger crash on bookkeeping_delivery')
    await at.owner('drop function crash()')
    await temporal.advance(handle, hourMs)
    expect(await handle.result()).toBe('SENT')
    const outcomes = (await attemptsOf(deliveryId)).map((one: { outcome: string }) => one.outcome)
    expect(outcomes[0]).toBe('UNANSWERED')
    expect(outcomes.at(-1)).toBe('TAKEN')
    expect((await readdir(join(root, 'in'))).filter((n) => n.includes(file.id))).toHaveLength(1)
  })
})
