import type { z } from 'zod'
import { lifetimeOf, lifetimes } from '../../domain/access/token.ts'
import { Token } from '../../entities/token.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { type IssuedToken, lifetime } from './issue-token.ts'
import { mintToken, mintTokenInput } from './mint-token.ts'

export const mintSystemTokenInput = mintTokenInput
  .extend({ expiresInSeconds: lifetime(lifetimes.system).optional() })
  .extend(bodyOf(Token, ['superUser'], { superUser: false }).shape)

/** With neither rights nor roles it gets those that its maker holds. */
export function mintSystemToken(
  unit: Unit,
  sent: z.output<typeof mintSystemTokenInput>,
  held: readonly string[],
): Promise<IssuedToken> {
  const { name = 'System token', superUser, rights, roleIds, tenantsOwn } = sent
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
