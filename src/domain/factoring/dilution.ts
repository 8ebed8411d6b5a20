import Big from 'big.js'
import { rounded } from '../money.ts'

/**
 * Who bears what a credit note takes from a bought invoice: what is held back gives in proportion,
 * rounded half up, so that it is gone with the last of the claim; the client gives the rest.
 */
export function dilutionOf(
  heldBack: bigint,
  open: bigint,
  amount: bigint,
): { fromReserve: bigint; fromClient: bigint } {
  const left = new Big(heldBack.toString()).times((open - amount).toString()).div(open.toString())
  const fromReserve = heldBack - BigInt(rounded(left, 0).toFixed(0))
  return { fromReserve, fromClient: amount - fromReserve }
}
