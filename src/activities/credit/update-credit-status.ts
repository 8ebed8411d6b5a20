import { z } from 'zod'
import { creditStatusOn, grantedBy, raisedFrom } from '../../domain/clients/limits.ts'
import { hasPlacesOf, minorOf } from '../../domain/money.ts'
import { invalid, notFound, refuse } from '../../domain/refusal.ts'
import { CreditStatus } from '../../entities/credit-status.ts'
import { lockLimits, raisedSince, secondForLimits } from '../clients/second-for-limits.ts'
import { refuseBound } from './refuse-bound.ts'
import { hold, loadHeld } from '../../kernel/write/hold.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { id, sentDay, version } from '../../kernel/read/fields.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { someChange } from '../../kernel/read/some-change.ts'
import { amountSent } from '../../kernel/read/amounts.ts'

/** Null takes a limit away, what is absent stays. */
export const updateCreditStatusInput = bodyOf(CreditStatus, ['maxDebtorShare']).extend({
  creditLimit: amountSent.nullish(),
  temporaryLimit: amountSent.nullish(),
  temporaryUntil: sentDay.meta({ example: '2999-01-31' }).nullish(),
})
type NewLimits = z.output<typeof updateCreditStatusInput>

const named = someChange(
  updateCreditStatusInput.extend({ id: id('CreditStatus'), version: version.optional() }),
  ['id', 'version'],
)
export const updateCreditStatusesInput = z.strictObject({
  items: z.array(named).min(1).max(500),
})

/**
 * How much of a client's claims may be financed; what is used already stays used. A decision that
 * uses the limit waits for its change, and the other way round.
 */
export async function updateCreditStatus(
  unit: Unit,
  statusId: string,
  limits: NewLimits,
): Promise<CreditStatus | Pending> {
  await lockLimits(unit)
  const [row] = await rowsOf(unit, CreditStatus, { id: [statusId] }, ['clientId', ...limitFields])
  const seen = row ?? notFound()
  refuseBound(unit)
  const subject = { type: 'CreditStatus', id: statusId, clientId: seen.clientId }
  const raised = await raisedOf(unit, [seen], [{ sent: limits, at: '' }])
  const pending = secondForLimits(unit, raised, { subject, payload: limits })
  if (pending !== undefined) return pending
  return limited(unit, await loadHeld(unit, CreditStatus, statusId), limits, '')
}

/** Many of them at once: all are changed, or none. */
export async function updateCreditStatuses(
  unit: Unit,
  { items }: z.output<typeof updateCreditStatusesInput>,
): Promise<CreditStatus[] | Pending> {
  refuseBound(unit)
  const ids = items.map((item) => item.id)
  ids.forEach((one, at) => {
    if (ids.indexOf(one) !== at) invalid(`/items/${at}/id`, 'TWICE', 'It stands here twice')
  })
  await lockLimits(unit)
  const pending = await secondForAll(unit, items)
  if (pending !== undefined) return pending
  hold(unit, CreditStatus, ids)
  const rows = await unit.all(CreditStatus, { id: { $in: ids } })
  const changed: CreditStatus[] = []
  for (const [at, { id: one, version: seen, ...limits }] of items.entries()) {
    const row = rows.find((each) => each.id === one) ?? notFound(`/items/${at}/id`)
    if (seen !== undefined && seen !== row.version) {
      const pointer = `/items/${at}/version`
      const message = 'Someone else changed it in the meantime'
      refuse('VERSION_CONFLICT', { errors: [{ pointer, code: 'VERSION_CONFLICT', message }] })
    }
    changed.push(await limited(unit, row, limits, `/items/${at}`))
  }
  return changed
}

type Named = z.output<typeof updateCreditStatusesInput>['items'][number]

async function secondForAll(unit: Unit, items: readonly Named[]): Promise<Pending | undefined> {
  const ids = items.map(({ id: one }) => one)
  const rows = await rowsOf(unit, CreditStatus, { id: ids }, limitFields)
  const seen = items.map(
    ({ id: one }, at) => rows.find((each) => each.id === one) ?? notFound(`/items/${at}/id`),
  )
  const changes = items.map((sent, at) => ({ sent, at: `/items/${at}` }))
  const raised = await raisedOf(unit, seen, changes)
  const payload = { items: items.map(({ version: _, ...item }) => item) }
  const subject = { type: 'Tenant', id: unit.tenantId, clientId: null }
  return secondForLimits(unit, raised, { subject, payload })
}

const limitFields = ['id', 'currency', 'creditLimit', 'temporaryLimit', 'temporaryUntil'] as const
type Kept = Omit<Pick<CreditStatus, (typeof limitFields)[number]>, 'id'>

async function raisedOf(
  unit: Unit,
  rows: readonly (Kept & { id: string })[],
  changes: readonly { sent: NewLimits; at: string }[],
) {
  const today = await unit.today()
  const after = new Map(
    rows.map((row, n) => [row, { ...row, ...newLimits(row, changes[n]!.sent, changes[n]!.at) }]),
  )
  return raisedSince(unit, 'CreditStatus', rows, (from, row) =>
    raisedFrom(today, from, after.get(row)!, grantedBy),
  )
}

function newLimits({ currency }: Kept, sent: NewLimits, at: string): Partial<Kept> {
  const changed: Partial<Kept> = {}
  for (const field of ['creditLimit', 'temporaryLimit'] as const) {
    const text = sent[field]
    if (text !== undefined) changed[field] = limitOf(text, currency, `${at}/${field}`)
  }
  if (sent.temporaryUntil !== undefined) changed.temporaryUntil = sent.temporaryUntil
  if (sent.temporaryLimit === null) changed.temporaryUntil = null
  return changed
}

async function limited(
  unit: Unit,
  row: CreditStatus,
  sent: NewLimits,
  at: string,
): Promise<CreditStatus> {
  const today = await unit.today()
  Object.assign(row, newLimits(row, sent, at))
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
