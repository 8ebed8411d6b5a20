import { createSecretKey, type KeyObject } from 'node:crypto'
import { restrictingRight } from '../domain/access/grant.ts'
import type { Principal, PrincipalKind } from '../domain/access/principal.ts'
import { refuse } from '../domain/refusal.ts'
import {
  keyOfModule,
  moduleCodes,
  withDependents,
  type ModuleCode,
} from '../domain/system/modules.ts'
import type { KeptCaches } from '../domain/system/cache.ts'
import { question } from '../ports/database/answers.ts'
import type { Row, Transaction } from '../ports/database/transaction.ts'
import { hashToken } from '../ports/keys/tokens.ts'
import { RightSet } from './right-set.ts'
import { isRight, rightNames, type Right } from './rights.ts'

/** A principal together with the set that the gate asks. */
export interface Caller extends Principal {
  rights: RightSet
  /** What the tenant has switched off, with all that cannot do without it. */
  switchedOff: ReadonlySet<ModuleCode>
  timeZone: string
  /** Under whose id its requests are counted: a minted token has no rate of its own. */
  countedAs: string
}

/** When a token was last used is written down once in this time. */
export const lastUseGrainMs = 60_000

interface TokenRow extends Row {
  id: string
  hash: string
  kind: PrincipalKind
  principal_id: string
  name: string
  client_id: string | null
  debtor_id: string | null
  super_user: boolean
  own_rights: boolean
  must_enrol: boolean
  policy_version: string
  time_zone: string
  roles: string[]
  switched_off: ModuleCode[]
  /** Everything, as far as its maker has it. */
  all_rights: boolean
  lives_by: string | null
  valid_until: Date
  maker_super: boolean | null
  maker_bound: boolean | null
  maker_own_rights: boolean | null
  maker_roles: string[] | null
}

const rolesOf = (table: string, column: string) =>
  `select role_id from ${table} where tenant_id = $1 and ${column}`

// Whose life and rights a minted token has: one that only expired still has both.
const maker = `
select status = 'ACTIVE' as lives, super_user and not must_enrol as super_user, client_id,
  false as own_rights,
  case when must_enrol then '{}' else array(${rolesOf('user_role', 'user_id = w.id')}) end as roles
from (select *, mfa_required and mfa_enrolled_at is null as must_enrol from user_account) w
where tenant_id = $1 and id = t.lives_by
union all
select active, false, client_id, false,
  array(${rolesOf('service_account_role', 'service_account_id = w.id')})
from service_account w where tenant_id = $1 and id = t.lives_by
union all
select revoked_at is null, super_user, client_id, cardinality(rights) > 0,
  array(${rolesOf('token_role', 'token_id = w.id')})
from token w where tenant_id = $1 and id = t.lives_by`

const idle = `(t.idle_ms + ${lastUseGrainMs}) * interval '1 ms'`

const moduleKeys = moduleCodes.map((code) => `'${keyOfModule(code)}'`)

const switchedOff = `select split_part(key, '.', 2) from system_setting
    where tenant_id = $1 and key in (${moduleKeys.join(', ')}) and value ->> 'is' = 'false'`

// What makes a token void is weighed there, so that each call reads what it needs and no more.
const tokenWhere = (isMeant: string) => `
select t.id, t.hash, t.kind, coalesce(t.user_id, t.service_account_id, t.id) as principal_id,
  coalesce(u.name, a.name, t.name) as name,
  coalesce(t.client_id, u.client_id, a.client_id) as client_id, t.debtor_id,
  t.super_user and coalesce(m.super_user, true) or coalesce(u.super_user, false) as super_user,
  t.super_user as all_rights, t.lives_by,
  least(t.expires_at, coalesce(t.last_used_at, t.created_at) + ${idle}) as valid_until,
  m.super_user as maker_super,
  m.client_id is not null as maker_bound, m.own_rights as maker_own_rights, m.roles as maker_roles,
  cardinality(t.rights) > 0 as own_rights,
  coalesce(u.mfa_required and u.mfa_enrolled_at is null, false) as must_enrol,
  v.revision as policy_version, o.time_zone, array(${switchedOff}) as switched_off,
  array(${rolesOf('token_role', 'token_id = t.id')} union all
    ${rolesOf('user_role', 'user_id = t.user_id')} union all
    ${rolesOf('service_account_role', 'service_account_id = t.service_account_id')}) as roles
from token t
join policy_version v on v.tenant_id = $1
join tenant o on o.tenant_id = $1
left join user_account u on u.tenant_id = $1 and u.id = t.user_id
left join service_account a on a.tenant_id = $1 and a.id = t.service_account_id
left join lateral (${maker}) m on t.lives_by is not null
where t.tenant_id = $1 and ${isMeant} and t.revoked_at is null and t.expires_at > $3
  and (t.user_id is null or u.status = 'ACTIVE')
  and (t.service_account_id is null or a.active)
  and (t.lives_by is null or m.lives)
  and (t.debtor_id is null or exists (select from debtor d
    where d.tenant_id = $1 and d.id = t.debtor_id and d.moved_to_id is null))
  and (t.idle_ms is null or coalesce(t.last_used_at, t.created_at) >= $3::timestamptz - ${idle})`
