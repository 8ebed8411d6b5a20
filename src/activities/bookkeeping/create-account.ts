import type { AccountType } from '../../domain/bookkeeping/ledger.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { tenantOf } from '../access/tenant-of.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { ownerNamed } from './owner-named.ts'

export interface NewAccount {
  clientId?: string | undefined
  number: string
  name: string
  type: AccountType
  role: string | null
  vatCode: string | null
  sruCode: string | null
  currency?: string | undefined
  active: boolean
}

/** An account in a client's book, or in the tenant's own where no client is named. */
export async function createAccount(unit: Unit, wanted: NewAccount): Promise<BookkeepingAccount> {
  const { clientId, currency, ...rest } = wanted
  const owner = await ownerNamed(unit, clientId)
  return unit.add(BookkeepingAccount, {
    ...rest,
    ...owner,
    currency: currency ?? (await tenantOf(unit)).currency,
    balance: 0n,
  })
}
