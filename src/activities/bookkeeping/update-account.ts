import type { z } from 'zod'
import { isControl } from '../../domain/bookkeeping/chart.ts'
import { refuse } from '../../domain/refusal.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { accountRole, refuseElsewhere } from './create-account.ts'

export const updateAccountInput = bodyOf(BookkeepingAccount, [
  'name',
  'vatCode',
  'sruCode',
  'active',
])
  .extend({ role: accountRole.nullable() })
  .partial()
export type AccountChange = z.output<typeof updateAccountInput>

/** Changes the name and role of an account. A control account with postings keeps its role. */
export async function updateAccount(
  unit: Unit,
  id: string,
  sent: AccountChange,
): Promise<BookkeepingAccount> {
  const account = await loadHeld(unit, BookkeepingAccount, id)
  const { role = account.role } = sent
  refuseElsewhere(role, account.ownerType)
  const { ownerType } = account
  if (role !== account.role && [role, account.role].some((one) => isControl(one, ownerType))) {
    await refuseUsed(unit, account)
  }
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined) Object.assign(account, { [name]: value })
  }
  return account
}

async function refuseUsed(unit: Unit, { id, number }: BookkeepingAccount): Promise<void> {
  const used = await unit.transaction.query(
    `select 1 as used from voucher_posting where tenant_id = $1 and account_id = $2 limit 1`,
    [unit.tenantId, id],
  )
  if (used.length === 0) return
  refuse('CONTROL_ACCOUNT_IN_USE', { detail: `Something is booked on the account ${number}.` })
}
