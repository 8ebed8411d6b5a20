import { accept } from '../access/people.ts'
import { planAt } from '../support/schedules.ts'
import { clientIn } from '../support/trade.ts'
import { patiently, workOffAll, type Caller, type Ground } from './caller.ts'
import type { Step } from './claims.ts'

/** What a ground has beside the trade: a client that comes and goes, and people who do. */
interface Beside {
  clientId: string
  /** Of the tenant, with a role that lets them open what they are given to do. */
  people: readonly string[]
  roleId: string
}

const besides = new WeakMap<Ground, Promise<Beside>>()

async function made({ at, tenant }: Ground): Promise<Beside> {
  const clientId = await clientIn(tenant)
  const key = '/system-setting/dualControl.CLIENT_BANK_ACCOUNT'
  await tenant.api.put(key, { value: 'ALWAYS' })
  const rights = ['ReadInvoice', 'ReadInvoices', 'ReadClient', 'ReadDebtor', 'ReadDebtors']
  const { body: role } = await tenant.api.post('/roles', { name: 'Storm', rights })
  const people = []
  for (const name of ['One', 'Two', 'Three']) {
    const email = `${name.toLowerCase()}@storm.example`
    const { body } = await tenant.api.post('/users', { email, name, roleIds: [role.id] })
    await accept(at, tenant, body.id)
    people.push(String(body.id))
  }
  return { clientId, people, roleId: role.id }
}

function besideOf(ground: Ground): Promise<Beside> {
  const known = besides.get(ground) ?? made(ground)
  besides.set(ground, known)
  return known
}

const beside =
  (step: (caller: Caller, on: Beside, a: number, b: number) => Promise<unknown>): Step =>
  async (caller, a, b) => {
    await step(caller, await besideOf(caller.ground), a, b)
  }

const listed = async (caller: Caller, path: string) =>
  ((await caller.tenant.api.get(path)).body.data ?? []) as { id: string; enabled?: boolean }[]

const weekly = {
  name: 'Storm',
  recipients: ['kim@factor.example'],
  reportId: 'client-account-balances',
}

/** A client is wound up, closed and opened again, while others set something up for it. */
const comings: Readonly<Record<string, Step>> = {
  close: beside((caller, { clientId }, a) => {
    const status = ['OFFBOARDING', 'CLOSED', 'CLOSED', 'OFFBOARDING', 'ACTIVE'][a % 5]
    return caller.put('close', `/clients/${clientId}`, { status })
  }),
  letIn: beside((caller, { clientId }, a, b) => {
    const rights = ['ReadInvoices']
    if (a % 3 === 0) {
      const person = { email: `p${b}@storm.example`, name: `Person ${b}`, clientId }
      return caller.post('let in', '/users', person)
    }
    if (a % 3 === 1) {
      return caller.post('let in', '/service-accounts', { name: `Machine ${b}`, clientId })
    }
    return caller.post('let in', '/token/client/generate', { clientId, rights })
  }),
  schedule: beside(async (caller, { clientId }, a, b) => {
    const path = '/scheduler/query-report'
    const there = await listed(caller, `${path}?limit=5&clientId=${clientId}`)
    const cron = `${b % 60} 7 * * *`
    if (there.length < 3) return caller.post('schedule', path, { ...weekly, cron, clientId })
    const own = `${path}/${there[b % there.length]?.id}`
    if (a % 5 === 0) return caller.ask('no schedule', 'DELETE', own)
    return caller.put('schedule', own, { enabled: a % 2 === 0, ...(a % 3 === 0 && { cron }) })
  }),
  /** What comes due in the next days; two do the same, as the engine and the reconciler may. */
  plan: beside(async (caller, { clientId }, a) => {
    const { at, tenant } = caller.ground
    const days = 86_400_000 * (1 + (a % 3))
    const instant = new Date(at.clock.now.getTime() + days).toISOString()
    const there = await listed(caller, `/scheduler/query-report?limit=5&clientId=${clientId}`)
    for (const { id } of there) {
      const plan = () => patiently(caller, 'plan', () => planAt(at, tenant, id, instant))
      await Promise.all([plan(), plan()])
    }
  }),
  watch: beside(async (caller, { clientId }, a, b) => {
    const there = await listed(caller, `/automation?limit=5&clientId=${clientId}`)
    const rules = [{ actions: [{ type: 'CREATE_NOTE', params: { text: 'Seen' } }] }]
    const watched = { name: 'Aside', type: 'INVOICE', clientId, rules }
    if (there.length < 2) return caller.post('watch', '/automation', watched)
    const own = `/automation/${there[b % there.length]?.id}`
    if (a % 7 === 0) return caller.ask('no watch', 'DELETE', own)
    return caller.put('watch', own, { enabled: a % 2 === 0 })
  }),
  /** The same by another is the second person; now and then somebody says no. */
  second: beside(async (caller, { clientId }, a, b) => {
    if (b % 5 === 0) {
      const [open] = await listed(caller, '/internal-request?limit=1&status=OPEN')
      if (open === undefined) return undefined
      return caller.put('say no', `/internal-request/${open.id}/reject`, { comment: 'No' })
    }
    const number = ['5050-1055', '991-2346'][a % 2]
    const account = { clientId, kind: 'BANKGIRO', number, holderName: `Holder ${b % 2}` }
    return caller.post('second', '/client-bank-account', account)
  }),
}

