import { lifetimes } from '../../domain/access/token.ts'
import { refuse } from '../../domain/refusal.ts'
import type { ServiceAccount } from '../../entities/service-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changeableAccount } from './changeable-account.ts'
import { issueToken, type IssuedToken } from './issue-token.ts'

export async function generateAccountToken(
  unit: Unit,
  id: string,
  lifetimeMs: number,
): Promise<IssuedToken> {
  const account = await changeableAccount(unit, id)
  if (!account.active) refuse('SERVICE_ACCOUNT_INACTIVE')
  return issueAccountToken(unit, account, lifetimeMs)
}

/** It holds what its account does, and reaches no further. */
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
