import { creditStatusOn } from '../../domain/clients/limits.ts'
import { hasPlacesOf, minorOf } from '../../domain/money.ts'
import { invalid, notFound, refuse } from '../../domain/refusal.ts'
import { CreditStatus } from '../../entities/credit-status.ts'
import { todayOf } from '../access/tenant-of.ts'
import { refuseBound } from './refuse-bound.ts'
import { hold, loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Amounts in decimal notation; null takes a limit away, what is absent stays. */
export interface NewLimits {
  creditLimit?: string | null | undefined
  temporaryLimit?: string | null | undefined
  temporaryUntil?: string | null | undefined
  maxDebtorShare?: string | null | undefined
}

export interface NamedLimits extends NewLimits {
  id: string
  version?: number | undefined
}

/**
 * How much of a client's claims may be financed; what is used already stays used. A decision that
 * uses the limit waits for its change, and the other way round.
 */
export async function updateCreditStatus(
  unit: Unit,
  id: string,
  limits: NewLimits,
): Promise<CreditStatus> {
  const row = await loadHeld(unit, CreditStatus, id)
  refuseBound(unit)
  return limited(unit, row, limits, '')
}

/** Many of them at once: all are changed, or none. */
export async function updateCreditStatuses(
  unit: Unit,
  items: readonly NamedLimits[],
): Promise<CreditStatus[]> {
  refuseBound(unit)
  const ids = items.map(({ id }) => id)
  ids.forEach((id, at) => {
    if (ids.indexOf(id) !== at) invalid(`/items/${at}/id`, 'TWICE', 'It stands here twice')
  })
  hold(unit, CreditStatus, ids)
  const rows = await unit.all(CreditStatus, { id: { $in: ids } })
  const changed: CreditStatus[] = []
  for (const [at, { id, version, ...limits }] of items.entries()) {
    const row = rows.find((each) => each.id === id) ?? notFound(`/items/${at}/id`)
    if (version !== undefined && version !== row.version) {
      const pointer = `/items/${at}/version`
      const message = 'Someone else changed it in the meantime'
      refuse('VERSION_CONFLICT', { errors: [{ pointer, code: 'VERSION_CONFLICT', message }] })
    }
    changed.push(await limited(unit, row, limits, `/items/${at}`))
  }
  return changed
}

async function limited(
  unit: Unit,
  row: CreditStatus,
  sent: NewLimits,
  at: string,
): Promise<CreditStatus> {
  const today = await todayOf(unit)
  for (const field of ['creditLimit', 'temporaryLimit'] as const) {
    const text = sent[field]
    if (text !== undefined) row[field] = limitOf(text, row.currency, `${at}/${field}`)
  }
  if (sent.temporaryUntil !== undefined) row.temporaryUntil = sent.temporaryUntil
  if (sent.temporaryLimit === null) row.temporaryUntil = null
  if (sent.maxDebtorShare !== undefined) row.maxDebtorShare = sent.maxDebtorShare
  if (sent.temporaryUntil != null && sent.temporaryUntil < today) {
    invalid(`${at}/temporaryUntil`, 'IN_THE_PAST', 'A temporary limit ends today or later')
  }
  if (row.temporaryLimit != null && row.temporaryUntil == null) {
    invalid(`${at}/temporaryUntil`, 'REQUIRED', 'Say until when the temporary limit holds')
  }
  if (row.temporaryLimit == null && sent.temporaryUntil != null) {
    invalid(`${at}/temporaryLimit`, 'REQUIRED', 'Say which limit holds until then')
  }
  row.status = creditStatusOn(row, today)
  return row
}

export function limitOf(text: string | null, currency: string, pointer: string): bigint | null {
  if (text === null) return null
  if (!hasPlacesOf(text, currency)) {
    invalid(pointer, 'TOO_PRECISE', `More decimal places than ${currency} has`)
  }
  return minorOf(text, currency)
}
