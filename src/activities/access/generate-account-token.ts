import { z } from 'zod'
import { lifetimes, lifetimeOf } from '../../domain/access/token.ts'
import { refuse } from '../../domain/refusal.ts'
import type { ServiceAccount } from '../../entities/service-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableAccount } from './changeable-account.ts'
import { refuseMinted } from './refuse-minted.ts'
import { issueToken, type IssuedToken, lifetime } from './issue-token.ts'

export const generateAccountTokenInput = z
  .strictObject({ expiresInSeconds: lifetime(lifetimes.serviceAccount).optional() })
  .prefault({})

export async function generateAccountToken(
  unit: Unit,
  id: string,
  sent: z.output<typeof generateAccountTokenInput>,
): Promise<IssuedToken> {
  await refuseMinted(unit)
  const account = await changeableAccount(unit, id)
  if (!account.active) refuse('SERVICE_ACCOUNT_INACTIVE')
  return issueAccountToken(unit, account, lifetimeOf(lifetimes.serviceAccount, sent))
}

/** The token has the rights and the reach of its account. */
export function issueAccountToken(
  unit: Unit,
  account: ServiceAccount,
  lifetimeMs: number = lifetimes.serviceAccount.usualMs,
): IssuedToken {
  return issueToken(unit, {
    kind: 'SERVICE_ACCOUNT',
    name: account.name,
    serviceAccountId: account.id,
    clientId: account.clientId ?? null,
    lifetimeMs,
  })
}
