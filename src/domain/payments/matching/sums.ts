import { sum } from '../../money.ts'

export interface Summed {
  id: string
  open: bigint
}

/** More claims than these are not tried: their sums are too many, and fit by chance. */
export const summedMost = 16
const stepsMost = 50_000

/**
 * The claims, two or more, of which all that is owed makes up the amount: null where none do, and
 * TIE where several sets do, or it cannot be known in time.
 */
export function claimsThatSumTo(
  amount: bigint,
  claims: readonly Summed[],
): readonly Summed[] | 'TIE' | null {
  const tried = claims
    .filter(({ open }) => open > 0n && open <= amount)
    .toSorted((a, b) => (a.open === b.open ? (a.id < b.id ? -1 : 1) : a.open > b.open ? -1 : 1))
  if (sum(tried.map(({ open }) => open)) < amount) return null
  if (tried.length > summedMost) return 'TIE'
  const rests = restsOf(tried)
  const found: (readonly Summed[])[] = []
  let steps = 0
  const seek = (at: number, left: bigint, chosen: readonly Summed[]): void => {
    steps += 1
    if (found.length > 1 || steps > stepsMost) return
    if (left === 0n) {
      if (chosen.length > 1) found.push(chosen)
      return
    }
    const one = tried[at]
    if (one === undefined || rests[at]! < left) return
    if (one.open <= left) seek(at + 1, left - one.open, [...chosen, one])
    seek(at + 1, left, chosen)
  }
  seek(0, amount, [])
  if (found.length > 1 || steps > stepsMost) return 'TIE'
  return found[0] ?? null
}

/** What is owed on each claim and all after it. */
function restsOf(claims: readonly Summed[]): readonly bigint[] {
  const rests: bigint[] = []
  let rest = 0n
  for (const { open } of claims.toReversed()) rests.unshift((rest += open))
  return rests
}
