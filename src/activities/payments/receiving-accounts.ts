import { isLetThrough } from '../../domain/payments/account.ts'
import { invalid, notFound, refuse } from '../../domain/refusal.ts'
import { PaymentAccount, SystemBankAccount } from '../../entities/payment-account.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { plainAccount } from '../../domain/clients/payment-accounts.ts'

const fields = [
  'id',
  'kind',
  'number',
  'currency',
  'clientId',
  'active',
  'systemBankAccountId',
  'referenceLevel',
  'referenceLength',
  'furtherLength',
  'placesByReference',
] as const

export type ReceivingAccount = Pick<PaymentAccount, (typeof fields)[number]>

interface Received {
  paymentAccountId?: string | null | undefined
  currency: string
  clientId?: string | null | undefined
}

/** The accounts that payments came to, by id: each in its own currency, and of its own client. */
export async function accountsNamed(
  unit: Unit,
  all: readonly Received[],
  pointerOf: (at: number) => string,
): Promise<ReadonlyMap<string, ReceivingAccount>> {
  const ids = [...new Set(all.flatMap(({ paymentAccountId }) => paymentAccountId ?? []))]
  const accounts = await accountsById(unit, ids)
  all.forEach(({ paymentAccountId, currency, clientId }, at) => {
    if (paymentAccountId == null) return
    const within = pointerOf(at)
    const account = accounts.get(paymentAccountId) ?? notFound(`${within}/paymentAccountId`)
    if (account.currency !== currency) {
      const message = `${account.number} takes ${account.currency}`
      const pointer = `${within}/currency`
      refuse('CURRENCY_NOT_TAKEN', { errors: [{ pointer, code: 'CURRENCY_NOT_TAKEN', message }] })
    }
    if (!isOfAccount(account, clientId ?? account.clientId)) {
      invalid(`${within}/clientId`, 'NOT_OF_ACCOUNT', 'The account is another client’s')
    }
  })
  return accounts
}

export async function accountsById(
  unit: Unit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReceivingAccount>> {
  if (ids.length === 0) return new Map()
  return byField(await rowsOf(unit, PaymentAccount, { id: [...ids] }, fields), 'id')
}

/** An account takes its own currency alone: what comes in another is for a person to look at. */
export function accountIn(
  ours: ReadonlyMap<string, ReceivingAccount>,
  { account, currency }: { account: string; currency: string },
): ReceivingAccount | undefined {
  const found = ours.get(account)
  return found?.currency === currency ? found : undefined
}

/** An account of one client takes nothing for others; one of the tenant, for all. */
export const isOfAccount = (
  account: Pick<ReceivingAccount, 'clientId'> | undefined,
  clientId: string | null | undefined,
): boolean => account?.clientId == null || account.clientId === clientId

/** Whether the reference alone says what a payment to the account is for. */
export const saysWhatFor = (account: ReceivingAccount | undefined, reference: string): boolean =>
  account === undefined || (account.placesByReference && isLetThrough(reference, account))

/**
 * The account that each number of a bank's file means: a payment account's own, or that of the bank
 * account under it where only one of those in use sits there.
 */
export async function accountsByNumber(
  unit: Unit,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ReceivingAccount>> {
  const plain = [...new Set(numbers.flatMap((number) => [number, plainAccount(number)]))]
  const [own, banks] = await Promise.all([
    rowsOf(unit, PaymentAccount, { number: plain }, fields),
    rowsOf(unit, SystemBankAccount, { number: plain }, ['id', 'number']),
  ])
  const under = await rowsOf(
    unit,
    PaymentAccount,
    { systemBankAccountId: banks.map(({ id }) => id), active: true },
    fields,
  )
  const sitting = Map.groupBy(under, ({ systemBankAccountId }) => systemBankAccountId)
  const ofBanks = banks.flatMap(({ id, number }) => {
    const accounts = sitting.get(id) ?? []
    return accounts.length === 1 ? [[number, accounts[0]!] as const] : []
  })
  const ofNumber = Map.groupBy(own, ({ number }) => number)
  const owned = [...ofNumber].flatMap(([number, accounts]) =>
    accounts.length === 1 ? [[number, accounts[0]!] as const] : [],
  )
  const known = new Map([...ofBanks, ...owned])
  return new Map(
    numbers.flatMap((number) => {
      const account = known.get(number) ?? known.get(plainAccount(number))
      return account === undefined ? [] : [[number, account] as const]
    }),
  )
}
