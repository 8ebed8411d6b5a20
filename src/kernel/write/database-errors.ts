import { OptimisticLockError, type EntityMetadata } from '@mikro-orm/core'
import { saysAway, wasCancelled } from '../../domain/passing.ts'
import { Refusal, type Fault, type RefusalCode } from '../../domain/refusal.ts'
import { pointedAt } from '../../entities/table.ts'
import type { Change } from './changes.ts'

interface DatabaseError extends Error {
  code?: string
  constraint?: string
  /** By which of its own functions PostgreSQL refused. */
  routine?: string
}

/** Which fields a unique constraint is about, so that the caller is pointed at them. */
export type UniqueFields = (constraint: string) => readonly string[] | undefined

const busySeconds = 1
/** What was too long a moment ago is so a moment later. */
const laterSeconds = 30

/** Constraints that stand for a rule of their own. */
const rules: Readonly<Record<string, RefusalCode>> = {
  voucher_in_open_period: 'PERIOD_LOCKED',
  financial_event_reverses_unique: 'ALREADY_REVERSED',
  voucher_keeps_control: 'CONTROL_ACCOUNT',
}

/** The second caller finds the event booked when it tries again. */
const racedFor = new Set(['financial_event_source_unique', 'voucher_in_fiscal_year'])

/** No statement divides by what was sent: somebody changed what a guard is about. */
const guardFailed = '22012'

/** Done again without notes it may well go. */
export const wasMisled = (error: unknown): boolean =>
  error instanceof Refusal && (error.cause as { code?: unknown } | undefined)?.code === guardFailed

/** Of a statement that was not looked at, since one before it failed. */
const failedBefore = '25P02'

/** What the database refused, in the platform's own words; anything unknown stays as it is. */
export function refusalOf(error: unknown, uniqueFields: UniqueFields): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof OptimisticLockError) return new Refusal('VERSION_CONFLICT')
  if (!(error instanceof Error)) return error
  const { code = '', constraint = '' } = error as DatabaseError
  if (code === failedBefore && error.cause !== undefined)
    return refusalOf(error.cause, uniqueFields)
  const rule = rules[constraint]
  if (rule !== undefined) return new Refusal(rule)
  if (racedFor.has(constraint)) {
    return new Refusal('OVERLOADED', { retryAfterSeconds: busySeconds })
  }
  if (code === '23505')
    return new Refusal('ALREADY_EXISTS', { errors: faults(constraint, uniqueFields) })
  if (code === '23503') return new Refusal('IN_USE')
  // The row is outside of the caller's scope, who sees only some clients.
  if (code === '42501' && error.message.includes('row-level security')) {
    return new Refusal('ACCESS_DENIED')
  }
  if (code === guardFailed || ['40001', '40P01', '55P03'].includes(code)) {
    const refusal = new Refusal('OVERLOADED', { retryAfterSeconds: busySeconds })
    return Object.assign(refusal, { cause: error })
  }
  if (isBadText(code)) {
    const refused = new Refusal('VALIDATION_FAILED', {
      detail: 'A value is not one that can be stored.',
    })
    // What PostgreSQL says of it may hold what was sent.
    return Object.assign(refused, { cause: { code, routine: (error as DatabaseError).routine } })
  }
  return asUnavailable(error)
}

/** What is away at present, or was ended for its length, as a refusal; anything else as it is. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  const code = String((error as { code?: unknown }).code ?? '')
  const refused = saidOf(code, error.message)
  return refused === undefined ? error : Object.assign(refused, { cause: error })
}

function saidOf(code: string, message: string): Refusal | undefined {
  if (wasCancelled(code)) return new Refusal('TOOK_TOO_LONG', { retryAfterSeconds: laterSeconds })
  if (!saysAway(code, message)) return undefined
  return new Refusal('UNAVAILABLE', { retryAfterSeconds: busySeconds })
}

const whose = new Set(['tenantId', 'ownerId', 'clientId'])

/**
 * The parts of a key that the caller chose: not the owner, and for an existing row only what
 * changed.
 */
export function chosenOf(
  key: readonly string[],
  changes: readonly Pick<Change, 'action' | 'fields'>[],
): string[] {
  const own = key.filter((name) => !whose.has(name))
  const isNew = changes.some(({ action }) => action === 'CREATED')
  const changed = own.filter((name) => changes.some(({ fields }) => name in fields))
  if (!isNew && changed.length > 0) return changed
  return own.length > 0 ? own : key.filter((name) => name !== 'tenantId')
}

/** Of a unique constraint, among what was changed. */
export function fieldsOf(
  constraint: string,
  tables: Iterable<EntityMetadata>,
  changes: readonly Change[],
): readonly string[] | undefined {
  for (const { tableName, uniques } of tables) {
    const unique = uniques.find(({ name }) => name === constraint)
    const columns = unique && ([unique.properties ?? []].flat() as string[])
    const key = pointedAt(tableName, constraint) ?? columns
    if (key === undefined) continue
    const ofTable = changes.filter(({ meta }) => meta.tableName === tableName)
    return chosenOf(key, ofTable)
  }
  return undefined
}

function faults(constraint: string, uniqueFields: UniqueFields): Fault[] {
  return (uniqueFields(constraint) ?? []).map((field) => ({
    pointer: `/${field}`,
    code: 'ALREADY_EXISTS',
    message: 'Another one already holds this value',
  }))
}

/** Text, numbers and dates that PostgreSQL cannot take although they passed the schema. */
function isBadText(code: string): boolean {
  return code.startsWith('22') || code === '42601'
}