/** People are given to do what others take their role, or their account, for. */
const doings: Readonly<Record<string, Step>> = {
  give: beside(async (caller, { people }, a, b) => {
    const claim = caller.pick(a)
    if (claim === undefined) return undefined
    const assigned = { targetId: claim.id, title: `Give ${b}`, assigneeUserId: people[b % 3] }
    return caller.post('give', '/invoice/todo', assigned)
  }),
  toggle: beside((caller, { people }, a, b) =>
    caller.put('toggle', `/users/${people[b % 3]}/toggle`, { active: a % 3 !== 0 }),
  ),
  role: beside((caller, { people, roleId }, a, b) => {
    const path = `/users/${people[b % 3]}/roles`
    if (a % 2 === 0) return caller.ask('no role', 'DELETE', `${path}/${roleId}`)
    return caller.post('role', path, { roleId })
  }),
  right: beside((caller, { roleId }, a) => {
    const path = `/roles/${roleId}/rights`
    if (a % 4 === 0) return caller.ask('no right', 'DELETE', `${path}/ReadInvoices`)
    return caller.post('right', path, { right: 'ReadInvoices' })
  }),
  /** Many at once, worked through by several, and ended by others meanwhile. */
  task: beside(async (caller, _, a, b) => {
    const ids = [caller.pick(a)?.id, caller.pick(a + 1)?.id, caller.pick(b)?.id]
    const some = [...new Set(ids.filter((id) => id !== undefined))]
    if (some.length === 0) return
    const changes = { serviceProviderCode: `DONE-${b}` }
    const path = '/invoices/actions/bulk-update'
    const { status, body } = await caller.put('task', path, { ids: some, changes })
    if (status !== 202) return
    if (b % 4 === 0)
      await caller.put('end', '/background-task/close', { ids: [body.id], cancel: true })
    await workOffAll(caller)
  }),
}

export const roomSteps: Readonly<Record<string, Step>> = { ...comings, ...doings }

/** What must hold of these at every moment. */
export const roomDrifts = `
  with closed as (select id, updated_at from client where tenant_id = $1 and status = 'CLOSED')
  select format('%s of the closed %s is %s', u.id, u.client_id, u.status) as drift
  from user_account u join closed c on c.id = u.client_id
  where u.tenant_id = $1 and u.status <> 'DISABLED'
  union all
  select format('%s of the closed %s works', s.id, s.client_id)
  from service_account s join closed c on c.id = s.client_id where s.tenant_id = $1 and s.active
  union all
  select format('%s opens what the closed %s had', t.id, t.client_id)
  from token t join closed c on c.id = t.client_id where t.tenant_id = $1
    and t.revoked_at is null and t.expires_at > c.updated_at
  union all
  select format('%s of the closed %s is on', s.id, s.client_id)
  from schedule s join closed c on c.id = s.client_id where s.tenant_id = $1 and s.enabled
  union all
  select format('%s of the closed %s is on', a.id, a.client_id)
  from automation a join closed c on c.id = a.client_id where a.tenant_id = $1 and a.enabled
  union all
  select format('%s about the closed %s is open', r.id, r.client_id)
  from internal_request r join closed c on c.id = r.client_id
  where r.tenant_id = $1 and r.status = 'OPEN' and r.topic = 'CLIENT_BANK_ACCOUNT'
  union all
  select format('%s is on, and comes at %s', id, next_run_at) from schedule
  where tenant_id = $1 and enabled <> (next_run_at is not null)
  union all
  select format('%s is at work, and is on: %s', r.automation_id, a.enabled)
  from automation_route r full join (select * from automation where tenant_id = $1
    and enabled and suspended_for is null) a on a.id = r.automation_id
  where coalesce(r.tenant_id, $1) = $1 and (r.automation_id is null or a.id is null)
  union all
  select format('%s was agreed to by who asked for it', id) from internal_request
  where tenant_id = $1 and status = 'APPROVED' and decided_by = requested_by
  union all
  select format('%s is given to %s, who is %s', t.id, u.id, u.status)
  from to_do t join user_account u on u.tenant_id = t.tenant_id and u.id = t.assignee_user_id
  where t.tenant_id = $1 and t.status = 'OPEN' and (u.status <> 'ACTIVE' or not u.super_user
    and not exists (select from user_role h join role_right r on r.tenant_id = $1
      and r.role_id = h.role_id where h.tenant_id = $1 and h.user_id = u.id
      and r.right_name in ('ReadInvoice', 'ReadInvoices')))
  union all
  select format('%s of %s is left, and it is %s', count(*), t.id, t.status)
  from background_task t join background_task_item i on i.tenant_id = t.tenant_id
    and i.task_id = t.id and i.status = 'WAITING'
  where t.tenant_id = $1 and t.status in ('COMPLETED', 'FAILED', 'CLOSED')
  group by t.id, t.status`
