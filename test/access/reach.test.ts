import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueToken } from '../../src/activities/access/issue-token.ts'
import { restrictingRight } from '../../src/domain/access/grant.ts'
import { UserRole } from '../../src/entities/role.ts'
import { User } from '../../src/entities/user.ts'
import type { Right } from '../../src/policy/rights.ts'
import {
  apiAs,
  tenantIn,
  world,
  type Answered,
  type Api,
  type TestTenant,
  type World,
} from '../support/world.ts'
import { clientIn, debtorIn, roleIn } from './people.ts'
import { seed } from '../support/seed.ts'

const tools: readonly Right[] = [
  ...(['CreateUsers', 'UpdateUsers', 'ToggleUsers', 'ToggleSuperUsers'] as const),
  ...(['ChangePasswordUsers', 'ChangeMfaUsers', 'CreateUserRoles', 'DeleteUserRoles'] as const),
  ...(['CreateRoles', 'AddRoleRight', 'RemoveRoleRight', 'DeleteRole'] as const),
  ...(['GenerateToken', 'GenerateClientToken', 'GenerateDebtorToken'] as const),
  ...(['CreateServiceAccount', 'GenerateTokenServiceAccount'] as const),
  ...(['RotateSecretServiceAccount', 'ReadUsers'] as const),
]
const treasures: readonly Right[] = [
  ...(['ReadInvoices', 'ReadDebtors', 'ReadPayouts', 'ReadVouchers'] as const),
  restrictingRight,
]

let at: World
beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

/** Who there is, roles too, and what each reaches: asked of the tables by joins, not of the code under test. */
interface Reach {
  rights: Set<string>
  superUser: boolean
  clientId: string | null
  active: boolean
}

const everyone = `
with carried as (
  select user_id as id, role_id from user_role where tenant_id = $1
  union all select service_account_id, role_id from service_account_role where tenant_id = $1
  union all select token_id, role_id from token_role where tenant_id = $1
), held as (
  select c.id, r.right_name from carried c join role_right r on r.role_id = c.role_id
  union select id, unnest(rights) from token where tenant_id = $1
  union select role_id, right_name from role_right where tenant_id = $1
)
select p.id, p.super_user, p.client_id, p.active,
  coalesce(array_agg(h.right_name) filter (where h.right_name is not null), '{}') as rights
from (
  select id, super_user, client_id, status <> 'DISABLED' as active from user_account
    where tenant_id = $1
  union all select id, false, client_id, active from service_account where tenant_id = $1
  union all select id, super_user, client_id, revoked_at is null from token
    where tenant_id = $1 and user_id is null and service_account_id is null
  union all select id, false, null, true from role where tenant_id = $1 and template is null
) p left join held h on h.id = p.id
group by 1, 2, 3, 4`

async function reachOf(tenant: TestTenant): Promise<Map<string, Reach>> {
  const rows = await at.owner(everyone, [tenant.id])
  return new Map(
    rows.map((row) => [
      String(row['id']),
      {
        rights: new Set(row['rights'] as string[]),
        superUser: row['super_user'] === true,
        clientId: row['client_id'] as string | null,
        active: row['active'] === true,
      },
    ]),
  )
}

/** A caller, and the user, account or token that they act as. */
interface Actor {
  api: Api
  as: string
}

interface Role {
  id: string
  template: string | null
}

interface Stage {
  /** What everybody reached after the last deed. */
  reach: Map<string, Reach>
  tenant: TestTenant
  clientId: string
  debtorId: string
  actors: Actor[]
  users: string[]
  roles: string[]
  accounts: string[]
}

const subset = fc.subarray([...tools, ...treasures])
const mostTools = fc
  .tuple(fc.subarray([...tools], { minLength: 12 }), fc.subarray([...treasures]))
  .map(([some, more]) => [...some, ...more])

