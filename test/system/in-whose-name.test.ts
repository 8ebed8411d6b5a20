import { expect, test } from 'vitest'
import { workOffTask } from '../../src/activities/system/run-task.ts'
import { ServiceAccount, ServiceAccountRole } from '../../src/entities/service-account.ts'
import { Role, RoleRight, UserRole } from '../../src/entities/role.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { invitedUser } from '../support/people.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant, type Api } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)

const chunk = (entityId: string) =>
  workOffTask({
    runtime: at.runtime,
    tenantId: tenant.id,
    entityId,
    now: at.clock.now,
    workflowId: 'test',
  })
const changes = { serviceProviderCode: 'INTERNAL' }
const ask = (by: Api, ids: string[]) => by.put('/invoices/actions/bulk-update', { ids, changes })
const codeOf = async (id: string) =>
  (await at.owner('select service_provider_code as code from invoice where id = $1', [id]))[0]?.[
    'code'
  ]

function roleWith(unit: Unit): Role {
  const role = unit.add(Role, { name: newId('Role'), description: '', template: null })
  unit.add(RoleRight, { roleId: role.id, right: 'BulkUpdateInvoice' })
  return role
}

interface Asker {
  api: Api
  roleId?: string
  id: string
}

const askers: Record<string, () => Promise<Asker>> = {
  'a user': async () => {
    const { id, roleId } = await tenant.work(async (unit) => {
      const [user, role] = [invitedUser(unit), roleWith(unit)]
      user.status = 'ACTIVE'
      await unit.flush()
      unit.add(UserRole, { userId: user.id, roleId: role.id })
      return { id: user.id, roleId: role.id }
    })
    return { api: await tenant.holding([], { kind: 'USER', userId: id }), id, roleId }
  },
  'a service account': async () => {
    const { id, roleId } = await tenant.work(async (unit) => {
      const facts = { name: newId('ServiceAccount'), description: '', active: true, clientId: null }
      const [account, role] = [unit.add(ServiceAccount, facts), roleWith(unit)]
      await unit.flush()
      unit.add(ServiceAccountRole, { serviceAccountId: account.id, roleId: role.id })
      return { id: account.id, roleId: role.id }
    })
    const more = { kind: 'SERVICE_ACCOUNT', serviceAccountId: id } as const
    return { api: await tenant.holding([], more), id, roleId }
  },
  'a token': async () => {
    const api = await tenant.holding(['BulkUpdateInvoice'])
    const [row] = await at.owner(
      `select id from token where tenant_id = $1 and name = 'test' order by id desc limit 1`,
      [tenant.id],
    )
    return { api, id: String(row?.['id']) }
  },
}

const taken = {
  'a user loses the right': ['a user', 'ACCESS_DENIED', takeRight],
  'a user is dismissed': [
    'a user',
    'UNAUTHENTICATED',
    ({ id }: Asker) => at.owner(`update user_account set status = 'DISABLED' where id = $1`, [id]),
  ],
  'a user is somebody of another client': [
    'a user',
    'ACCESS_DENIED',
    ({ id }: Asker) =>
      at.owner('update user_account set client_id = $2 where id = $1', [id, clientId]),
  ],
  'a service account loses the right': ['a service account', 'ACCESS_DENIED', takeRight],
  'a service account is switched off': [
    'a service account',
    'UNAUTHENTICATED',
    ({ id }: Asker) => at.owner('update service_account set active = false where id = $1', [id]),
  ],
  'a token is revoked': [
    'a token',
    'UNAUTHENTICATED',
    ({ id }: Asker) => at.owner('update token set revoked_at = now() where id = $1', [id]),
  ],
  'a token loses the right': [
    'a token',
    'ACCESS_DENIED',
    ({ id }: Asker) => at.owner(`update token set rights = '{ReadInvoice}' where id = $1`, [id]),
  ],
} as const

function takeRight({ roleId }: Asker) {
  return at.owner('delete from role_right where role_id = $1', [roleId])
}

test.each(Object.keys(taken) as (keyof typeof taken)[])(
  'what is not done yet is refused where %s',
  async (what) => {
    const [kind, code, take] = taken[what]
    const asker = await askers[kind]!()
    const id = await createdInvoice(tenant, clientId)
    const gone = Array.from({ length: 500 }, () => newId('Invoice'))
    const answer = await ask(asker.api, [id])
    expect(answer.status).toBe(202)
    const taskId: string = answer.body.id
    // Five hundred that are not there are worked on first, so that the task is at work already.
    await at.owner(
      `insert into background_task_item (tenant_id, task_id, position, entity_id, status)
       select tenant_id, task_id, n - 600, ($3::uuid[])[n], 'WAITING'
       from background_task_item, generate_series(1, 500) n where task_id = $1 and entity_id = $2`,
      [taskId, id, gone],
    )
    await at.owner(`update background_task set total = 501, settled_to = -600 where id = $1`, [
      taskId,
    ])
    expect(await chunk(taskId)).toMatchObject({ open: true, processed: 500, failed: 500 })
    await take(asker)
    expect(await chunk(taskId)).toMatchObject({ open: false, status: 'FAILED', failed: 501 })
    expect(await codeOf(id)).not.toBe('INTERNAL')
    const { body } = await tenant.api.get(`/background-task/${taskId}`)
    expect(body).toMatchObject({ status: 'FAILED', code, succeeded: 0, failed: 501 })
    const items = await at.owner(
      'select code from background_task_item where task_id = $1 and entity_id = $2',
      [taskId, id],
    )
    expect(items).toEqual([{ code }])
    const events = await at.owner(
      `select name from event where subject_id = $1 and name = 'failed'`,
      [taskId],
    )
    expect(events).toHaveLength(1)
  },
)

test('who still may goes on, whatever else they lost', async () => {
  for (const kind of Object.keys(askers)) {
    const asker = await askers[kind]!()
    const id = await createdInvoice(tenant, clientId)
    const { body } = await ask(asker.api, [id])
    // A session that has ended takes nothing from its user.
    if (kind === 'a user') {
      await at.owner('update token set revoked_at = now() where user_id = $1', [asker.id])
    }
    expect(await chunk(body.id)).toMatchObject({ open: false, status: 'COMPLETED' })
    expect(await codeOf(id)).toBe('INTERNAL')
  }
})
