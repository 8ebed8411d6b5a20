import Big from 'big.js'
import { larger, smaller } from '../money.ts'

interface LateFee {
  lateFee: bigint
  lateFeeMostPercent?: string | null | undefined
  lateFeesMost?: bigint | null | undefined
  /** What was asked before. */
  lateFees?: bigint | null | undefined
}

/** What it costs that so much of an instalment is late: at most what was agreed, also in all. */
export function lateFeeOf(loan: LateFee, open: bigint): bigint {
  const { lateFee, lateFeeMostPercent: percent, lateFeesMost: most, lateFees } = loan
  const ofIt =
    percent == null ? lateFee : wholePart(new Big(open.toString()).times(percent).div(100))
  const left = most == null ? lateFee : larger(0n, most - (lateFees ?? 0n))
  return smaller(lateFee, smaller(ofIt, left))
}

/** What is a bound is never rounded above it. */
const wholePart = (exact: Big) => BigInt(exact.round(0, Big.roundDown).toFixed(0))
