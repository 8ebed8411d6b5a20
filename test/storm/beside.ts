import { expect } from 'vitest'
import { commitConfiguration } from '../../src/activities/clients/git/commit-configuration.ts'
import { jobNames } from '../../src/domain/jobs.ts'
import { jobDone } from '../support/jobs.ts'
import { patiently, workOffAll, type Caller } from './caller.ts'
import type { Step } from './claims.ts'

/** What people put beside the trade: each on one of few things, so that they meet. */
interface Target {
  type: 'INVOICE' | 'CLIENT' | 'DEBTOR'
  id: string
  room: string
  todos: string
}

async function targetOf(caller: Caller, a: number): Promise<Target | undefined> {
  const claim = caller.ground.claims[a % Math.min(caller.ground.claims.length, 3)]
  if (claim === undefined) return undefined
  const { id, clientId } = claim
  if (a % 3 === 0) return { type: 'INVOICE', id, room: `/invoices/${id}`, todos: '/invoice/todo' }
  if (a % 3 === 1) {
    return { type: 'CLIENT', id: clientId, room: `/clients/${clientId}`, todos: '/client/todo' }
  }
  const { debtorId } = (await caller.tenant.api.get(`/invoices/${id}`)).body
  return { type: 'DEBTOR', id: debtorId, room: `/debtors/${debtorId}`, todos: '/debtor/todo' }
}

const onOne =
  (step: (caller: Caller, target: Target, b: number) => Promise<unknown>): Step =>
  async (caller, a, b) => {
    const target = await targetOf(caller, a)
    if (target !== undefined) await step(caller, target, b)
  }

const among = async (caller: Caller, path: string) =>
  ((await caller.tenant.api.get(path)).body.data ?? []) as { id: string; status: string }[]

const pdf = Buffer.from('%PDF-1.4\nPaid').toString('base64')

const adjectives: Readonly<Record<string, Step>> = {
  toDo: onOne((caller, { id: targetId, todos }, b) =>
    caller.post('to-do', todos, { targetId, title: `Call ${b}` }),
  ),
  resolve: onOne(async (caller, { id, todos }, b) => {
    const ids = (await among(caller, `${todos}/${id}?status=OPEN`))
      .slice(0, 3)
      .map((each) => each.id)
    if (ids.length === 0) return
    if (b % 2 === 0) await caller.put('resolve', `${todos}/resolve-multiple`, { ids })
    else
      await caller.put('change', `${todos}/${id}/${ids[b % ids.length]}`, { title: `Write ${b}` })
  }),
  note: onOne((caller, { type: targetType, id: targetId }, b) =>
    caller.post('note', '/notes', { targetType, targetId, text: `Said ${b}` }),
  ),
  unsaid: onOne(async (caller, _, b) => {
    const notes = await among(caller, '/notes?limit=5')
    const own = `/notes/${notes[b % notes.length]?.id ?? 'none'}`
    if (b % 2 === 0) await caller.put('rewrite', own, { text: `Better ${b}` })
    else await caller.ask('unsay', 'DELETE', own)
  }),
  /** What stands on a note meets whoever rewrites or deletes it. */
  file: onOne(async (caller, _, b) => {
    const notes = await among(caller, '/notes?limit=3')
    const own = `/notes/${notes[b % notes.length]?.id ?? 'none'}`
    const sent = { filename: `said-${b}.pdf`, content: pdf }
    const { body } = await caller.put('attach', `${own}/attach-file`, sent)
    const file = body?.files?.[0]?.id
    if (b % 3 === 0 && file !== undefined) {
      await caller.ask('detach', 'DELETE', `${own}/files/${file}`)
    }
  }),
  label: onOne(async (caller, { room }, b) => {
    const labels = await among(caller, '/labels?limit=3&sort=createdAt')
    if (labels.length < 3) await caller.post('new label', '/labels', { name: `Label ${b % 3}` })
    const labelId = labels[b % labels.length]?.id
    if (labelId !== undefined) await caller.post('label', `${room}/labels`, { labelId })
  }),
  unlabel: onOne(async (caller, { room }, b) => {
    const put = await among(caller, `${room}/labels`)
    const labels = await among(caller, '/labels?limit=3&sort=createdAt')
    const own = `${room}/labels/${put[b % put.length]?.id ?? 'none'}`
    if (b % 3 === 0) await caller.ask('unlabel', 'DELETE', own)
    else await caller.put('relabel', own, { labelId: labels[b % labels.length]?.id ?? 'none' })
  }),
  contact: onOne(async (caller, { type, id: debtorId }, b) => {
    if (type !== 'DEBTOR') return
    const contact = { debtorId, name: `Contact ${b}`, preferred: b % 2 === 0 }
    await caller.post('contact', '/contacts', contact)
    const all = await among(caller, `/debtors/${debtorId}/contacts`)
    if (b % 3 === 0) await caller.ask('no contact', 'DELETE', `/contacts/${all[0]?.id}`)
  }),
}

