import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportInvoices } from '../../src/activities/invoices/export-invoices.ts'
import { reportSyncInvoices } from '../../src/activities/clients/sync/report-sync-invoices.ts'
import { runOnboarding } from '../../src/activities/clients/onboarding/run-onboarding.ts'
import { links } from '../../src/kernel/http/link-pages.ts'
import { syncStatuses } from '../../src/domain/clients/client.ts'
import { lifeOfSync, lifeOfSyncInvoice, reportOf } from '../../src/domain/clients/sync.ts'
import { erpPorts } from '../../src/ports/erp/erp-ports.ts'
import { Rows, type Values } from '../support/rows.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { apiAs, tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let rows: Rows
let counter = 0
const folder = join(tmpdir(), `receivables-sync-${process.pid}`)

beforeAll(async () => {
  at = await world()
  at.runtime.erp = erpPorts(folder, at.runtime.poster)
  tenant = await tenantIn(at)
  rows = new Rows(at, tenant.id)
})
afterAll(() => at.close())

/** A client whose sync stands so, connected to a folder. */
async function client(status?: string, more: object = {}): Promise<string> {
  counter++
  const id = await clientIn(tenant, { name: 'Nordlund AB' })
  const folderOf = { uses: 'BOTH', active: true, connector: 'FILE', target: `of-${counter}` }
  const erp = await rows.add('erp', { ...folderOf, ...more })
  await tenant.api.put(`/clients/${id}/erp-connect`, {
    invoiceErpId: erp['id'],
    bookkeepErpId: erp['id'],
  })
  if (status !== undefined) {
    const sync = { status, direction: 'BOTH', scope: {}, onboardingUrlExpiresAt: null }
    await rows.add('client_sync', { clientId: id, ...sync })
  }
  return id
}

/** Until the database has somebody wait for somebody else. */
async function somebodyWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await at.owner(waiting)).length === 0) continue
}

const put = (id: string, verb: string, body: object = {}) =>
  tenant.api.put(`/clients/${id}/sync${verb}`, body)
const get = async (id: string) => (await tenant.api.get(`/clients/${id}/sync`)).body

describe('the life of a sync', () => {
  test('goes from switched off to integrated, with events', async () => {
    const id = await client()
    expect(await get(id)).toMatchObject({ status: 'DISABLED', version: 1 })
    const enabled = await put(id, '/enable', { direction: 'IMPORT', scope: { payments: false } })
    expect(enabled.body).toMatchObject({
      status: 'AWAITING_ONBOARDING',
      direction: 'IMPORT',
      scope: { invoices: true, payments: false },
    })
    expect((await put(id, '/mark-integration-as-connected')).body.status).toBe('CONNECTED')
    expect((await put(id, '/status', { status: 'RUNNING', cursor: 'p2' })).body).toMatchObject({
      status: 'RUNNING',
      cursor: 'p2',
      lastRunAt: at.clock.now.toISOString(),
    })
    expect((await put(id, '/complete-integration')).body.status).toBe('COMPLETED_INTEGRATION')
    expect((await put(id, '/reset')).body).toMatchObject({ status: 'ENABLED', cursor: null })
    expect((await put(id, '/disable')).body.status).toBe('DISABLED')
    const bare = await tenant.api.put(`/clients/${id}/sync/enable`)
    expect(bare.body).toMatchObject({ status: 'AWAITING_ONBOARDING', direction: 'IMPORT' })
    const events = await at.owner(
      `select name from event where type = 'CLIENT_SYNC' and client_id = $1 order by id`,
      [id],
    )
    expect(events.map(({ name }) => name)).toEqual([
      'created',
      ...Array.from({ length: 6 }, () => 'statusChanged'),
    ])
  })

  test('needs business systems to begin', async () => {
    const sent = {
      identificationNumber: swedishNumber(559_600_100 + counter++),
      name: 'Nordlund AB',
    }
    const { id } = (await tenant.api.post('/clients', sent)).body
    const refused = await put(id, '/enable')
    expect([refused.status, refused.body.code]).toEqual([409, 'ERP_NOT_CONNECTED'])
  })

  test('asks a person where its connector cannot go on, and no more once it can', async () => {
    const id = await client('CONNECTED')
    const stuck = await put(id, '/status', { status: 'ERROR', error: 'The password has expired' })
    expect(stuck.body.lastError).toBe('The password has expired')
    const errand = async () =>
      (
        await at.owner('select status from system_errand where dedupe_key = $1', [`sync/${id}`])
      )[0]?.['status']
    expect(await errand()).toBe('OPEN')
    await put(id, '/status', { status: 'CONNECTED' })
    expect(await errand()).toBe('RESOLVED')
  })

  test('is not changed while it runs', async () => {
    const id = await client('RUNNING')
    const refused = await put(id, '', { direction: 'EXPORT' })
    expect([refused.status, refused.body.code]).toEqual([409, 'SYNC_NOT_ALLOWED'])
  })

  const verbs = {
    enable: ['DISABLED', 'ABORTED'],
    obtainUrl: ['ENABLED', 'AWAITING_ONBOARDING'],
    connect: ['ENABLED', 'AWAITING_ONBOARDING', 'ERROR'],
    complete: ['CONNECTED', 'RUNNING'],
    exchange: ['CONNECTED', 'RUNNING', 'COMPLETED_INTEGRATION'],
    reset: syncStatuses.filter((status) => status !== 'DISABLED'),
    disable: syncStatuses.filter((status) => status !== 'DISABLED'),
    update: syncStatuses.filter((status) => status !== 'RUNNING'),
  } as const
  test.each(Object.entries(verbs))('%s begins in %j and nowhere else', (verb, from) => {
    for (const status of syncStatuses) {
      const move = () => lifeOfSync.move(status, verb as keyof typeof verbs)
      if ((from as readonly string[]).includes(status)) expect(syncStatuses).toContain(move())
      else expect(move).toThrow()
    }
  })

  test('is reported by its connector only once that is connected', () => {
    expect(lifeOfSync.move('ERROR', reportOf.RUNNING)).toBe('RUNNING')
    expect(() => lifeOfSync.move('AWAITING_ONBOARDING', reportOf.RUNNING)).toThrow()
  })
})

