import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimJobPage } from '../../src/activities/system/jobs/claim-job-page.ts'
import { planJob } from '../../src/activities/system/jobs/plan-job.ts'
import { runJobForTenant } from '../../src/activities/system/jobs/run-job-for-tenant.ts'
import { dayIn } from '../../src/domain/dates.ts'
import type { Runtime } from '../../src/kernel/write/runtime.ts'
import { bankFeedPorts } from '../../src/ports/banks/feeds/bank-feed-ports.ts'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { errandsOf } from '../support/jobs.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { keyIn, password, rsaKey, sftpServer, type SftpServer } from './feeds.ts'
import { camt } from './files.ts'
import { bankOf } from './imported.ts'

let root: string
let server: SftpServer
let at: World
let tenant: TestTenant
let bank: ReturnType<typeof bankOf>
let runtime: Runtime
// In the morning, so that all of it is of one day, when the job has begun.
let now = (Math.ceil(Date.now() / 86_400_000) * 24 + 8) * 3_600_000

const job = 'payments.fetch'
const timeZone = 'Europe/Stockholm'
const privateKey = rsaKey()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'receivables-feeds-'))
  await mkdir(join(root, 'server', 'out'), { recursive: true })
  server = await sftpServer(join(root, 'server'), { keys: [keyIn(privateKey)] })
  const allowedHosts = new Set([`127.0.0.1:${server.port}`])
  at = await world({ sftpHosts: allowedHosts })
  runtime = { ...at.runtime, bankFeeds: bankFeedPorts(root, { allowedHosts }) }
})
beforeEach(async () => {
  tenant = await tenantIn(at)
  bank = bankOf(at, tenant)
})
afterAll(async () => {
  await at.close()
  await server.close()
  await rm(root, { recursive: true })
})

const inFolder = { name: 'Statements', kind: 'FOLDER', folder: 'statements' }
const onServer = () => ({
  name: 'SEB',
  kind: 'SFTP',
  folder: '/out',
  host: '127.0.0.1',
  port: server.port,
  username: 'nordlund',
  hostKey: server.hostKey,
  credentials: { password },
})
const made = async (feed: object) => {
  const { body, status } = await tenant.api.post('/bank-feeds', feed)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return String(body.id)
}
const folderOf = () => join(root, tenant.id, 'statements')

async function dropped(folder: string, name: string, bytes: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), bytes)
  const written = new Date(Date.now() - 300_000)
  await utimes(join(folder, name), written, written)
}

/** A quarter of an hour later, as the workflow of the job does it; what it starts as well. */
async function fetched(within: Runtime = runtime): Promise<Record<string, unknown> | undefined> {
  now += 15 * 60_000
  const asOfDate = dayIn(timeZone, new Date(now))
  const work = { runtime: within, now: new Date(now), workflowId: 'run-job/test', job } as const
  await claimJobPage({ ...work, timeZone, asOfDate, after: '', scheduledAt: now })
  await runJobForTenant({ ...work, tenantId: tenant.id, asOfDate })
  await bank.settled()
  const [run] = await at.owner(
    `select status, counts, error from job_run
     where tenant_id = $1 and job = $2 and as_of_date = $3`,
    [tenant.id, job, asOfDate],
  )
  return run
}

const files = async () =>
  (await tenant.api.get('/payment-files')).body.data.map(
    ({ filename, status, entryCount }: Record<string, unknown>) => [filename, status, entryCount],
  )
const statement = (ref: string, reference?: string) =>
  camt({ id: ref, entries: [[{ amount: '12500.00', ref, ...(reference && { reference }) }]] })

const onTheServer = () => join(root, 'server', 'out')

