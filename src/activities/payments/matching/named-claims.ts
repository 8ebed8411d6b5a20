import type { NamedClaim, Sought } from '../../../domain/payments/matching/facts.ts'
import { plainReference } from '../../../domain/payments/references.ts'
import type { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import type { ReferredClaim } from '../claims-by-reference.ts'
import { isOfAccount, saysWhatFor, type ReceivingAccount } from '../receiving-accounts.ts'

interface Referred {
  reference: string
  amount: bigint | null
}

/** The references of a payment that say by themselves what it is for. */
export function referencesOf(
  { reference, split }: PaymentTransaction,
  account: ReceivingAccount | undefined,
): Referred[] {
  const parts = (split ?? []).map((part) => {
    return { reference: part.reference, amount: part.amount === null ? null : BigInt(part.amount) }
  })
  const all = reference == null ? parts : [{ reference, amount: null }, ...parts]
  return all.filter((one) => saysWhatFor(account, one.reference))
}

/**
 * A reference of several claims is of none that could be known; and where something is deducted
 * from others, only a person can say from which. One of another client than the account is of
 * names what nothing here may be put on. What comes beside others and is not known keeps its part.
 */
export function namedBy(
  referred: readonly Referred[],
  byReference: ReadonlyMap<string, readonly ReferredClaim[]>,
  account: ReceivingAccount | undefined,
): Sought['named'] {
  if (referred.some(({ amount }) => amount !== null && amount < 0n)) return 'TIE'
  const amounts = new Map<string, bigint | null>()
  const unknown: NamedClaim[] = []
  let [isKnown, isTie] = [false, false]
  for (const { reference, amount } of referred) {
    const found = byReference.get(plainReference(reference)) ?? []
    if (found.length > 0) isKnown = true
    const [one, other] = found.filter(({ clientId }) => isOfAccount(account, clientId))
    if (other !== undefined) isTie = true
    if (one === undefined || other !== undefined) {
      unknown.push({ id: null, amount })
      continue
    }
    const before = amounts.get(one.id)
    const isOpen = amount === null || before === null
    amounts.set(one.id, isOpen ? null : (before ?? 0n) + amount)
  }
  if (amounts.size === 0) return isTie ? 'TIE' : isKnown ? [] : null
  return [...[...amounts].map(([id, amount]): NamedClaim => ({ id, amount })), ...unknown]
}