describe('the link by which a business system is connected', () => {
  const obtained = async (id: string) =>
    (await tenant.api.post(`/clients/${id}/sync/obtain-onboarding-url`)).body
  const follow = (url: string) =>
    apiAs(at, '').post('/clients/sync/onboarding', { token: url.split('token=')[1] })

  test('works once, for somebody without a token', async () => {
    const id = await client('AWAITING_ONBOARDING')
    const { url, expiresAt } = await obtained(id)
    expect(url).toContain('/links/erp-onboarding#token=')
    expect((await get(id)).onboardingUrlExpiresAt).toBe(expiresAt)
    const followed = await follow(url)
    expect(followed.body).toEqual({ clientId: id, status: 'CONNECTED' })
    expect((await follow(url)).status).toBe(404)
  })

  test('stops working when there is a newer one, when it is spoiled, and after three days', async () => {
    const id = await client('ENABLED')
    const first = await obtained(id)
    at.clock.now = new Date(at.clock.now.getTime() + 1000)
    const second = await obtained(id)
    expect((await follow(first.url)).status).toBe(404)
    expect((await follow(`${second.url.slice(0, -2)}xx`)).status).toBe(404)
    at.clock.now = new Date(at.clock.now.getTime() + 73 * 3_600_000)
    expect((await follow(second.url)).status).toBe(404)
    expect((await get(id)).status).toBe('AWAITING_ONBOARDING')
  })

  test('opens a page that asks for nothing but the word', async () => {
    const app = new Hono()
    links(app as never)
    const page = await app.request('/links/erp-onboarding')
    const html = await page.text()
    expect(html).toContain('data-action="/clients/sync/onboarding"')
    expect(html).not.toContain('password')
  })
})

const queue = (id: string, direction: string, invoices: object[]) =>
  tenant.api.post(`/clients/${id}/sync/invoices`, { direction, invoices })

async function invoiceOf(clientId: string): Promise<string> {
  const currencies = { invoiceCurrency: 'SEK', baseCurrency: 'SEK' }
  return String((await rows.add('invoice', { clientId, ...currencies }))['id'])
}

