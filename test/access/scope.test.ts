import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { markOfScope, scopeOf } from '../../src/domain/access/scope.ts'
import { Invoice } from '../../src/entities/invoice.ts'
import { UserGroup, UserGroupMember } from '../../src/entities/user-group.ts'
import { buildApp } from '../../src/kernel/http/app.ts'
import { operation } from '../../src/kernel/http/operation.ts'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { assignedTo, narrowedApp, narrowing } from '../support/assigned.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import {
  apiAs,
  tenantIn,
  world,
  type Answered,
  type TestTenant,
  type World,
} from '../support/world.ts'
import { traceOf } from './people.ts'

let at: World
let tenant: TestTenant
let app: ReturnType<typeof narrowedApp>
let mine: string
let theirs: string

/** It tells in which scope it was opened. */
const tell = operation(
  'GET /scopes',
  { anyOf: ['ReadUnplacedPaymentClientRestricted', 'ReadUnplacedPayment'] },
  { summary: 'Tell the scope', returns: z.object({ scope: z.array(z.unknown()), by: z.string() }) },
).handle(async ({ unit }) => ({
  scope: [...markOfScope(unit.scope)],
  by: unit.scope.openedBy ?? '',
}))

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  app = narrowedApp(at)
  mine = await clientIn(tenant)
  theirs = await clientIn(tenant)
})
afterAll(() => at.close())

const ids = ({ body }: Answered): string[] => body.data.map(({ id }: { id: string }) => id)

describe('the right that opened', () => {
  const telling = () => buildApp([{ name: 'scopes', rooms: { scopes: { tell } } }], at.kernel)

  test('narrows to the assigned clients where it is the only one of both', async () => {
    const { api, id } = await assignedTo(telling(), tenant, [mine])
    expect((await api.get('/scopes')).body).toEqual({
      scope: ['set', null, null, id],
      by: narrowing,
    })
  })

  test('is the wide one where both are held, and all for a super-user', async () => {
    const both = [narrowing, 'ReadUnplacedPayment'] as const
    const { api } = await assignedTo(telling(), tenant, [mine], both)
    const all = { scope: ['all', null, null, null], by: 'ReadUnplacedPayment' }
    expect((await api.get('/scopes')).body).toEqual(all)
    expect((await apiAs({ app: telling() }, tenant.api.token).get('/scopes')).body).toEqual(all)
  })

  test('leaves who is bound to one client there', async () => {
    const { token } = await tenant.holding([narrowing], { kind: 'CLIENT', clientId: mine })
    const { body } = await apiAs({ app: telling() }, token).get('/scopes')
    expect(body).toEqual({ scope: ['one', mine, null, null], by: narrowing })
  })

  test('shows nothing of clients to a bound kind of token that is bound to none', () => {
    const nobody = { id: 'T', superUser: false, clientId: null, debtorId: null }
    expect(scopeOf({ ...nobody, kind: 'PORTAL' }).clients).toBe('none')
    expect(scopeOf({ ...nobody, kind: 'SYSTEM' }).clients).toBe('all')
  })
})