describe.each([
  ['a folder', () => inFolder, folderOf],
  ['a server', onServer, onTheServer],
  [
    'a server that knows a key',
    () => ({ ...onServer(), credentials: { privateKey } }),
    onTheServer,
  ],
])('files in %s', (_, feed, folder) => {
  test('are taken in, matched and booked, and moved where they lay', async () => {
    const clientId = await clientIn(tenant)
    const claim = await activated(at, tenant, clientId)
    const { reference } = (await tenant.api.get(`/invoices/${claim}/payment-account`)).body
    await made(feed())
    await dropped(folder(), 'camt.053', statement('B1', String(reference)))
    await dropped(folder(), 'note.pdf', '%PDF-1.4')
    expect(await fetched()).toMatchObject({ status: 'DONE', counts: { taken: 1, refused: 1 } })
    expect(await files()).toEqual([[expect.stringContaining('camt.053'), 'IMPORTED', 1]])
    const owed = await at.owner('select balance::int as left from invoice where id = $1', [claim])
    expect(owed).toEqual([{ left: 0 }])
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect((await readdir(folder())).toSorted()).toEqual(['done', 'failed'])
    expect(await readdir(join(folder(), 'done'))).toEqual([
      expect.stringMatching(/^\w{8}-camt.053$/),
    ])
    expect(await readdir(join(folder(), 'failed'))).toEqual([expect.stringMatching(/-note.pdf$/)])
    expect((await errandsOf(at, tenant, 'PAYMENT_MISMATCH')).map(({ title }) => title)).toEqual([
      'note.pdf of ' + feed().name + ' was not taken: Files of payments are XML or text',
    ])
    await rm(folder(), { recursive: true })
    await mkdir(folder())
  })
})