describe('invoices of a sync', () => {
  test('are queued once, listed and searched', async () => {
    const id = await client('CONNECTED')
    const first = await queue(id, 'IMPORT', [{ externalId: 'X1' }, { externalId: 'X2' }])
    expect(first.status).toBe(202)
    expect(first.headers.get('location')).toBe(`/clients/${id}/sync/invoices`)
    const again = await queue(id, 'IMPORT', [{ externalId: 'X1' }])
    expect(again.body.data[0].id).toBe(first.body.data[0].id)
    const listed = await tenant.api.get(`/clients/${id}/sync/invoices?count=true`)
    expect(listed.body.count).toBe(2)
    const searched = await tenant.api.post(`/clients/${id}/sync/invoices/search`, {
      filters: { status: 'PENDING' },
      limit: 1,
    })
    expect(searched.body).toMatchObject({ hasMore: true })
  })

  test.each([
    ['AWAITING_ONBOARDING', 'BOTH', {}],
    ['CONNECTED', 'EXPORT', {}],
    ['CONNECTED', 'BOTH', { invoices: false }],
  ])('are not queued where it is %s, %s and %j', async (status, direction, scope) => {
    const id = await client()
    await rows.add('client_sync', { clientId: id, status, direction, scope })
    const refused = await queue(id, 'IMPORT', [{ externalId: 'X1' }])
    expect([refused.status, refused.body.code]).toEqual([409, 'SYNC_NOT_ALLOWED'])
  })

  test('are named by what is needed for their way', async () => {
    const id = await client('CONNECTED')
    const out = await queue(id, 'EXPORT', [{ externalId: 'X' }])
    expect(out.body.errors[0].pointer).toBe('/invoices/0/invoiceId')
    const into = await queue(id, 'IMPORT', [{}])
    expect(into.body.errors[0].pointer).toBe('/invoices/0/externalId')
    const foreign = await queue(id, 'EXPORT', [{ invoiceId: await invoiceOf(await client()) }])
    expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([404, '/invoices/0/invoiceId'])
  })

  test('are reported by the connector, of one client or of several', async () => {
    const [one, two] = [await client('CONNECTED'), await client('CONNECTED')]
    const [a] = (await queue(one, 'IMPORT', [{ externalId: 'A' }])).body.data
    const [b] = (await queue(two, 'IMPORT', [{ externalId: 'B' }])).body.data
    const report = (path: string, invoices: object[]) =>
      tenant.api.put(`/clients${path}/sync/invoices/status`, { invoices })
    const both = [
      { id: a.id, status: 'RUNNING' },
      { id: b.id, status: 'FAILED', error: 'No such customer' },
    ]
    expect((await report(`/${one}`, both)).body.errors[0].pointer).toBe('/invoices/1/id')
    const done = await report('', both)
    expect(done.body.data).toMatchObject([
      { status: 'RUNNING', attempts: 1 },
      { status: 'FAILED', error: 'No such customer' },
    ])
    const invoiceId = await invoiceOf(one)
    const synced = await report(`/${one}`, [{ id: a.id, status: 'SYNCED', invoiceId }])
    expect(synced.body.data[0]).toMatchObject({ status: 'SYNCED', invoiceId })
    const back = await report(`/${one}`, [{ id: a.id, status: 'RUNNING' }])
    expect([back.status, back.body.code]).toEqual([409, 'SYNC_NOT_ALLOWED'])
    const wrong = await report('', [{ id: b.id, status: 'SYNCED', invoiceId }])
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([404, '/invoices/0/invoiceId'])
  })

  test('are stopped on their way', async () => {
    const id = await client('CONNECTED')
    const { data } = (await queue(id, 'IMPORT', [{ externalId: 'A' }, { externalId: 'B' }])).body
    const some = await tenant.api.put(`/clients/${id}/sync/invoices/abort`, { ids: [data[0].id] })
    expect(some.body.data).toMatchObject([{ id: data[0].id, status: 'ABORTED' }])
    const rest = await tenant.api.put(`/clients/${id}/sync/invoices/abort`, {})
    expect(rest.body.data).toHaveLength(1)
    expect(lifeOfSyncInvoice.mayBecome('ABORTED', 'PENDING')).toBe(true)
    expect(lifeOfSyncInvoice.mayBecome('SYNCED', 'PENDING')).toBe(false)
  })
})

