import { Unit } from '../../../kernel/write/unit.ts'

/**
 * What would be, if the work were done: it is done in a unit of its own on the same transaction,
 * looked at, and taken back, so that nothing of it is left and nobody is told.
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
