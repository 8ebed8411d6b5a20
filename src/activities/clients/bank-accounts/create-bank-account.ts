import type { z } from 'zod'
import { ClientBankAccount } from '../../../entities/client-bank-account.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { id } from '../../../kernel/read/fields.ts'
import type { Pending } from '../../../kernel/write/pending.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { clientOfToken } from '../../access/client-of-token.ts'
import { refuseClosedClient } from '../../access/refuse-closed-client.ts'
import {
  isByClient,
  keptFacts,
  secondForAccount,
  unverified,
  verifiedBy,
} from './bank-account-sent.ts'

export const createBankAccountInput = bodyOf(ClientBankAccount, [
  'kind',
  'number',
  'bic',
  'holderName',
]).extend({ clientId: id('Client').optional() })

/** Two people of the tenant add a verified account; what the client adds waits to be verified. */
export async function createBankAccount(
  unit: Unit,
  { clientId: named, bic = null, ...sent }: z.output<typeof createBankAccountInput>,
): Promise<ClientBankAccount | Pending> {
  const clientId = await clientOfToken(unit, named)
  await refuseClosedClient(unit, clientId)
  const facts = keptFacts({ ...sent, bic })
  const subject = { type: 'Client', id: clientId, clientId }
  const pending = secondForAccount(unit, 'CLIENT_BANK_ACCOUNT', subject, facts)
  if (pending !== undefined) return pending
  const seen = isByClient(unit) ? unverified : verifiedBy(unit)
  return unit.add(ClientBankAccount, { clientId, ...facts, ...seen })
}
