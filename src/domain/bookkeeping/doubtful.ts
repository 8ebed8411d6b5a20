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

/** What a credit note has taken from a claim, and with which VAT. */
export interface Credited {
  amount: bigint
  vats: readonly Rated[]
}

/** What a claim came to in the currency of its books, and what of that was VAT. */
interface Invoiced {
  amount: bigint
  vat: bigint
}

/**
 * What of an open amount is without VAT: of the VAT that was invoiced a credit note takes what it
 * has itself, and all else takes a share of what is left.
 */
export function netOfOpen(
  open: bigint,
  invoice: Invoiced,
  credits: readonly Credited[] = [],
): bigint {
  const whole = invoice.amount - sum(credits.map(({ amount }) => amount))
  const credited = sum(credits.map(vatOf))
  const vat = larger(0n, invoice.vat - credited)
  if (whole <= 0n) return open
  return larger(0n, open - proportionOf(open, vat, whole))
}

/** Of a note that is linked in part the same part, whatever currency its rates are said in. */
function vatOf({ amount, vats }: Credited): bigint {
  const vat = sum(vats.map((each) => BigInt(each.amount)))
  const whole = vat + sum(vats.map(({ base }) => BigInt(base)))
  return whole === 0n ? 0n : proportionOf(amount, vat, whole)
}
