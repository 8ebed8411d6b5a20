import { z } from 'zod'
import type { PrincipalKind } from '../../domain/access/principal.ts'
import { refuseBeyond } from '../../domain/access/grant.ts'
import { Role } from '../../entities/role.ts'
import { Token } from '../../entities/token.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseRolesBeyond, roleIds, rolesNamed } from './grants.ts'
import { issueToken, type IssuedToken } from './issue-token.ts'

/** What every minting takes; which rights there are is for the policy to say. */
export const mintTokenInput = bodyOf(Token, ['name'])
  .extend({ rights: z.array(z.string()), roleIds })
  .partial()

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
  const ids = roles.map(({ id }) => id)
  const { name, lifetimeMs } = wanted
  return issueToken(unit, { kind, name, superUser, rights, roleIds: ids, lifetimeMs, ...reach })
}

function rolesOf(unit: Unit, wanted: WantedToken): Promise<Role[]> {
  const { kind, rights, roleIds: named } = wanted
  if (named !== undefined) return rolesNamed(unit, named)
  const templates = rights === undefined ? usualRoles[kind] : []
  return templates.length === 0
    ? Promise.resolve([])
    : unit.all(Role, { template: { $in: [...templates] } })
}
