import { z } from 'zod'
import type { PrincipalKind } from '../../domain/access/principal.ts'
import { refuseBeyond } from '../../domain/access/grant.ts'
import { Role } from '../../entities/role.ts'
import { Token } from '../../entities/token.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuse } from '../../domain/refusal.ts'
import { refuseClosedClient } from './refuse-closed-client.ts'
import { refuseMinted } from './refuse-minted.ts'
import { refuseRolesBeyond, roleIds, rolesNamed } from './grants.ts'
import { issueToken, type IssuedToken } from './issue-token.ts'

/** What every minting takes; which rights there are is for the policy to say. */
export const mintTokenInput = bodyOf(Token, ['name'])
  .extend({ rights: z.array(z.string()), roleIds, tenantsOwn: z.boolean() })
  .partial()

export interface WantedToken {
  kind: Extract<PrincipalKind, 'SYSTEM' | 'CLIENT' | 'PORTAL' | 'DEBTOR'>
  name: string
  superUser?: boolean
  clientId?: string | null
  debtorId?: string | null
  rights?: readonly string[] | undefined
  roleIds?: readonly string[] | undefined
  /** It stays when its maker goes, as a service account does. */
  tenantsOwn?: boolean | undefined
  lifetimeMs: number
}

/** The shipped roles of a token for which neither rights nor roles are named. */
const usualRoles = {
  SYSTEM: [],
  CLIENT: ['integration', 'client-portal'],
  PORTAL: ['client-portal'],
  DEBTOR: ['debtor-portal'],
} as const

/**
 * Makes a token with no more rights, and no wider reach, than the caller has. What the caller loses
 * it loses too, unless it is made as the tenant's own.
 */
export async function mintToken(unit: Unit, wanted: WantedToken): Promise<IssuedToken> {
  const { kind, rights = [], superUser = false, clientId = null, debtorId = null } = wanted
  await refuseClosedClient(unit, clientId)
  await refuseMinted(unit)
  const livesBy = makerOf(unit, wanted)
  const roles = await rolesOf(unit, wanted)
  const reach = { clientId, debtorId }
  if (superUser) refuseBeyond(unit.principal, { rights: [], superUser, ...reach })
  await refuseRolesBeyond(unit, roles, reach, rights)
  const ids = roles.map(({ id }) => id)
  const { name, lifetimeMs } = wanted
  const facts = { kind, name, livesBy, superUser, lifetimeMs, ...reach }
  return issueToken(unit, { ...facts, rights, roleIds: ids })
}

/** What outlasts its maker is no more than a service account, so it takes the same right. */
function makerOf({ principal }: Unit, { tenantsOwn = false }: WantedToken): string | null {
  if (tenantsOwn && !principal.has(rightForOwn)) {
    refuse('GRANT_EXCEEDS_HOLDER', {
      missingRights: [rightForOwn],
      detail: "A token of the tenant's own outlasts you, as a service account does.",
    })
  }
  return tenantsOwn || principal.kind === 'PLATFORM' ? null : principal.id
}

const rightForOwn = 'CreateServiceAccount'

function rolesOf(unit: Unit, wanted: WantedToken): Promise<Role[]> {
  const { kind, rights, roleIds: named } = wanted
  if (named !== undefined) return rolesNamed(unit, named)
  const templates = rights === undefined ? usualRoles[kind] : []
  return templates.length === 0
    ? Promise.resolve([])
    : unit.all(Role, { template: { $in: [...templates] } })
}
