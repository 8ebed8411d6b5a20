import type { Finding } from '../../../domain/payments/bank-file.ts'
import { PaymentAccount, SystemBankAccount } from '../../../entities/payment-account.ts'
import { plainAccount } from '../../../domain/clients/payment-accounts.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface AtAccount {
  place: string
  account: string
  currency: string
}

/** Says no to an account that is none of the tenant's, or takes no such money. */
export type Fit = (at: AtAccount) => Pick<Finding, 'code' | 'message'> | undefined

/** A tenant that has said none of its accounts takes what comes at any. */
export async function fitAccounts(unit: Unit, numbers: Iterable<string>): Promise<Fit> {
  const plain = [...new Set([...numbers].flatMap((number) => [number, plainAccount(number)]))]
  const [own, banks, hasAny] = await Promise.all([
    rowsOf(unit, PaymentAccount, { number: plain }, ['number', 'currency']),
    rowsOf(unit, SystemBankAccount, { number: plain }, ['number', 'currency']),
    hasAccounts(unit),
  ])
  const taken = Map.groupBy([...own, ...banks], ({ number }) => number)
  return ({ account, currency }) => {
    if (!hasAny) return undefined
    const known = taken.get(account) ?? taken.get(plainAccount(account))
    if (known === undefined) {
      return { code: 'ACCOUNT_UNKNOWN', message: `${account} is no account of ours` }
    }
    if (known.some((one) => one.currency === currency)) return undefined
    const takes = [...new Set(known.map((one) => one.currency))].join(' or ')
    return { code: 'CURRENCY_NOT_TAKEN', message: `${account} takes ${takes}, and no ${currency}` }
  }
}

async function hasAccounts(unit: Unit): Promise<boolean> {
  const [row] = await unit.transaction.prepared<{ has: boolean }>(
    `select exists (select from payment_account where tenant_id = $1)
       or exists (select from system_bank_account where tenant_id = $1) as has`,
    [unit.tenantId],
  )
  return row?.has === true
}
