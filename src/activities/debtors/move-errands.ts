import { isUnresolved } from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { leaveErrand, lockErrands } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import type { Moved } from './move-what-hangs-on.ts'

/**
 * Errands go where the debtor or the invoice goes that they are about, those that are over as well:
 * nothing names a debtor that is gone. What one client was told of is not told to another then.
 */
export async function moveErrands(
  unit: Unit,
  { source, target }: Moved,
  onThem: readonly string[],
): Promise<void> {
  const errands = await unit.readEach(SystemErrand, 'subject_id = any($2)', [onThem])
  const stays = source.clientId === target.clientId
  for (const errand of errands) {
    // What no client was told of, none is told of now.
    const isTold = errand.clientId != null && (stays || isUnresolved(errand.status))
    unit.update(SystemErrand, errand, {
      clientId: isTold ? target.clientId : null,
      ...(!stays && { assigneeId: null }),
      ...(errand.subjectId === source.id && { subjectId: target.id }),
    })
  }
  await unit.flush()
  await moveKeys(unit, errands, source.id, target.id)
  if (stays || !errands.some(isHolding)) return
  await unit.flush()
  // A finding about one of its invoices holds the money of whoever sells that now.
  for (const clientId of [source.clientId, target.clientId].toSorted()) {
    await unit.runtime.registered.payoutsFollow(unit, clientId)
  }
}

const isHolding = ({ type, status }: SystemErrand) => type === 'AML' && isUnresolved(status)

/** What is left again is the same errand; findings are cleared by the id that their finder knows. */
async function moveKeys(
  unit: Unit,
  errands: readonly SystemErrand[],
  from: string,
  to: string,
): Promise<void> {
  const keyed = errands.flatMap((errand) => {
    const key = errand.dedupeKey.replace(`/${from}`, `/${to}`)
    return errand.type === 'AML' || key === errand.dedupeKey ? [] : [{ errand, key }]
  })
  if (keyed.length === 0) return
  await lockErrands(
    unit,
    keyed.flatMap(({ errand, key }) => [errand.dedupeKey, key]),
  )
  const keys = keyed.map(({ key }) => key)
  const there = await unit.readEach(SystemErrand, 'dedupe_key = any($2)', [keys])
  const taken = new Set(there.map(({ dedupeKey }) => dedupeKey))
  for (const { errand, key } of keyed) {
    if (taken.has(key)) {
      if (!isUnresolved(errand.status)) continue
      const { type, subjectType, subjectId, severity, title, data } = errand
      const about = { type, subjectType, subjectId, clientId: errand.clientId ?? null }
      await leaveErrand(unit, { ...about, severity, title, data, dedupeKey: key })
      await settleErrand(unit, errand.dedupeKey, 'The same is open of the debtor that takes it in.')
    } else {
      unit.update(SystemErrand, errand, { dedupeKey: key })
    }
  }
}