const tenants: Readonly<Record<string, Step>> = {
  group: async (caller, a, b) => {
    const groups = await among(caller, '/client-groups?limit=2')
    if (groups.length < 2) return caller.post('group', '/client-groups', { name: `Group ${b % 2}` })
    const path = `/client-groups/${groups[a % 2]?.id}`
    const clientId = caller.ground.clients[b % 2]
    if (b % 7 === 0) return caller.ask('no group', 'DELETE', path)
    if (b % 3 === 0) return caller.ask('leave', 'DELETE', `${path}/clients/${clientId}`)
    return caller.post('join', `${path}/clients`, { clientId })
  },
  handler: async (caller, a, b) => {
    const handlers = await among(caller, '/client-handlers?limit=2')
    if (handlers.length < 2) {
      return caller.post('handler', '/client-handlers', { name: `Handler ${b % 2}` })
    }
    const path = `/client-handlers/${handlers[a % 2]?.id}/connect/${caller.ground.clients[b % 2]}`
    return b % 3 === 0 ? caller.ask('disconnect', 'DELETE', path) : caller.put('connect', path)
  },
  /** Groups of debtors go under one another, and never in a circle. */
  concern: async (caller, a, b) => {
    const groups = await among(caller, '/system-debtor-groups?limit=3')
    if (groups.length < 3) {
      const made = { name: `Concern ${b % 3}`, currency: 'SEK' }
      return caller.post('concern', '/system-debtor-groups', made)
    }
    const path = `/system-debtor-groups/${groups[a % 3]?.id}`
    if (b % 3 === 0) {
      const parentId = b % 2 === 0 ? null : groups[(a + b) % 3]?.id
      return caller.put('under', path, { parentId })
    }
    const { data } = (await caller.tenant.api.get('/debtors?limit=5')).body
    const systemDebtorId = data[b % Math.max(data.length, 1)]?.systemDebtorId ?? 'none'
    if (b % 3 === 1) return caller.post('join', `${path}/system-debtors`, { systemDebtorId })
    return caller.ask('leave', 'DELETE', `${path}/system-debtors/${systemDebtorId}`)
  },
  /** Its configuration is committed beside whoever changes it. */
  commit: async (caller, a, b) => {
    const clientId = caller.ground.clients[a % 2] ?? ''
    const connected = { connected: b % 5 !== 0 }
    await caller.put('connect', `/clients/${clientId}/connect-to-git`, connected)
    const done = await patiently(caller, 'commit', () => commitConfiguration(caller.task(clientId)))
    caller.note(`commit: ${JSON.stringify(done)}`)
  },
  choose: async (caller, a, b) => {
    const key = 'portal.hideBalanceDetails'
    if (a % 2 === 0) {
      return caller.put('choose', `/system-setting/${key}`, { value: b % 2 === 0 })
    }
    const path = `/settings/client/${caller.ground.clients[b % 2]}`
    const days = [10, 20, 30][b % 3]
    if (b % 4 === 0) {
      return caller.ask('unchoose', 'DELETE', `${path}/invoice.paymentTermsDays`)
    }
    return caller.put('choose', path, { settings: { 'invoice.paymentTermsDays': days } })
  },
  /** What is asked of a second person is seen by all of them, while it is asked and agreed to. */
  inbox: (caller, a) =>
    caller.post('inbox', '/internal-request/search', {
      filters: { status: ['OPEN', 'APPROVED', 'EXPIRED'][a % 3] },
      count: true,
    }),
  /** Each item is tried beside whoever changes the same, and leaves nothing. */
  tryOut: async (caller, a, b) => {
    const ids = [caller.pick(a)?.id, caller.pick(b)?.id].filter((id) => id !== undefined)
    if (ids.length === 0) return
    const changes = { serviceProviderCode: `TRIED-${b}` }
    const path = '/invoices/actions/bulk-update?dryRun=true'
    const { status } = await caller.put('try out', path, { ids: [...new Set(ids)], changes })
    if (status === 202) await workOffAll(caller)
  },
  /** All jobs of the day, beside whatever people do. */
  night: async (caller, a) => {
    const { at, tenant } = caller.ground
    const day = at.clock.now.toISOString().slice(0, 10)
    const job = jobNames[a % jobNames.length]!
    const done = await patiently(caller, job, () => jobDone(at, tenant, job, day))
    caller.note(`${job}: ${JSON.stringify(done)}`)
    expect(done?.['status'], JSON.stringify(done)).toBe('DONE')
  },
}

export const stepsBeside: Readonly<Record<string, Step>> = { ...adjectives, ...tenants }

/** What must hold of these at every moment. */
export const besides = `
  select format('%s contacts of %s are tried first', count(*), debtor_id) as drift from contact
  where tenant_id = $1 and preferred group by debtor_id having count(*) > 1
  union all
  select format('label %s is %s times on %s', label_id, count(*), target_id) from label_assignment
  where tenant_id = $1 group by label_id, target_id having count(*) > 1
  union all
  select format('%s is above itself', g.id) from system_debtor_group g
  left join system_debtor_group p on p.tenant_id = g.tenant_id and p.id = g.parent_id
  left join system_debtor_group q on q.tenant_id = p.tenant_id and q.id = p.parent_id
  where g.tenant_id = $1 and g.id in (g.parent_id, p.parent_id, q.parent_id)
  union all
  select format('to-do %s is %s, by %s', id, status, resolved_by) from to_do
  where tenant_id = $1 and (status = 'RESOLVED') <> (resolved_by is not null)
  union all
  select format('%s was tried out and is so', id) from invoice
  where tenant_id = $1 and service_provider_code like 'TRIED-%'
  union all
  select format('%s: %s of %s done, %s and %s', id, processed, total, succeeded, failed)
  from background_task where tenant_id = $1
    and (processed > total or succeeded + failed > processed)
  union all
  select format('%s requests of %s %s are open', count(*), topic, subject_id) from internal_request
  where tenant_id = $1 and status = 'OPEN' group by topic, subject_id, payload_hash
  having count(*) > 1
  union all
  select title from system_errand where tenant_id = $1 and type = 'INVARIANT'`
