import type { Principal } from '../../domain/access/principal.ts'
import { scopeOf } from '../../domain/access/scope.ts'
import { Transaction } from '../../ports/database/transaction.ts'
import type { Runtime } from './runtime.ts'
import { Unit } from './unit.ts'
import type { Origin } from './write-records.ts'

/** Runs one verb for one tenant in a transaction of its own. */
export async function inUnit<T>(
  runtime: Runtime,
  principal: Principal,
  origin: Origin & { now?: Date; purpose?: 'report' | 'job' },
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  const { tenantId } = principal
  const scope = scopeOf(principal, principal.openedBy)
  const purpose = origin.purpose ?? 'command'
  const { pool, inTurnOf = tenantId } = runtime
  const transaction = await Transaction.begin(pool, { tenantId, scope }, purpose, { inTurnOf })
  const unit = new Unit(runtime, transaction, principal, origin.now ?? new Date(), origin, scope)
  try {
    const result = await work(unit)
    await unit.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw await unit.failureOf(error)
  }
}
