import { larger, proportionOf, sum } from '../money.ts'
import type { RuleInput, RuleLine } from './rule-lines.ts'

/** P16: what may be lost is provided for without its VAT, which comes back only with a loss. */
export function doubtful({ facts }: RuleInput): { client: RuleLine[] } {
  const [amount, net] = [BigInt(String(facts['amount'])), BigInt(String(facts['net']))]
  return {
    client: [
      { role: 'AR_DOUBTFUL', amount },
      { role: 'AR', amount: -amount },
      { role: 'PROVISION_COST', amount: net },
      { role: 'PROVISION', amount: -net },
    ],
  }
}

interface Rated {
  rate: string
  base: string
  amount: string
}

/** What a credit note has taken from a claim, and of which rates. */
export interface Credited {
  amount: bigint
  vats: readonly Rated[]
}

/**
 * What of an open amount is without VAT: a credit note takes from the rates that it credits, all
 * else from every rate alike.
 */
export function netOfOpen(
  open: bigint,
  invoice: Credited,
  credits: readonly Credited[] = [],
): bigint {
  const { vats } = invoice
  if (vats.length === 0) return open
  const left = new Map(spread(invoice.amount, vats.map(weightOf)))
  for (const { amount, vats: of } of credits) {
    for (const [rate, taken] of spread(amount, of.map(weightOf))) {
      if (left.has(rate)) left.set(rate, larger(0n, left.get(rate)! - taken))
    }
  }
  const weights = sum(left.values()) === 0n ? vats.map(weightOf) : [...left]
  const byRate = new Map(spread(open, weights))
  return sum(
    vats.map((vat) => {
      const whole = grossOf(vat)
      return whole === 0n ? 0n : proportionOf(byRate.get(vat.rate) ?? 0n, BigInt(vat.base), whole)
    }),
  )
}

const grossOf = ({ base, amount }: Rated) => BigInt(base) + BigInt(amount)
const weightOf = (vat: Rated): [string, bigint] => [vat.rate, grossOf(vat)]

/** An amount over rates by their weights; the last has what rounding leaves. */
function spread(amount: bigint, weights: readonly (readonly [string, bigint])[]) {
  const whole = sum(weights.map(([, weight]) => weight))
  let rest = amount
  return weights.map(([rate, weight], at): [string, bigint] => {
    const isLast = at === weights.length - 1
    const part = isLast ? rest : whole === 0n ? 0n : proportionOf(amount, weight, whole)
    rest -= part
    return [rate, part]
  })
}
