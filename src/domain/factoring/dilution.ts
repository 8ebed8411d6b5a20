import Big from 'big.js'
import { rounded, smaller } from '../money.ts'

/**
 * Who bears what a credit note takes from a bought invoice: what is held back gives in proportion,
 * rounded half up, so that it is gone with the last of the claim; the client gives the rest. Where
 * the note gives another amount than the claim is lowered by, the difference is of their rates.
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

/** What is left of a part of a claim when the claim is less by an amount, in proportion. */
export function shareLeft(part: bigint, open: bigint, amount: bigint): bigint {
  const left = new Big(part.toString()).times((open - amount).toString()).div(open.toString())
  return BigInt(rounded(left, 0).toFixed(0))
}
