import { smaller } from '../../money.ts'
import type { Candidate, NamedClaim } from './facts.ts'
import type { Found, FoundPart } from './steps.ts'

/** No part is more than is owed, whatever the bank was told: the rest is unplaced. */
export function namedParts(
  named: readonly NamedClaim[],
  amount: bigint,
  claimOf: (id: string) => Candidate[],
): Found {
  let left = amount
  const parts: FoundPart[] = []
  for (const { id, amount: said } of named) {
    const [claim] = claimOf(id)
    if (claim === undefined) continue
    const part = smaller(said === null ? left : smaller(left, said), claim.open)
    if (part <= 0n) continue
    left -= part
    parts.push({ claim, amount: part })
  }
  if (parts.length === 0) return null
  const isWhole = parts.every((part) => part.amount === part.claim.open)
  const reason = left > 0n ? 'OVERPAID' : isWhole ? 'AMOUNT' : 'PART'
  return { parts, score: scores[reason], reasons: ['REFERENCE', reason] }
}

const scores = { AMOUNT: 100, PART: 95, OVERPAID: 95 } as const
