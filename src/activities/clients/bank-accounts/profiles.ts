import type { z } from 'zod'
import { lifeOfBankAccount } from '../../../domain/clients/bank-account.ts'
import {
  ClientBankAccount,
  ClientBankAccountProfile,
} from '../../../entities/client-bank-account.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { id } from '../../../kernel/read/fields.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { notFound } from '../../../domain/refusal.ts'
import { clientOfToken } from '../../access/client-of-token.ts'

export const createProfileInput = bodyOf(ClientBankAccountProfile, [
  'purpose',
  'currency',
  'clientBankAccountId',
]).extend({ clientId: id('Client').optional() })

/** Says to which account a client is paid, of those that are not revoked. */
export async function createProfile(
  unit: Unit,
  { clientId: named, ...sent }: z.output<typeof createProfileInput>,
): Promise<ClientBankAccountProfile> {
  const clientId = await clientOfToken(unit, named)
  await lockKey(unit, 'payouts', clientId)
  await accountOf(unit, clientId, sent.clientBankAccountId, '/clientBankAccountId')
  return unit.add(ClientBankAccountProfile, { clientId, ...sent })
}

export const updateProfileInput = bodyOf(ClientBankAccountProfile, ['clientBankAccountId'])

export async function updateProfile(
  unit: Unit,
  profileId: string,
  { clientBankAccountId }: z.output<typeof updateProfileInput>,
): Promise<ClientBankAccountProfile> {
  const profile = await unit.load(ClientBankAccountProfile, profileId)
  await lockKey(unit, 'payouts', profile.clientId)
  await accountOf(unit, profile.clientId, clientBankAccountId, '/clientBankAccountId')
  return Object.assign(profile, { clientBankAccountId })
}

/** An account of this client to which money may come to be paid. */
export async function accountOf(
  unit: Unit,
  clientId: string,
  accountId: string,
  pointer: string,
): Promise<ClientBankAccount> {
  const account = await unit.load(ClientBankAccount, accountId, pointer)
  if (account.clientId !== clientId) notFound(pointer)
  lifeOfBankAccount.move(account.status, 'verify', pointer)
  return account
}
