import type { z } from 'zod'
import { isBankAccount, keptNumber } from '../../domain/clients/bank-account.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { PaymentAccount, SystemBankAccount } from '../../entities/payment-account.ts'
import { InstanceProvider } from '../../entities/provider.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { change } from '../../kernel/read/fields.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export const createSystemBankAccountInput = bodyOf(
  SystemBankAccount,
  ['instanceProviderId', 'name', 'kind', 'number', 'bic', 'currency', 'active'],
  { active: true },
)

/** Which account it is stays: money of another one would be looked for in it. */
export const updateSystemBankAccountInput = bodyOf(SystemBankAccount, [
  'instanceProviderId',
  'name',
  'bic',
  'active',
]).partial()

/** Two people say where the tenant has its money. */
export async function createSystemBankAccount(
  unit: Unit,
  sent: z.output<typeof createSystemBankAccountInput>,
): Promise<SystemBankAccount | Pending> {
  const { kind, number, instanceProviderId } = sent
  if (!isBankAccount(kind, number)) {
    invalid('/number', 'INVALID_ACCOUNT', `This is no number of a ${kind}`)
  }
  await refuseUnknownProvider(unit, instanceProviderId)
  const facts = { ...sent, number: keptNumber(kind, number) }
  const pending = requireSecond(unit, {
    topic: 'SYSTEM_BANK_ACCOUNT',
    subject: { type: 'Tenant', id: unit.tenantId, clientId: null },
    payload: facts,
    isState: true,
  })
  return pending ?? unit.add(SystemBankAccount, facts)
}

export async function updateSystemBankAccount(
  unit: Unit,
  id: string,
  sent: z.output<typeof updateSystemBankAccountInput>,
): Promise<SystemBankAccount | Pending> {
  await refuseUnknownProvider(unit, sent.instanceProviderId)
  await unit.load(SystemBankAccount, id)
  const pending = requireSecond(unit, {
    topic: 'SYSTEM_BANK_ACCOUNT',
    subject: { type: 'SystemBankAccount', id, clientId: null },
    payload: sent,
    isState: true,
  })
  if (pending !== undefined) return pending
  const account = await loadHeld(unit, SystemBankAccount, id)
  if (sent.active === false) await refuseInUse(unit, id)
  return change(account, sent)
}

export async function refuseUnknownProvider(
  unit: Unit,
  id: string | null | undefined,
): Promise<void> {
  if (id != null) await unit.load(InstanceProvider, id, '/instanceProviderId')
}

/** What is paid to an account of a closed bank account would come nowhere. */
async function refuseInUse(unit: Unit, systemBankAccountId: string): Promise<void> {
  const found = await rowsOf(unit, PaymentAccount, { systemBankAccountId, active: true }, [
    'number',
  ])
  if (found.length === 0) return
  const numbers = found.map(({ number }) => number)
  refuse('SYSTEM_BANK_ACCOUNT_IN_USE', {
    errors: [{ pointer: '/active', code: 'IN_USE', message: `Paid to by ${numbers.join(', ')}` }],
  })
}
