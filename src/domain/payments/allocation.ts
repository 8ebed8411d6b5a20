import type { Component } from '../bookkeeping/ledger.ts'
import type { BusinessDate } from '../dates.ts'
import { smaller } from '../money.ts'

/** In which order a payment settles what is owed on a claim. */
export const allocationOrders = ['COSTS_FIRST', 'CAPITAL_FIRST'] as const
type AllocationOrder = (typeof allocationOrders)[number]

/** One for all days, or from which day on which is in force. */
export type AllocationChoice =
  | AllocationOrder
  | readonly { validFrom: BusinessDate; order: AllocationOrder }[]

/** In which order a payment that is put on a claim on a day settles it. */
export function orderOn(chosen: AllocationChoice, day: BusinessDate): AllocationOrder {
  if (typeof chosen === 'string') return chosen
  const begun = chosen.filter(({ validFrom }) => validFrom <= day)
  const last = begun.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom)).at(-1)
  return last?.order ?? 'COSTS_FIRST'
}

const costs: readonly Component[] = [
  'ENFORCEMENT_COST',
  'COLLECTION_FEE',
  'REMINDER_FEE',
  'LATE_COMPENSATION',
  'PLAN_FEE',
  'NOTICE_FEE',
  'LATE_INTEREST',
  'CREDIT_INTEREST',
]

const orders: Readonly<Record<AllocationOrder, readonly Component[]>> = {
  COSTS_FIRST: [...costs, 'CAPITAL'],
  CAPITAL_FIRST: ['CAPITAL', ...costs],
}

/** What is owed of each component, from the events of a claim. */
export function openByComponent(
  events: Iterable<{ component?: Component | null | undefined; amount: bigint }>,
): ReadonlyMap<Component, bigint> {
  const open = new Map<Component, bigint>()
  for (const { component, amount } of events) {
    if (component != null) open.set(component, (open.get(component) ?? 0n) + amount)
  }
  return open
}

/** How an amount is spread over what is owed; what is more than that is capital. */
export function allocate(
  amount: bigint,
  open: ReadonlyMap<Component, bigint>,
  order: AllocationOrder,
): ReadonlyMap<Component, bigint> {
  const parts = new Map<Component, bigint>()
  let left = amount
  for (const component of orders[order]) {
    const part = smaller(left, open.get(component) ?? 0n)
    if (part <= 0n) continue
    parts.set(component, part)
    left -= part
  }
  if (left > 0n) parts.set('CAPITAL', (parts.get('CAPITAL') ?? 0n) + left)
  return parts
}

/** The rest of the capital, if that is all that is owed and it is within the tolerance. */
export function roundedOff(open: ReadonlyMap<Component, bigint>, tolerance: bigint): bigint {
  const left = [...open.values()].filter((amount) => amount > 0n)
  const capital = open.get('CAPITAL') ?? 0n
  return left.length === 1 && capital > 0n && capital <= tolerance ? capital : 0n
}