describe('a holder of assigned clients', () => {
  test('reads, lists and sums up theirs, and nothing of others', async () => {
    const [own, foreign] = [
      await createdInvoice(tenant, mine),
      await createdInvoice(tenant, theirs),
    ]
    const { api } = await assignedTo(app, tenant, [mine])
    expect(ids(await api.get('/invoices'))).toContain(own)
    expect(ids(await api.get(`/invoices?clientId=${theirs}`))).toEqual([])
    expect(ids(await api.get('/clients'))).toEqual([mine])
    const found = await api.post('/invoices/search', { count: true })
    expect(found.body.count).toBe(found.body.data.length)
    expect(ids(found)).not.toContain(foreign)
    expect((await api.get(`/invoices/${own}`)).status).toBe(200)
    expect((await api.get(`/invoices/${foreign}`)).status).toBe(404)
    const days = '/invoices/daily-summary?from=2026-11-01&to=2026-11-30'
    const summed = async (by: typeof api) =>
      (await by.get(days)).body.days.reduce(
        (n: number, day: { invoices: number }) => n + day.invoices,
        0,
      )
    expect(await summed(api)).toBe(found.body.count)
    expect(await summed(tenant.api)).toBeGreaterThan(found.body.count)
  })

  test('makes and changes theirs, and nothing of others or of the tenant', async () => {
    const { api } = await assignedTo(app, tenant, [mine])
    const foreign = await createdInvoice(tenant, theirs)
    const body = {
      invoiceNumber: 'S-1',
      debtor: { customerNumber: '9', name: 'Z', type: 'COMPANY' },
    }
    const dates = { invoiceDate: '2026-11-02', expireDate: '2026-12-02' }
    const articleRows = [{ description: 'One', quantity: '1', price: '1.00', vatPercentage: 25 }]
    const invoice = { ...body, dates, articleRows }
    expect((await api.post('/invoices', invoice)).body.errors[0].pointer).toBe('/clientId')
    const made = await api.post('/invoices', { ...invoice, clientId: mine })
    expect([made.status, made.body.clientId]).toEqual([201, mine])
    expect((await traceOf(at, made.body.id)).events).toContain('created')
    const other = await api.post('/invoices', { ...invoice, clientId: theirs })
    expect([other.status, other.body.code]).toEqual([404, 'NOT_FOUND'])
    expect((await api.put(`/invoices/${foreign}`, { invoiceNumber: 'X' })).status).toBe(404)
    const hook = { title: 'All', url: 'https://example.com/', type: 'INVOICE', trigger: 'PUSH' }
    const all = await api.post('/webhook', { ...hook, method: 'POST', key: 'whsec_c2lnbmluZw==' })
    expect([all.status, all.body.code]).toEqual([403, 'GRANT_EXCEEDS_HOLDER'])
    const reader = await assignedTo(app, tenant, [mine], [narrowing, 'ReadInvoices'])
    const own = await reader.api.post('/webhook', {
      ...hook,
      method: 'POST',
      key: 'whsec_c2lnbmluZw==',
    })
    expect([own.status, own.body.code]).toEqual([403, 'ACCESS_DENIED'])
    expect(await at.owner('select 1 from webhook where tenant_id = $1', [tenant.id])).toEqual([])
    const client = { identificationNumber: '5599887766', name: 'Another' }
    expect((await api.post('/clients', client)).body.code).toBe('GRANT_EXCEEDS_HOLDER')
  })

  test('pages by cursors that nobody else can use', async () => {
    for (let n = 0; n < 2; n++) await createdInvoice(tenant, mine)
    const [one, two] = [
      await assignedTo(app, tenant, [mine]),
      await assignedTo(app, tenant, [mine]),
    ]
    const { nextCursor } = (await one.api.get('/invoices?limit=1')).body
    expect((await one.api.get(`/invoices?limit=1&cursor=${nextCursor}`)).status).toBe(200)
    expect((await two.api.get(`/invoices?limit=1&cursor=${nextCursor}`)).body.code).toBe(
      'CURSOR_INVALID',
    )
  })

  test('has what they asked for in the background done in their scope alone', async () => {
    const client = await clientIn(tenant)
    const id = await createdInvoice(tenant, client)
    const { api, id: holder } = await assignedTo(app, tenant, [client])
    const changes = { serviceProviderCode: 'INTERNAL' }
    const { body } = await api.put('/invoices/actions/bulk-update', { ids: [id], changes })
    expect(body).toMatchObject({ total: 1, clientId: null, requestedBy: holder })
    expect((await api.get(`/background-task/${body.id}`)).status).toBe(200)
    const other = await assignedTo(app, tenant, [client])
    expect((await other.api.get(`/background-task/${body.id}`)).status).toBe(404)
    await at.owner('delete from client_access where holder_id = $1', [holder])
    const task = { runtime: at.runtime, tenantId: tenant.id, entityId: body.id as string }
    const whole = { ...task, now: at.clock.now, workflowId: 'test' }
    while ((await workOffTask(whole)).open);
    const errors = (await tenant.api.get(`/background-task/${body.id}`)).body.errors
    expect(errors).toMatchObject([{ entityId: id, code: 'NOT_FOUND' }])
  })
})