async function stage(holdings: readonly (readonly Right[])[]): Promise<Stage> {
  const tenant = await tenantIn(at)
  const clientId = await clientIn(tenant)
  const debtorId = await debtorIn(at, tenant)
  const actors: Actor[] = []
  for (const [n, rights] of holdings.entries()) {
    const roleId = await roleIn(tenant, rights)
    const boundTo = n === 0 ? clientId : null
    const { user, issued } = await tenant.work((unit) => {
      const user = unit.add(User, {
        email: `actor${n}@example.com`,
        name: `Actor ${n}`,
        kind: boundTo === null ? 'STAFF' : 'CLIENT',
        status: 'ACTIVE',
        clientId: boundTo,
        superUser: false,
        mfaRequired: false,
      })
      unit.add(UserRole, { userId: user.id, roleId })
      const facts = { kind: 'USER', name: 'Session', userId: user.id } as const
      const issued = issueToken(unit, { ...facts, clientId: boundTo, lifetimeMs: 3_600_000 })
      return { user, issued }
    })
    actors.push({ api: apiAs(at, issued.token), as: user.id })
  }
  const strong = await tenant.api.post('/users', { email: 'strong@example.com', name: 'Strong' })
  await tenant.api.put(`/users/${strong.body.id}/toggle-super-user`, { superUser: true })
  const roleIds = [await roleIn(tenant, ['ReadInvoices', 'ReadPayouts'])]
  const account = await tenant.api.post('/service-accounts', { name: 'Machine', roleIds })
  const listed = (await tenant.api.get('/roles')).body.data as Role[]
  const roles = listed
    .filter(({ template }) => template === null || template === 'debtor-portal')
    .map(({ id }) => id)
  const users = [...actors.map(({ as }) => as), strong.body.id]
  const reach = await reachOf(tenant)
  return { reach, tenant, clientId, debtorId, actors, users, roles, accounts: [account.body.id] }
}

interface Step {
  deed: number
  who: number
  on: number
  role: number
  rights: readonly Right[]
  flag: boolean
}

const steps = fc.array(
  fc.record({
    deed: fc.nat(),
    who: fc.nat(),
    on: fc.nat(),
    role: fc.nat(),
    rights: subset,
    flag: fc.boolean(),
  }),
  { minLength: 20, maxLength: 35 },
)

const one = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** What it takes over: whoever does this to somebody could act as them. */
type Deed = (
  stage: Stage,
  api: Api,
  step: Step,
  n: number,
) => { answer: Promise<Answered>; over?: string; made?: 'user' | 'role' | 'account' | 'token' }

const mint =
  (path: string, more: (stage: Stage, step: Step) => object = () => ({})): Deed =>
  (stage, api, step) => ({
    answer: api.post(path, {
      ...(step.flag ? { rights: step.rights } : {}),
      ...(step.role % 3 === 0 ? { roleIds: [one(stage.roles, step.role)] } : {}),
      ...more(stage, step),
    }),
    made: 'token',
  })

const named = ({ clientId }: Stage, { role }: Step) => (role % 2 === 0 ? { clientId } : {})

const deeds: readonly Deed[] = [
  (stage, api, { role, flag }, n) => ({
    answer: api.post('/users', {
      email: `made${n}@example.com`,
      name: 'Made',
      roleIds: [one(stage.roles, role)],
      ...(flag ? { clientId: stage.clientId } : {}),
    }),
    made: 'user',
  }),
  (stage, api, { on }, n) => {
    const over = one(stage.users, on)
    return { answer: api.put(`/users/${over}`, { email: `taken${n}@example.com` }), over }
  },
  (stage, api, { on, flag }) => {
    const over = one(stage.users, on)
    return { answer: api.put(`/users/${over}/toggle`, { active: flag }), over }
  },
  (stage, api, { on, flag }) => {
    const over = one(stage.users, on)
    return { answer: api.put(`/users/${over}/toggle-super-user`, { superUser: flag }), over }
  },
  (stage, api, { on, flag }) => {
    const over = one(stage.users, on)
    return {
      answer: api.put(`/users/${over}/change-mfa`, { required: flag && on % 9 === 0 }),
      over,
    }
  },
  (stage, api, { on }) => {
    const over = one(stage.users, on)
    const body = { newPassword: 'a lake, a boat, no wind' }
    return { answer: api.put(`/users/${over}/change-password`, body), over }
  },
  ...Array.from({ length: 3 }, (): Deed => (stage, api, { on, role }) => {
    const over = one(stage.users, on)
    return { answer: api.post(`/users/${over}/roles`, { roleId: one(stage.roles, role) }), over }
  }),
  (stage, api, { on, role }) => ({
    answer: api.delete(`/users/${one(stage.users, on)}/roles/${one(stage.roles, role)}`),
  }),
  (_stage, api, { rights }, n) => ({
    answer: api.post('/roles', { name: `Made ${n}`, rights }),
    made: 'role',
  }),
  ...Array.from({ length: 3 }, (): Deed => (stage, api, { on, role }) => ({
    answer: api.post(
      `/roles/${one(stage.roles, role)}/rights/${one([...treasures, ...tools], on)}`,
    ),
  })),
  (stage, api, { on, role }) => ({
    answer: api.delete(
      `/roles/${one(stage.roles, role)}/rights/${one([...treasures, ...tools], on)}`,
    ),
  }),
  (stage, api, { role }) => ({ answer: api.delete(`/roles/${one(stage.roles, role)}`) }),
  mint('/token/generate', (_stage, { on }) => (on % 2 === 0 ? { superUser: true } : {})),
  mint('/token/client/generate', named),
  mint('/token/client/portal/generate', named),
  mint('/token/debtor/generate', (stage) => ({ debtorId: stage.debtorId })),
  (stage, api, { role, flag }, n) => ({
    answer: api.post('/service-accounts', {
      name: `Made ${n}`,
      roleIds: flag ? [one(stage.roles, role)] : [],
    }),
    made: 'account',
  }),
  (stage, api, { on, role }) => {
    const over = one(stage.accounts, on)
    const roleIds = [one(stage.roles, role)]
    return { answer: api.put(`/service-accounts/${over}`, { roleIds }), over }
  },
  (stage, api, { on }) => {
    const over = one(stage.accounts, on)
    return { answer: api.put(`/service-accounts/${over}/rotate-secret`), over }
  },
  (stage, api, { on }) => {
    const over = one(stage.accounts, on)
    return { answer: api.put(`/service-accounts/${over}/generate-token`), over, made: 'token' }
  },
]

