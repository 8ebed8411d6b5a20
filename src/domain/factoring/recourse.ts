import { larger, smaller } from '../money.ts'

/** The fields of a claim's financial event that affect its reserve. */
export interface ReserveEvent {
  type: string
  facts: Readonly<Record<string, unknown>>
  reversedById?: string | null | undefined
}

const held: Readonly<Record<string, readonly [fact: string, sign: 1n | -1n]>> = {
  FINANCED: ['reserve', 1n],
  DILUTION: ['fromReserve', -1n],
  RECOURSE: ['fromReserve', -1n],
  RESERVE_RELEASED: ['amount', -1n],
}

/** The reserve that is left on a claim, from all its financial events. */
export function reserveLeft(events: Iterable<ReserveEvent>): bigint {
  let left = 0n
  for (const { type, facts, reversedById } of events) {
    const rule = held[type]
    if (rule === undefined || reversedById != null) continue
    const [fact, sign] = rule
    left += sign * BigInt(String(facts[fact] ?? '0'))
  }
  return larger(left, 0n)
}

/** An event of a claim, in the order in which they happened. */
interface Happened extends ReserveEvent {
  id: string
}

/** What let go of the reserve of a bought claim: it is held again, once the claim owes again. */
export function reserveLetGo<E extends Happened>(events: readonly E[]): E[] {
  const owned = events.filter(({ type }) => type === 'FINANCED' || type === 'RECOURSE')
  const last = owned.toSorted((one, other) => (one.id < other.id ? -1 : 1)).at(-1)
  if (last?.type !== 'FINANCED') return []
  return events.filter(
    ({ id, type, reversedById }) =>
      type === 'RESERVE_RELEASED' && reversedById == null && id > last.id,
  )
}

export interface Recourse {
  open: bigint
  fromReserve: bigint
  fromClient: bigint
}

/** The client gives back what is open: first out of the reserve, the rest from their account. */
export function recourseOf(open: bigint, reserve: bigint): Recourse {
  const fromReserve = smaller(reserve, open)
  return { open, fromReserve, fromClient: open - fromReserve }
}