const whoCalls = question<TokenRow>(tokenWhere('t.hash = $2'), 3, (row) => row.valid_until)
const ownRights = question<{ rights: string[] }>(
  'select rights from token where tenant_id = $1 and id = $2',
)
const findTokens = tokenWhere('t.hash = any ($2)')

const everyRight = RightSet.of(rightNames)
const noRight = RightSet.of([])
const hiding = RightSet.of([restrictingRight])
const tenantsMax = 1000
const tokensMax = 10_000
const recentMs = 1_000

interface CompiledRoles {
  version: string
  roles: Map<string, RightSet>
}

/** Where rights come from: the roles, and a token that has some of its own. */
interface Sources {
  tenantId: string
  version: string
  id: string | null
  roles: readonly string[]
}

interface OwnRights {
  tenantId: string
  version: string
  rights: RightSet
}

/** Finds who a token stands for, with rights as they are now: every version is read anew. */
export class Authenticator {
  readonly #key: KeyObject
  readonly #tenants = new Map<string, CompiledRoles>()
  readonly #ownRights = new Map<string, OwnRights>()
  readonly #recent = new Map<string, { caller: Caller; at: number }>()

  constructor(key: Buffer) {
    // Prepared once: a key in bytes is prepared anew by every hash.
    this.#key = createSecretKey(key)
  }