/** What one holds beyond another; what only hides something is nothing to have. */
function beyond(some: Reach, other: Reach): string[] {
  if (other.superUser) return []
  const rights = [...some.rights].filter((right) => !other.rights.has(right))
  const more = rights.filter((right) => right !== restrictingRight)
  const wider = other.clientId !== null && some.clientId !== other.clientId
  return [...more, ...(some.superUser ? ['super-user'] : []), ...(wider ? ['all clients'] : [])]
}

const nothing = (clientId: string | null): Reach => ({
  rights: new Set(),
  superUser: false,
  clientId,
  active: true,
})

/** Whatever somebody reaches after a deed and did not before, the doer reached. */
function holdsToWhatWasGiven(
  before: Map<string, Reach>,
  after: Map<string, Reach>,
  doer: Reach,
): void {
  for (const [id, reach] of after) {
    const earlier = before.get(id) ?? nothing(reach.clientId)
    const gained = beyond(reach, earlier)
    const given = new Set(beyond(reach, doer))
    expect({ id, beyond: gained.filter((what) => given.has(what)) }).toEqual({ id, beyond: [] })
    if (!before.has(id)) expect({ id, beyond: [...given] }).toEqual({ id, beyond: [] })
  }
}

const tallied = { done: 0, exceeding: 0 }

async function perform(stage: Stage, step: Step, n: number): Promise<void> {
  const actor = one(stage.actors, step.who)
  const before = stage.reach
  const doer = before.get(actor.as) as Reach
  const { answer, over, made } = one(deeds, step.deed)(stage, actor.api, step, n)
  const { status, body } = await answer
  expect(status).toBeLessThan(500)
  if (body?.code === 'GRANT_EXCEEDS_HOLDER') tallied.exceeding++
  const after = await reachOf(stage.tenant)
  stage.reach = after
  holdsToWhatWasGiven(before, after, doer)
  if (status >= 300) return
  tallied.done++
  if (over !== undefined) {
    expect({ over, beyond: beyond(before.get(over) as Reach, doer) }).toEqual({ over, beyond: [] })
  }
  if (made === 'user') stage.users.push(body.id)
  if (made === 'role') stage.roles.push(body.id)
  if (made === 'account') stage.accounts.push(body.id)
  if (made === 'token') stage.actors.push({ api: apiAs(at, body.token), as: over ?? body.id })
}

test(`nobody comes to reach what no holder gave (SEED=${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(mostTools, { minLength: 3, maxLength: 4 }),
      steps,
      async (held, all) => {
        const at_ = await stage(held)
        for (const [n, step] of all.entries()) await perform(at_, step, n)
      },
    ),
    { seed, numRuns: 12, endOnFailure: true },
  )
  expect(tallied.done).toBeGreaterThan(20)
  expect(tallied.exceeding).toBeGreaterThan(20)
}, 120_000)
