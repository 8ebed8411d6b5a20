import { sum } from '../../domain/money.ts'
import { refuse } from '../../domain/refusal.ts'
import { itemAfter, itemTakenBack } from '../../domain/bookkeeping/unallocated.ts'
import type { FinancialEvent } from '../../entities/financial-event.ts'
import { UnallocatedItem } from '../../entities/unallocated-item.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Meaning, Plan } from './plans.ts'

type Moving = Pick<FinancialEvent, 'id' | 'clientId' | 'currency' | 'sourceKey' | 'facts'>

interface Drafted extends Meaning {
  event: Moving
}

interface Move {
  event: Moving
  /** The item, named by the source key of the event that brought the money. */
  key: string
  /** Above zero, more money is unallocated. */
  change: bigint
  /** `opens` brings the money, `takesBack` reverses that, `moves` places some of it. */
  kind: 'opens' | 'moves' | 'takesBack'
}

/** The items of unallocated money that the plans take from or give back to, held till the commit. */
export async function lockUnallocated(
  unit: Unit,
  plans: readonly Drafted[],
): Promise<readonly UnallocatedItem[]> {
  const moves = plans.flatMap(moveOf)
  const opening = new Set(moves.flatMap(({ key, kind }) => (kind === 'opens' ? [key] : [])))
  const others = new Set(moves.map(({ key }) => key).filter((key) => !opening.has(key)))
  if (others.size === 0) return []
  return unit.readEach(UnallocatedItem, 'source_key = any($2)', [[...others]], 'held')
}

/** Updates these items: events open them, take from them and give back. */
export function moveUnallocated(
  unit: Unit,
  plans: readonly Plan[],
  held: readonly UnallocatedItem[],
): void {
  const moves = plans.flatMap(moveOf)
  const items = new Map(held.map((item) => [item.sourceKey, item]))
  for (const move of moves) if (move.kind === 'opens') items.set(move.key, opened(unit, move))
  for (const { event, key, change, kind } of moves) {
    if (kind === 'opens') continue
    const item = items.get(key) ?? refuse('UNALLOCATED_MISSING')
    const after =
      kind === 'takesBack' ? itemTakenBack(item) : itemAfter(item, change, event.currency)
    const endedById = after.open === 0n ? event.id : null
    unit.update(UnallocatedItem, item, { ...after, endedById })
  }
}

function opened(unit: Unit, { event, key, change: amount }: Move): UnallocatedItem {
  const { id: openedById, clientId = null, currency } = event
  const facts = { amount, open: amount, currency, clientId, openedById, endedById: null }
  return unit.insert(UnallocatedItem, { ...facts, status: 'OPEN', sourceKey: key })
}

/** The item that an event takes from, if it names one; otherwise the money it brings itself. */
const takenFrom = ({ facts }: Pick<FinancialEvent, 'facts'>): string | undefined =>
  facts['takes'] === undefined ? undefined : String(facts['takes'])

function moveOf({ event, derived, mirror }: Drafted): Move[] {
  if (mirror !== undefined) {
    // Credits were what came in; turned around they take, so what stands there is the change.
    const change = mirror.postedOn('UNALLOCATED')
    const from = takenFrom(mirror.event)
    const kind = from === undefined ? 'takesBack' : 'moves'
    return change === 0n ? [] : [{ event, key: from ?? mirror.event.sourceKey, change, kind }]
  }
  const lines = derived.tenant.filter(({ role }) => role === 'UNALLOCATED')
  const change = -sum(lines.map(({ amount }) => amount))
  if (change === 0n) return []
  const from = takenFrom(event)
  if (from === undefined && change < 0n) refuse('UNALLOCATED_MISSING')
  return [
    { event, key: from ?? event.sourceKey, change, kind: from === undefined ? 'opens' : 'moves' },
  ]
}
