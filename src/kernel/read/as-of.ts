import { stateBefore, stepsOf } from './appeared.ts'
import { isEmpty } from '../write/records.ts'
import type { Unit } from '../write/unit.ts'

/** A row as it was at an instant, in the form of its changes; empty fields are left out. */
export interface AsItWas {
  version: number | null
  row: Record<string, unknown>
}

/**
 * From what the row is now, or was when it went: what came after the instant is undone. Null of a
 * row that was not there, or whose caller would not have seen it.
 */
export async function rowAsOf(
  unit: Unit,
  kind: string,
  id: string,
  at: string,
): Promise<AsItWas | null> {
  const seen = await latestSeen(unit, kind, id, at)
  if (seen === undefined) return null
  const named = { rowType: kind, rowId: id, ownerType: kind, ownerId: id }
  return unit.widened(async () => {
    const steps = await stepsOf(unit, [named], seen.version ?? 0)
    const last = steps.findIndex((step) => step.at <= new Date(at))
    const step = steps[last]
    // At that instant it was somebody else's, or was gone.
    if (step === undefined || step.id !== seen.id || step.action === 'DELETED') return null
    const was = await stateBefore(unit, named, steps.slice(0, last))
    const { state, unrecorded, beside, isGone } = was
    const { clientId } = seen
    const whose = isGone && beside.includes('clientId') ? { clientId } : {}
    const row = Object.entries({ ...whose, ...state }).filter(
      ([field, value]) => !isEmpty(value) && !unrecorded.includes(field),
    )
    return { version: step.rowVersion, row: Object.fromEntries(row) }
  })
}

interface Seen extends Record<string, unknown> {
  id: string
  version: number | null
  clientId: string | null
}

/** The last change up to then that this caller sees. */
async function latestSeen(
  unit: Unit,
  kind: string,
  id: string,
  at: string,
): Promise<Seen | undefined> {
  const values: unknown[] = [unit.tenantId, id, kind, new Date(at)]
  const [found] = await unit.transaction.query<Seen>(
    `select id, row_version as version, client_id as "clientId" from changelog
     where tenant_id = $1 and owner_id = $2 and owner_type = $3
       and row_type = $3 and row_id = $2 and at <= $4 and ${unit.bound('changelog', values)}
     order by row_version desc nulls last, id desc limit 1`,
    values,
  )
  return found
}
