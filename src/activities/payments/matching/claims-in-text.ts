import { wordsOf } from '../../../domain/payments/matching/words.ts'
import type { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { claimsByNumber } from '../claims-by-number.ts'

/** The claims whose number stands in the text of a payment, by payment. */
export async function claimsInText(
  unit: Unit,
  payments: readonly PaymentTransaction[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const words = payments.map(({ message, reference }) =>
    wordsOf(message ?? null, reference ?? null),
  )
  const ofNumber = await claimsByNumber(unit, words.flat())
  const found = payments.map(({ id }, at) => {
    const ids = words[at]!.flatMap((word) => ofNumber.get(word) ?? [])
    return [id, [...new Set(ids)]] as const
  })
  return new Map(found)
}