describe('access to a client', () => {
  const seen = async (api: { get(path: string): Promise<Answered> }) =>
    ids(await api.get('/clients'))

  test('begins with its assignment and ends with the next request after it', async () => {
    const { api, id } = await assignedTo(app, tenant, [])
    expect(await seen(api)).toEqual([])
    const given = await tenant.api.put(`/clients/${mine}/access/${id}`)
    expect(given.body).toMatchObject({ clientId: mine, holderId: id, holderType: 'USER' })
    expect((await tenant.api.put(`/clients/${mine}/access/${id}`)).body.id).toBe(given.body.id)
    expect(await seen(api)).toEqual([mine])
    expect(ids(await tenant.api.get(`/clients/${mine}/access?holderId=${id}`))).toEqual([
      given.body.id,
    ])
    expect((await tenant.api.delete(`/clients/${mine}/access/${id}`)).status).toBe(204)
    expect(await seen(api)).toEqual([])
    expect((await tenant.api.delete(`/clients/${mine}/access/${id}`)).status).toBe(404)
    const { events, log } = await traceOf(at, mine)
    expect(events).toEqual(expect.arrayContaining(['accessGiven', 'accessEnded']))
    expect(log.some(({ changes }) => 'ClientAccess' in (changes ?? {}))).toBe(true)
  })

  test('comes through a group while one is its member, and while the group has the client', async () => {
    const { api, id } = await assignedTo(app, tenant, [])
    const group = await tenant.work(async (unit) => {
      const made = unit.add(UserGroup, { name: `Group ${id}`, description: '' })
      await unit.flush()
      unit.add(UserGroupMember, { userGroupId: made.id, userId: id })
      return made.id
    })
    await tenant.api.put(`/clients/${mine}/access/${group}`)
    expect(await seen(api)).toEqual([mine])
    await tenant.api.delete(`/user-groups/${group}/users/${id}`)
    expect(await seen(api)).toEqual([])
    await tenant.api.post(`/user-groups/${group}/users`, { userId: id })
    expect(await seen(api)).toEqual([mine])
    await tenant.api.delete(`/clients/${mine}/access/${group}`)
    expect(await seen(api)).toEqual([])
    await tenant.api.put(`/clients/${mine}/access/${group}`)
    expect((await tenant.api.delete(`/user-groups/${group}`)).status).toBe(204)
    expect(await seen(api)).toEqual([])
    expect(await at.owner('select 1 from client_access where holder_id = $1', [group])).toEqual([])
  })

  test('is given by nobody who has fewer rights than its holder, or is bound to a client', async () => {
    const { id } = await assignedTo(app, tenant, [])
    await tenant.api.put(`/users/${id}/toggle-super-user`, { superUser: true })
    const rights = ['ConnectClientToClientHandler'] as const
    const weak = await tenant.holding(rights)
    const path = `/clients/${mine}/access/${id}`
    expect((await weak.put(path)).body.code).toBe('GRANT_EXCEEDS_HOLDER')
    const bound = await tenant.holding(rights, { kind: 'CLIENT', clientId: mine })
    expect((await bound.put(path)).body.code).toBe('GRANT_EXCEEDS_HOLDER')
    expect(await at.owner('select 1 from client_access where holder_id = $1', [id])).toEqual([])
  })
})

