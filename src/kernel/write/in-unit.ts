import type { Principal } from '../../domain/access/principal.ts'
import { scopeOf } from '../../domain/access/scope.ts'
import type { Asks } from '../../ports/database/asking.ts'
import { Transaction } from '../../ports/database/transaction.ts'
import { untouched } from '../../ports/documents/documents.ts'
import type { Runtime } from './runtime.ts'
import { Unit } from './unit.ts'
import type { Origin } from './write-records.ts'
import { traced, transactionSpan } from '../../ports/tracing/traced.ts'
import { now as timeNow } from '../../ports/database/clock.ts'

type Of = Origin & { now?: Date; purpose?: 'report' | 'job' }

/** Runs one verb for one tenant in a transaction of its own. */
export function inUnit<T>(
  runtime: Runtime,
  principal: Principal,
  origin: Of,
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  return traced(transactionSpan, {}, async () => {
    const { transaction, unit } = await begun(runtime, principal, origin)
    return done(transaction, unit, work)
  })
}

/**
 * The same for what is done often: it goes by what was noted of steady tables, and is done again
 * without that where any of them has changed. It must touch nothing but the database.
 */
export function inUnitByNotes<T>(
  runtime: Runtime,
  principal: Principal,
  origin: Of,
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  return traced(transactionSpan, {}, () => byNotes(runtime, principal, origin, work))
}

async function byNotes<T>(
  runtime: Runtime,
  principal: Principal,
  origin: Of,
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  const first = await begun(runtime, principal, origin, { notes: 'steady', byNotes: true })
  try {
    return await done(first.transaction, first.unit, work)
  } catch (error) {
    if (!first.transaction.isMisled) throw error
  }
  const { transaction, unit } = await begun(runtime, principal, origin, { notes: 'steady' })
  return done(transaction, unit, work)
}

/** Does a verb after those before it, of which it sees what they did. */
type Attempt = <T>(verb: (unit: Unit) => Promise<T>) => Promise<T>

/** What verbs would do, one after the other, and what would refuse them: nothing of it stays. */
export async function inUnitsUndone<T>(
  runtime: Runtime,
  principal: Principal,
  origin: Of,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { transaction, unit } = await begun(runtime, principal, origin)
  const trying = { ...runtime, documents: untouched(runtime.documents) }
  const attempt: Attempt = async (verb) => {
    // What waits for others keeps the connection, on which those before it are still done.
    await transaction.savepoint('attempt')
    const one = new Unit(trying, transaction, principal, unit.now, origin, unit.scope)
    try {
      const result = await verb(one)
      await one.flush()
      // What a commit would refuse is refused here.
      await transaction.query('set constraints all immediate')
      await transaction.query('set constraints all deferred')
      await transaction.sent()
      return result
    } catch (error) {
      const failure = await one.failureOf(error)
      await transaction.query('rollback to savepoint attempt')
      throw failure
    }
  }
  try {
    // Its units take their locks one after the other, out of any order: others must not wait for it
    // until one of them is told that they stand in each other's way.
    await transaction.query(`set local lock_timeout = '500ms'`)
    return await work(attempt)
  } finally {
    await transaction.rollback()
  }
}

async function begun(runtime: Runtime, principal: Principal, origin: Of, how: Partial<Asks> = {}) {
  const { tenantId } = principal
  const scope = scopeOf(principal, principal.openedBy)
  const purpose = origin.purpose ?? 'command'
  const { pool, inTurnOf = tenantId } = runtime
  const turn = { inTurnOf, ...how }
  const transaction = await Transaction.begin(pool, { tenantId, scope }, purpose, turn)
  const unit = new Unit(runtime, transaction, principal, origin.now ?? timeNow(), origin, scope)
  return { transaction, unit }
}

async function done<T>(
  transaction: Transaction,
  unit: Unit,
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  try {
    const result = await work(unit)
    await unit.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw await unit.failureOf(error)
  }
}
