import Big from 'big.js'
import { rounded, smaller } from '../money.ts'

/**
 * Who bears what a credit note takes from a bought invoice. The reserve gives in proportion,
 * rounded half up, so that it is empty when the claim is; the client gives the rest. If note and
 * claim are lowered by different amounts, the difference comes from their exchange rates.
 */
export function dilutionOf(
  heldBack: bigint,
  open: bigint,
  lowered: bigint,
  given = lowered,
): { fromReserve: bigint; fromClient: bigint } {
  const fromReserve = smaller(given, heldBack - shareLeft(heldBack, open, lowered))
  return { fromReserve, fromClient: given - fromReserve }
}

/** What is left of a part of a claim, in proportion, when the claim is lowered by an amount. */
export function shareLeft(part: bigint, open: bigint, amount: bigint): bigint {
  const left = new Big(part.toString()).times((open - amount).toString()).div(open.toString())
  return BigInt(rounded(left, 0).toFixed(0))
}
