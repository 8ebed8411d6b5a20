import { Unit } from './unit.ts'

/**
 * Returns what the work would do. It is done in another unit on the same transaction and rolled
 * back, so that no change and no event is left.
 */
export async function withoutTrace<T>(unit: Unit, work: (shadow: Unit) => Promise<T>): Promise<T> {
  await unit.transaction.query('savepoint look')
  const shadow = new Unit(unit.runtime, unit.transaction, unit.principal, unit.now, {}, unit.scope)
  try {
    const result = await work(shadow)
    await unit.transaction.sent()
    await unit.transaction.query('rollback to savepoint look')
    return result
  } catch (error) {
    throw await shadow.failureOf(error)
  }
}