describe('invoices that two move at once', () => {
  test('are stopped after whoever moves them at the same time, and where they still move', async () => {
    const id = await client('CONNECTED')
    const sent = [{ externalId: 'A' }, { externalId: 'B' }]
    const [a, b] = (await queue(id, 'IMPORT', sent)).body.data
    const stop = () => tenant.api.put(`/clients/${id}/sync/invoices/abort`, {})
    const stopped = await tenant.work(async (unit) => {
      await reportSyncInvoices(unit, { invoices: [{ id: a.id, status: 'SYNCED' }] })
      await unit.flush()
      await unit.transaction.sent()
      const asked = stop()
      await somebodyWaits()
      return { asked }
    })
    const answer = await stopped.asked
    expect([answer.status, answer.body.data]).toMatchObject([200, [{ id: b.id }]])
    const status = async () => {
      const { body } = await tenant.api.get(`/clients/${id}/sync/invoices?sort=createdAt`)
      return Object.fromEntries(body.data.map((one: Values) => [one['id'], one['status']]))
    }
    expect(await status()).toEqual({ [a.id]: 'SYNCED', [b.id]: 'ABORTED' })
  })

  test('are reported or stopped where both are asked at once, and never both', async () => {
    const id = await client('CONNECTED')
    for (let round = 0; round < 8; round++) {
      const [one] = (await queue(id, 'IMPORT', [{ externalId: `R${round}` }])).body.data
      const report = { invoices: [{ id: one.id, status: 'SYNCED' }] }
      const [stopped, reported] = await Promise.all([
        tenant.api.put(`/clients/${id}/sync/invoices/abort`, {}),
        tenant.api.put(`/clients/${id}/sync/invoices/status`, report),
      ])
      expect(stopped.status).toBe(200)
      expect([200, 409]).toContain(reported.status)
      expect(stopped.body.data).toHaveLength(reported.status === 200 ? 0 : 1)
    }
  })
})

describe('invoices on their way out', () => {
  const hand = (entityId: string) => {
    const { runtime, clock } = at
    const task = { runtime, tenantId: tenant.id, entityId, now: clock.now, workflowId: 'w' }
    return exportInvoices(task)
  }

  test('are handed to the business system as files, each once', async () => {
    const id = await client('CONNECTED')
    const target = `of-${counter}`
    const invoiceId = await invoiceOf(id)
    const [queued] = (await queue(id, 'EXPORT', [{ invoiceId }])).body.data
    const started = await at.owner('select 1 from outbox where workflow_id = $1', [
      `export-invoices/${tenant.id}/${id}`,
    ])
    expect(started).toHaveLength(1)
    expect(await hand(id)).toEqual({ left: 0, failed: 0 })
    expect(await hand(id)).toEqual({ left: 0, failed: 0 })
    const files = await readdir(join(folder, tenant.id, target))
    expect(files).toEqual([`invoice-${queued.id}.json`])
    const told = JSON.parse(await readFile(join(folder, tenant.id, target, files[0]!), 'utf8'))
    expect(told).toMatchObject({ id: invoiceId, clientId: id, articleRows: [] })
    const listed = await tenant.api.get(`/clients/${id}/sync/invoices`)
    expect(listed.body.data).toMatchObject([{ status: 'SYNCED', attempts: 1 }])
  })

  test('are handed over as soon as they are activated', async () => {
    const id = await client('CONNECTED')
    const { runtime } = at
    await runOnboarding({ runtime, tenantId: tenant.id, entityId: id, now: at.clock.now })
    const started = () =>
      at.owner('select 1 from outbox where workflow_id = $1', [
        `export-invoices/${tenant.id}/${id}`,
      ])
    expect(await started()).toHaveLength(0)
    const invoiceId = await activatedInvoice(tenant, id)
    expect(await started()).toHaveLength(1)
    expect(await hand(id)).toEqual({ left: 0, failed: 0 })
    const listed = await tenant.api.get(`/clients/${id}/sync/invoices`)
    expect(listed.body.data).toMatchObject([{ invoiceId, status: 'SYNCED' }])
  })

  test('that nobody takes are tried three times, then left to a person', async () => {
    const id = await client('CONNECTED', { connector: 'WEBHOOK', target: 'https://localhost:1/x' })
    await queue(id, 'EXPORT', [{ invoiceId: await invoiceOf(id) }])
    expect(await hand(id)).toEqual({ left: 1, failed: 1 })
    expect(await hand(id)).toEqual({ left: 1, failed: 1 })
    expect(await hand(id)).toEqual({ left: 1, failed: 1 })
    const listed = await tenant.api.get(`/clients/${id}/sync/invoices`)
    expect(listed.body.data).toMatchObject([{ status: 'PENDING', attempts: 3 }])
    const [errand] = await at.owner('select type from system_errand where dedupe_key = $1', [
      `sync-export/${id}`,
    ])
    expect(errand).toEqual({ type: 'SYNC' })
  })
})
