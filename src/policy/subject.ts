import type { Row, Transaction } from '../ports/database/transaction.ts'
import { hashToken } from '../ports/keys/tokens.ts'
import type { RoleRight } from './explain.ts'

/** Somebody whose access is to be explained, with the roles and the rights behind them. */
export interface Subject {
  id: string
  name: string
  alive: boolean
  superUser: boolean
  roles: string[]
  roleRights: RoleRight[]
}

interface SubjectRow extends Row {
  id: string
  name: string
  alive: boolean
  super_user: boolean
  roles: string[]
  own_rights: string[]
  expired: boolean
  lives_by: string | null
}

const rolesOf = (table: string, column: string, id: string) =>
  `select role_id from ${table} where tenant_id = $1 and ${column} = ${id}`

const ofToken = `
select t.id, coalesce(u.name, a.name, t.name) as name, t.rights as own_rights,
  t.super_user or coalesce(u.super_user, false) as super_user,
  t.revoked_at is null and coalesce(u.status, 'ACTIVE') = 'ACTIVE'
    and coalesce(a.active, true) as alive, t.expires_at <= now() as expired, t.lives_by,
  array(${rolesOf('token_role', 'token_id', 't.id')} union
    ${rolesOf('user_role', 'user_id', 't.user_id')} union
    ${rolesOf('service_account_role', 'service_account_id', 't.service_account_id')}) as roles
from token t left join user_account u on u.tenant_id = $1 and u.id = t.user_id
left join service_account a on a.tenant_id = $1 and a.id = t.service_account_id
where t.tenant_id = $1 and (t.id = id_of($2) or t.hash = $3)`

const ofUser = `
select id, name, status = 'ACTIVE' as alive, super_user, '{}'::text[] as own_rights,
  false as expired, null::uuid as lives_by,
  array(${rolesOf('user_role', 'user_id', 'u.id')}) as roles
from user_account u where tenant_id = $1 and (id = id_of($2) or email = lower($2))`

const ofServiceAccount = `
select id, name, active as alive, false as super_user, '{}'::text[] as own_rights,
  false as expired, null::uuid as lives_by,
  array(${rolesOf('service_account_role', 'service_account_id', 'a.id')}) as roles
from service_account a where tenant_id = $1 and id = id_of($2)`

const ownRights = 'the token itself'

/** Who is meant by a token, an id or an e-mail. */
export async function findSubject(
  transaction: Transaction,
  tenantId: string,
  named: string,
  key: Buffer,
): Promise<Subject | undefined> {
  const row = await rowNamed(transaction, tenantId, named, key)
  if (row === undefined) return undefined
  const subject = await subjectOf(transaction, tenantId, row)
  if (row.expired) return { ...subject, alive: false }
  if (row.lives_by === null) return subject
  // A maker that only expired still counts.
  const maker = await rowNamed(transaction, tenantId, row.lives_by, key)
  return maker === undefined
    ? { ...subject, alive: false }
    : withinMaker(subject, await subjectOf(transaction, tenantId, maker))
}

/** A minted token lives as long as its maker, and has of its rights what its maker has as well. */
function withinMaker(token: Subject, maker: Subject): Subject {
  const alive = token.alive && maker.alive
  if (maker.superUser) return { ...token, alive }
  if (token.superUser) return { ...maker, id: token.id, name: token.name, alive }
  const held = new Set(maker.roleRights.map(({ right }) => right))
  return { ...token, alive, roleRights: token.roleRights.filter(({ right }) => held.has(right)) }
}

async function rowNamed(
  transaction: Transaction,
  tenantId: string,
  named: string,
  key: Buffer,
): Promise<SubjectRow | undefined> {
  const [row] = [
    ...(await transaction.query<SubjectRow>(ofToken, [tenantId, named, hashToken(named, key)])),
    ...(await transaction.query<SubjectRow>(ofUser, [tenantId, named])),
    ...(await transaction.query<SubjectRow>(ofServiceAccount, [tenantId, named])),
  ]
  return row
}

async function subjectOf(
  transaction: Transaction,
  tenantId: string,
  row: SubjectRow,
): Promise<Subject> {
  const rightsOfRoles = await transaction.query<{
    role_id: string
    name: string
    right_name: string
  }>(
    `select r.role_id, o.name, r.right_name from role_right r
     join role o on o.tenant_id = r.tenant_id and o.id = r.role_id
     where r.tenant_id = $1 and r.role_id = any($2)`,
    [tenantId, row.roles],
  )
  const own = row.own_rights.map((right) => ({ roleId: ownRights, roleName: ownRights, right }))
  return {
    id: row.id,
    name: row.name,
    alive: row.alive,
    superUser: row.super_user,
    roles: own.length > 0 ? [...row.roles, ownRights] : row.roles,
    roleRights: [
      ...rightsOfRoles.map(({ role_id, name, right_name }) => ({
        roleId: role_id,
        roleName: `role ${name}`,
        right: right_name,
      })),
      ...own,
    ],
  }
}
