import { z } from 'zod'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { ownerNamed } from './owner-named.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { id } from '../../kernel/read/fields.ts'
import {
  accountRoles,
  isControlElsewhere,
  roleOfFurtherRate,
} from '../../domain/bookkeeping/chart.ts'
import type { OwnerType } from '../../domain/bookkeeping/ledger.ts'
import { invalid } from '../../domain/refusal.ts'
import { accountNumber } from '../../kernel/read/amounts.ts'

const noSuchRole = 'A role of the chart of accounts, or REVENUE_ or VAT_OUT_ with a rate'
export const accountRole = z
  .union([z.enum(accountRoles), z.string().regex(roleOfFurtherRate, noSuchRole)])
  .meta({ example: 'REVENUE_25' })

export const createAccountInput = bodyOf(
  BookkeepingAccount,
  ['name', 'type', 'vatCode', 'sruCode', 'currency', 'active'],
  { vatCode: null, sruCode: null, active: true },
)
  .partial({ currency: true })
  .extend({
    number: accountNumber,
    clientId: id('Client').optional(),
    role: accountRole.nullable().default(null),
  })
export type NewAccount = z.output<typeof createAccountInput>

/** An account in a client's book, or in the tenant's own where no client is named. */
export async function createAccount(unit: Unit, wanted: NewAccount): Promise<BookkeepingAccount> {
  const { clientId, currency, ...rest } = wanted
  const owner = await ownerNamed(unit, clientId)
  refuseElsewhere(rest.role, owner.ownerType)
  return unit.add(BookkeepingAccount, {
    ...rest,
    ...owner,
    currency: currency ?? (await unit.tenant()).currency,
    balance: 0n,
  })
}

export function refuseElsewhere(role: string | null | undefined, ownerType: OwnerType): void {
  if (!isControlElsewhere(role, ownerType)) return
  const other = ownerType === 'CLIENT' ? 'the tenant’s' : 'clients’'
  invalid('/role', 'ROLE_OF_OTHER_BOOK', `Only ${other} books have an account for ${role}`)
}
