import type { PrincipalKind } from '../../domain/access/principal.ts'
import { refuseBeyond } from '../../domain/access/grant.ts'
import { Role } from '../../entities/role.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseRolesBeyond, rolesNamed } from './grants.ts'
import { issueToken, type IssuedToken } from './issue-token.ts'

export interface WantedToken {
  kind: Extract<PrincipalKind, 'SYSTEM' | 'CLIENT' | 'PORTAL' | 'DEBTOR'>
  name: string
  superUser?: boolean
  clientId?: string | null
  debtorId?: string | null
  rights?: readonly string[] | undefined
  roleIds?: readonly string[] | undefined
  lifetimeMs: number
}

/** The shipped roles of a token for which neither rights nor roles are named. */
const usualRoles = {
  SYSTEM: [],
  CLIENT: ['integration', 'client-portal'],
  PORTAL: ['client-portal'],
  DEBTOR: ['debtor-portal'],
} as const

/** Makes a token with no more rights, and no wider reach, than the caller has. */
export async function mintToken(unit: Unit, wanted: WantedToken): Promise<IssuedToken> {
  const { kind, rights = [], superUser = false, clientId = null, debtorId = null } = wanted
  const roles = await rolesOf(unit, wanted)
  const reach = { clientId, debtorId }
  if (superUser) refuseBeyond(unit.principal, { rights: [], superUser, ...reach })
  await refuseRolesBeyond(unit, roles, reach, rights)
  const roleIds = roles.map(({ id }) => id)
  const { name, lifetimeMs } = wanted
  return issueToken(unit, { kind, name, superUser, rights, roleIds, lifetimeMs, ...reach })
}

function rolesOf(unit: Unit, { kind, rights, roleIds }: WantedToken): Promise<Role[]> {
  if (roleIds !== undefined) return rolesNamed(unit, roleIds)
  const templates = rights === undefined ? usualRoles[kind] : []
  return templates.length === 0
    ? Promise.resolve([])
    : unit.all(Role, { template: { $in: [...templates] } })
}