  hash(token: string): string {
    return hashToken(token, this.#key)
  }

  /** What is kept here. All of it but the callers of a second ago hangs on the policy's version. */
  readonly caches: KeptCaches = {
    RIGHTS: {
      size: (tenantId) =>
        (this.#tenants.get(tenantId)?.roles.size ?? 0) + countOf(this.#ownRights, tenantId),
      clear: (tenantId) => {
        this.#tenants.delete(tenantId)
        forget(this.#ownRights, (known) => known.tenantId === tenantId)
      },
    },
    CALLERS: {
      size: (tenantId) =>
        [...this.#recent.values()].filter(({ caller }) => caller.tenantId === tenantId).length,
      clear: (tenantId) => forget(this.#recent, ({ caller }) => caller.tenantId === tenantId),
    },
  }

  /** Callers of the last second: enough to refuse what they send. */
  recent(hash: string, now: Date): Caller | undefined {
    const known = this.#recent.get(hash)
    return known !== undefined && now.getTime() - known.at < recentMs ? known.caller : undefined
  }

  /** Whoever it stood for when it was last looked up: enough to begin the work, never to answer. */
  known(hash: string): Caller | undefined {
    return this.#recent.get(hash)?.caller
  }

  async caller(
    transaction: Transaction,
    tenantId: string,
    hash: string,
    now: Date,
  ): Promise<Caller> {
    const values = [tenantId, hash, now.toISOString()]
    const token = await transaction.stillSo(whoCalls, [hash], values)
    if (token === undefined) {
      this.#recent.delete(hash)
      return refuse('UNAUTHENTICATED', { detail: 'The token is unknown, expired or revoked.' })
    }
    return this.#callerOf(transaction, tenantId, token, now)
  }

  /** Those of them that are not void, in one look-up. */
  async callers(
    transaction: Transaction,
    tenantId: string,
    hashes: readonly string[],
    now: Date,
  ): Promise<Map<string, Caller>> {
    const values = [tenantId, hashes, now.toISOString()]
    const tokens = await transaction.prepared<TokenRow>(findTokens, values)
    const callers = new Map<string, Caller>()
    for (const token of tokens) {
      callers.set(token.hash, await this.#callerOf(transaction, tenantId, token, now))
    }
    return callers
  }

  async #callerOf(
    transaction: Transaction,
    tenantId: string,
    token: TokenRow,
    now: Date,
  ): Promise<Caller> {
    // Where a second factor is demanded, nothing opens before there is one, but to enrol it.
    const superUser = !token.must_enrol && token.super_user
    const rights = superUser
      ? everyRight
      : token.must_enrol
        ? noRight
        : await this.#rightsOf(transaction, tenantId, token)
    const caller: Caller = {
      kind: token.kind,
      id: token.principal_id,
      name: token.name,
      tenantId,
      clientId: token.client_id,
      debtorId: token.debtor_id,
      superUser,
      tokenId: token.id,
      timeZone: token.time_zone,
      countedAs: token.lives_by ?? token.principal_id,
      rights,
      switchedOff: withDependents(token.switched_off),
      has: (right) => isRight(right) && rights.has(right),
      lacks: (wanted) => wanted.filter((right) => !isRight(right) || !rights.has(right)),
    }
    transaction.whenSure(() =>
      remember(this.#recent, token.hash, { caller, at: now.getTime() }, tokensMax),
    )
    return caller
  }

  /** Those it was made with, of which a minted token keeps what its maker has now. */
  async #rightsOf(transaction: Transaction, tenantId: string, token: TokenRow): Promise<RightSet> {
    const { id, own_rights: own, roles, lives_by: livesBy, policy_version: version } = token
    const rights = token.all_rights
      ? everyRight
      : await this.#joined(transaction, { tenantId, version, id: own ? id : null, roles })
    if (livesBy === null || token.maker_super === true) return rights
    const makers = await this.#joined(transaction, {
      tenantId,
      version,
      id: token.maker_own_rights === true ? livesBy : null,
      roles: token.maker_roles ?? [],
    })
    return withinMakers(rights, makers, token.maker_bound === true)
  }

  async #joined(transaction: Transaction, of: Sources): Promise<RightSet> {
    const compiled = await this.#compiled(transaction, of)
    let rights = of.id === null ? undefined : await this.#own(transaction, of, of.id)
    for (const role of of.roles) {
      const set = compiled.get(role)
      if (set !== undefined) rights = rights === undefined ? set : rights.union(set)
    }
    return rights ?? noRight
  }

  async #compiled(
    transaction: Transaction,
    { tenantId, version, roles: wanted }: Sources,
  ): Promise<Map<string, RightSet>> {
    let tenant = this.#tenants.get(tenantId)
    if (tenant?.version !== version) {
      tenant = { version, roles: new Map() }
      remember(this.#tenants, tenantId, tenant, tenantsMax)
    }
    const { roles } = tenant
    const unknown = wanted.filter((role) => !roles.has(role))
    if (unknown.length === 0) return roles
    const rows = await transaction.query<{ role_id: string; rights: string[] }>(
      `select role_id, array_agg(right_name) as rights from role_right
       where tenant_id = $1 and role_id = any($2) group by role_id`,
      [tenantId, unknown],
    )
    for (const role of unknown) {
      const found = rows.find(({ role_id }) => role_id === role)
      roles.set(role, RightSet.of((found?.rights ?? []).filter(isRight)))
    }
    return roles
  }

  /** The rights that a token was made with never change: read once, unless the cache is cleared. */
  async #own(
    transaction: Transaction,
    { tenantId, version }: Sources,
    id: string,
  ): Promise<RightSet> {
    const known = this.#ownRights.get(id)
    if (known?.version === version) return known.rights
    const row = await transaction.stillSo(ownRights, [id], [tenantId, id])
    const rights = RightSet.of((row?.rights ?? []).filter((name): name is Right => isRight(name)))
    remember(this.#ownRights, id, { tenantId, version, rights }, tokensMax)
    return rights
  }
}

/** What hides something is never taken away, and comes to it where its maker gets it. */
function withinMakers(own: RightSet, makers: RightSet, isBound: boolean): RightSet {
  const rights = own.intersection(makers)
  const hides = own.has(restrictingRight) || (isBound && makers.has(restrictingRight))
  return hides ? rights.union(hiding) : rights
}

const countOf = (map: Map<string, { tenantId: string }>, tenantId: string) =>
  [...map.values()].filter((known) => known.tenantId === tenantId).length

function forget<V>(map: Map<string, V>, isMeant: (value: V) => boolean): void {
  for (const [key, value] of map) if (isMeant(value)) map.delete(key)
}

/** Keeps the newest; the oldest goes first, so that memory does not grow with the tenants. */
function remember<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value as string)
}
