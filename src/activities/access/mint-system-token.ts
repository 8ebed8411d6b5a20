import type { z } from 'zod'
import { lifetimeOf, lifetimes } from '../../domain/access/token.ts'
import { Token } from '../../entities/token.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { type IssuedToken, lifetime } from './issue-token.ts'
import { lockAdministrators } from './locks.ts'
import { mintToken, mintTokenInput } from './mint-token.ts'
import { secondForSuperUser } from './second-for-people.ts'

export const mintSystemTokenInput = mintTokenInput
  .extend({ expiresInSeconds: lifetime(lifetimes.system).optional() })
  .extend(bodyOf(Token, ['superUser'], { superUser: false }).shape)

/**
 * With neither rights nor roles it gets those that its maker holds. One that is a super-user of the
 * tenant's own, whoever goes, is made by two.
 */
export async function mintSystemToken(
  unit: Unit,
  sent: z.output<typeof mintSystemTokenInput>,
  held: readonly string[],
): Promise<IssuedToken | Pending> {
  const { name = 'System token', superUser, rights, roleIds, tenantsOwn } = sent
  if (superUser && tenantsOwn === true) {
    await lockAdministrators(unit)
    const about = { type: 'Tenant', id: unit.tenantId, payload: sent }
    const pending = await secondForSuperUser(unit, about)
    if (pending !== undefined) return pending
  }
  const saysNothing = rights === undefined && roleIds === undefined && !superUser
  return mintToken(unit, {
    kind: 'SYSTEM',
    name,
    superUser,
    rights: saysNothing ? held : rights,
    roleIds,
    tenantsOwn,
    lifetimeMs: lifetimeOf(lifetimes.system, sent),
  })
}
