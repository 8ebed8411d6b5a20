import { smaller, sum } from '../../money.ts'
import type { Candidate, NamedClaim } from './facts.ts'
import type { Found, FoundPart } from './steps.ts'

/**
 * No part is more than is owed, whatever the bank was told, and none is for another than it was
 * named for: the rest is unplaced. Where several are named of which only a person can say how much
 * is whose, it is a tie.
 */
export function namedParts(
  named: readonly NamedClaim[],
  amount: bigint,
  claimOf: (id: string) => Candidate[],
): Found {
  const meant = named.map(({ id, amount: said }) => ({
    claim: id === null ? undefined : claimOf(id)[0],
    said,
  }))
  const told = sum(meant.map(({ said }) => said ?? 0n))
  if (told > amount && meant.length > 1) return 'TIE'
  const untold = meant.filter(({ said }) => said === null)
  const left = amount - smaller(told, amount)
  const isSole = untold.length === 1
  if (!isSole && !isEnough(left, untold)) return 'TIE'
  const parts = meant.flatMap(({ claim, said }): FoundPart[] => {
    if (claim === undefined) return []
    const most = smaller(said ?? (isSole ? left : claim.open), amount)
    const part = smaller(most, claim.open)
    return part > 0n ? [{ claim, amount: part }] : []
  })
  if (parts.length === 0) return null
  const rest = amount - sum(parts.map((part) => part.amount))
  const isWhole = parts.every((part) => part.amount === part.claim.open)
  const reason = rest > 0n ? 'OVERPAID' : isWhole ? 'AMOUNT' : 'PART'
  return { parts, score: scores[reason], reasons: ['REFERENCE', reason] }
}

interface Meant {
  claim: Candidate | undefined
}

/** Whether all of them get what is owed; beside one that takes nothing, to the last unit. */
function isEnough(left: bigint, untold: readonly Meant[]): boolean {
  const owed = sum(untold.map(({ claim }) => claim?.open ?? 0n))
  if (untold.length === 0 || owed === left) return true
  return owed < left && untold.every(({ claim }) => claim !== undefined)
}

const scores = { AMOUNT: 100, PART: 95, OVERPAID: 95 } as const