describe('a file', () => {
  test('counts once, though the process died before it was moved', async () => {
    await made(inFolder)
    await dropped(folderOf(), 'a.xml', statement('B1'))
    const dying = {
      FOLDER: {
        async open(...given: Parameters<typeof runtime.bankFeeds.FOLDER.open>) {
          const feed = await runtime.bankFeeds.FOLDER.open(...given)
          const settle = () => Promise.reject(new Error('the process is gone'))
          return { ...feed, settle }
        },
      },
      SFTP: runtime.bankFeeds.SFTP,
    }
    await fetched({ ...runtime, bankFeeds: dying })
    expect(await readdir(folderOf())).toEqual(['a.xml'])
    expect(await fetched()).toMatchObject({ counts: { taken: 1 } })
    expect(await readdir(folderOf())).toEqual(['done'])
    expect(await files()).toEqual([['a.xml', 'IMPORTED', 1]])
    const open = await errandsOf(at, tenant, 'PAYMENT_MISMATCH')
    expect(open.map(({ status, title }) => [status, title])).toEqual([
      ['RESOLVED', 'Files of Statements are not fetched: a.xml cannot be moved away'],
    ])
  })

  test('of the same bytes under another name counts once, and is moved as well', async () => {
    await made(inFolder)
    await dropped(folderOf(), 'a.xml', statement('B1'))
    await fetched()
    await dropped(folderOf(), 'b.xml', statement('B1'))
    expect(await fetched()).toMatchObject({ counts: { taken: 1, known: 1 } })
    expect(await files()).toEqual([['a.xml', 'IMPORTED', 1]])
    expect(await readdir(join(folderOf(), 'done'))).toHaveLength(2)
  })

  test('is booked by hand where the tenant says so', async () => {
    await tenant.api.put('/system-setting/payments.bookFiles', { value: 'BY_HAND' })
    await made(inFolder)
    await dropped(folderOf(), 'a.xml', statement('B1'))
    await fetched()
    const rows = await at.owner('select status from payment_transaction where tenant_id = $1', [
      tenant.id,
    ])
    expect(rows).toEqual([{ status: 'NEW' }])
  })

  test.each([
    ['a folder', () => inFolder, folderOf],
    ['a server', onServer, onTheServer],
  ])('that two fetch at once from %s counts once', async (_, feed, folder) => {
    await made(feed())
    for (let n = 0; n < 4; n++) await dropped(folder(), `${n}.xml`, statement(`B${n}`))
    await Promise.all([fetched(), fetched()])
    await fetched()
    expect((await files()).length).toBe(4)
    expect(await readdir(folder())).toEqual(['done'])
    await rm(folder(), { recursive: true })
    await mkdir(folder())
  })

  test('that the bank has half written when it is fetched counts once it is whole', async () => {
    await made(inFolder)
    const whole = statement('B1')
    await dropped(folderOf(), 'a.xml', whole.slice(0, whole.length / 2))
    expect(await fetched()).toMatchObject({ counts: { taken: 1 } })
    expect(await files()).toEqual([['a.xml', 'FAILED', 0]])
    await dropped(folderOf(), 'a.xml', whole)
    await fetched()
    expect((await files()).toSorted()).toEqual([
      ['a.xml', 'FAILED', 0],
      ['a.xml', 'IMPORTED', 1],
    ])
    expect(await readdir(join(folderOf(), 'done'))).toHaveLength(2)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

describe('a feed', () => {
  test('that cannot be reached is told until it can', async () => {
    await made({ ...onServer(), credentials: { password: 'wrong' } })
    const [{ id }] = (await tenant.api.get('/bank-feeds')).body.data
    await fetched()
    const said = 'All configured authentication methods failed'
    expect((await tenant.api.get(`/bank-feeds/${id}`)).body).toMatchObject({ fault: said })
    const [errand] = await errandsOf(at, tenant, 'PAYMENT_MISMATCH')
    expect(errand).toMatchObject({ status: 'OPEN', title: `Files of SEB are not fetched: ${said}` })
    await tenant.api.put(`/bank-feeds/${id}`, { credentials: { password } })
    await fetched()
    expect((await tenant.api.get(`/bank-feeds/${id}`)).body).toMatchObject({ fault: null })
    expect((await errandsOf(at, tenant, 'PAYMENT_MISMATCH'))[0]).toMatchObject({
      status: 'RESOLVED',
    })
  })

  test('of another server is told what lets us in again, and nobody is shown it', async () => {
    const id = await made(onServer())
    const moved = await tenant.api.put(`/bank-feeds/${id}`, { host: 'sftp.bank.example' })
    expect(moved.body.errors).toEqual([expect.objectContaining({ pointer: '/credentials' })])
    const { body } = await tenant.api.get(`/bank-feeds/${id}`)
    expect(body).toMatchObject({ host: '127.0.0.1', username: 'nordlund' })
    const rows = await at.owner(
      `select f::text, (select string_agg(j::text, $2) from journal j) as j
       from bank_feed f where tenant_id = $1`,
      [tenant.id, ''],
    )
    expect(JSON.stringify([body, rows])).not.toContain(password)
  })

  test.each([
    [{ ...inFolder, folder: '../other' }, '/folder'],
    [{ ...inFolder, host: 'sftp.bank.example' }, '/host'],
    [{ name: 'S', kind: 'SFTP', folder: '/out' }, '/host'],
  ])('%j is refused at %s', async (feed, pointer) => {
    const { status, body } = await tenant.api.post('/bank-feeds', feed)
    expect([status, body.errors[0].pointer]).toEqual([400, pointer])
  })

  test('at an address that is not public is refused', async () => {
    const { body } = await tenant.api.post('/bank-feeds', { ...onServer(), host: '10.0.0.7' })
    expect(body.errors[0]).toMatchObject({ pointer: '/host', code: 'HOST_REFUSED' })
  })

  test('that is stopped or deleted is fetched no more', async () => {
    const id = await made(inFolder)
    await tenant.api.put(`/bank-feeds/${id}`, { active: false })
    await dropped(folderOf(), 'a.xml', statement('B1'))
    await fetched()
    expect(await files()).toEqual([])
    expect((await tenant.api.delete(`/bank-feeds/${id}`)).status).toBe(204)
  })
})

test('a job of several times a day is planned again for its next time alone', async () => {
  await at.owner('update bank_feed set active = false')
  await at.owner('delete from job_run')
  await made(inFolder)
  const before = await at.owner('update tenant set time_zone = $1 where tenant_id <> $2', [
    'Asia/Tokyo',
    tenant.id,
  ])
  expect(before).toEqual([])
  await fetched()
  const plan = (scheduledAt: number) =>
    planJob({ runtime, now: new Date(now), workflowId: 'test', job, timeZone, scheduledAt })
  expect(await plan(now)).toEqual([])
  const later = now + 1
  now = later
  expect(await plan(later)).toEqual([dayIn(timeZone, new Date(later))])
})