describe('a debtor', () => {
  test('does not see drafts, financing and reasons', async () => {
    const invoice = await activatedInvoice(tenant, mine)
    const draft = await createdInvoice(tenant, mine)
    const [row] = await at.owner('select debtor_id from invoice where id = $1', [invoice])
    const debtorId = String(row!['debtor_id'])
    await at.owner(
      `update invoice set financing_status = 'FINANCED', main_status = 'DENIED_FINANCING',
         recourse_date = '2027-01-01', sold_date = '2026-11-02', reason_codes = '{X}'
       where id = $1`,
      [invoice],
    )
    const { token } = await tenant.holding(
      [
        'ReadInvoice',
        'ReadInvoices',
        'SearchInvoices',
        'ReadDebtor',
        'ReadClient',
        'ReadReasonCodes',
      ],
      { kind: 'DEBTOR', clientId: mine, debtorId },
    )
    const api = apiAs(at, token)
    const shown = {
      statuses: { main: 'ACTIVATED', financing: 'NONE' },
      productCode: null,
      reasonCodes: [],
      dates: { recourseDate: null, soldDate: null },
    }
    expect((await api.get(`/invoices/${invoice}`)).body).toMatchObject(shown)
    expect((await api.get(`/invoices/${draft}`)).status).toBe(404)
    const listed = await api.get('/invoices')
    expect(ids(listed)).not.toContain(draft)
    expect(listed.body.data.find(({ id }: { id: string }) => id === invoice)).toMatchObject(shown)
    const asked = await api.post('/invoices/search', { filters: { financingStatus: 'FINANCED' } })
    expect(asked).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    const told = { pointer: '/filters/financingStatus', code: 'NOT_SHOWN' }
    expect(asked.body.errors).toMatchObject([told])
    const queried = await api.get('/invoices?financingStatus=FINANCED')
    expect(queried.body.errors).toMatchObject([{ ...told, pointer: '?financingStatus' }])
    expect((await api.get(`/clients/${mine}`)).status).toBe(404)
    expect(ids(await api.get('/reason-code'))).toEqual([])
    const debtor = (await api.get(`/debtors/${debtorId}`)).body
    expect(debtor).toMatchObject({ id: debtorId, systemDebtorId: null })
  })
})

describe('an expected version', () => {
  test('is that of the row in the path, whatever is loaded before it', async () => {
    const { body } = await tenant.api.put(`/clients/${mine}`, { name: 'Renamed once' })
    expect(body.version).toBeGreaterThan(1)
    const path = `/clients/${mine}/settings/billing`
    const settings = (await tenant.api.get(path)).body
    expect(settings.version).not.toBe(body.version)
    const change = { combine: !settings.combine }
    expect((await tenant.api.put(path, { ...change, version: settings.version })).status).toBe(200)
    const stale = await tenant.api.put(path, { ...change, version: body.version + 7 })
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT'])
  })

  test('is not looked for among the rows that a verb loads on its way', async () => {
    const [product] = (await tenant.api.get(`/client-products?clientId=${mine}`)).body.data
    const client = (await tenant.api.get(`/clients/${mine}`)).body
    expect(client.version).toBeGreaterThan(product.version)
    const path = `/client-products/${product.id}`
    const wrong = await tenant.api.put(path, { version: client.version })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'VERSION_CONFLICT'])
    expect((await tenant.api.put(path, { version: product.version })).status).toBe(200)
  })

  test('of an invoice is not that of its client or debtor', async () => {
    const id = await createdInvoice(tenant, mine)
    await tenant.work(async (unit) => void ((await unit.load(Invoice, id)).references = { a: 'b' }))
    const { version } = (await tenant.api.get(`/invoices/${id}`)).body
    const at1 = await tenant.api.put(`/invoices/${id}`, {
      invoiceNumber: `${id}-1`,
      version: version - 1,
    })
    expect([at1.status, at1.body.code]).toEqual([409, 'VERSION_CONFLICT'])
    const at2 = await tenant.api.put(`/invoices/${id}`, { invoiceNumber: `${id}-1`, version })
    expect(at2.status).toBe(200)
  })

  test('is a mistake where the path names nothing that has one', async () => {
    const path = '/invoices/actions/bulk-update'
    const ids = [await createdInvoice(tenant, mine)]
    const change = { ids, changes: { serviceProviderCode: 'INTERNAL' } }
    const answers = [
      await tenant.api.put(path, { ...change, version: 1 }),
      await tenant.api.put(path, change, { 'if-match': '"1"' }),
      await tenant.api.put('/background-task/close', { version: 1, taskIds: [] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(answers[0]!.body.errors).toMatchObject([{ pointer: '/version', code: 'NO_VERSION' }])
    expect(answers[1]!.body.errors).toMatchObject([{ code: 'NO_VERSION' }])
    const of = [tenant.id, 'invoices.bulkUpdate', ids[0]]
    expect(
      await at.owner(
        `select 1 from background_task_item i join background_task t on t.id = i.task_id
         where t.tenant_id = $1 and t.task_name = $2 and i.entity_id = $3`,
        of,
      ),
    ).toEqual([])
  })
})
