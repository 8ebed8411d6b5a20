import { z } from 'zod'
import { refuseBeyond, type Grant } from '../../domain/access/grant.ts'
import { notFound } from '../../domain/refusal.ts'
import { Role } from '../../entities/role.ts'
import type { ServiceAccount } from '../../entities/service-account.ts'
import type { Token } from '../../entities/token.ts'
import { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { id } from '../../kernel/read/fields.ts'

export const roleIds = z.array(id('Role')).max(100)

/** Loads the roles to be given, each once; errors point at unknown ones. */
export async function rolesNamed(
  unit: Unit,
  ids: readonly string[],
  pointer: (at: number) => string = (at) => `/roleIds/${at}`,
): Promise<Role[]> {
  if (ids.length === 0) return []
  const found = await unit.all(Role, { id: { $in: [...ids] } })
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.findIndex((id) => !known.has(id))
  return missing < 0 ? found : notFound(pointer(missing))
}

export async function rightsOfRoles(unit: Unit, roles: readonly Role[]): Promise<string[]> {
  const rows = await unit.transaction.query<{ right_name: string }>(
    'select distinct right_name from role_right where tenant_id = $1 and role_id = any($2)',
    [unit.tenantId, roles.map(({ id }) => id)],
  )
  return rows.map(({ right_name }) => right_name)
}

/** Refuses unless the caller has all rights of the roles. */
export async function refuseRolesBeyond(
  unit: Unit,
  roles: readonly Role[],
  reach: Pick<Grant, 'clientId' | 'debtorId'>,
  own: readonly string[] = [],
): Promise<void> {
  const rights = roles.length === 0 ? own : [...own, ...(await rightsOfRoles(unit, roles))]
  refuseBeyond(unit.principal, { rights, ...reach })
}

/** Who changes a user could then act as that user, so it requires all the user's rights. */
export async function refuseStronger(unit: Unit, user: User): Promise<void> {
  refuseBeyond(unit.principal, await grantOfUser(unit, user))
}

export async function grantOfUser(unit: Unit, user: User): Promise<Grant> {
  return {
    rights: await rightsThrough(unit, 'user_role', 'user_id', user.id),
    superUser: user.superUser,
    clientId: user.clientId ?? null,
    debtorId: user.debtorId ?? null,
  }
}

export async function grantOfAccount(unit: Unit, account: ServiceAccount): Promise<Grant> {
  return {
    rights: await rightsThrough(unit, 'service_account_role', 'service_account_id', account.id),
    clientId: account.clientId ?? null,
  }
}

/** A session has the rights of its user, any other token those that it was made with. */
export async function grantOfToken(unit: Unit, token: Token): Promise<Grant> {
  if (token.userId != null) return grantOfUser(unit, await unit.load(User, token.userId))
  const ofRoles = await rightsThrough(unit, 'token_role', 'token_id', token.id)
  const ofAccount =
    token.serviceAccountId == null
      ? []
      : await rightsThrough(
          unit,
          'service_account_role',
          'service_account_id',
          token.serviceAccountId,
        )
  return {
    rights: [...token.rights, ...ofRoles, ...ofAccount],
    superUser: token.superUser,
    clientId: token.clientId ?? null,
    debtorId: token.debtorId ?? null,
  }
}

type Link = 'user_role' | 'service_account_role' | 'token_role'

async function rightsThrough(
  unit: Unit,
  link: Link,
  column: string,
  id: string,
): Promise<string[]> {
  const rows = await unit.transaction.prepared<{ right_name: string }>(
    `select distinct r.right_name from ${link} h
     join role_right r on r.tenant_id = $1 and r.role_id = h.role_id
     where h.tenant_id = $1 and h.${column} = $2`,
    [unit.tenantId, id],
  )
  return rows.map(({ right_name }) => right_name)
}
