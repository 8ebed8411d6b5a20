import type { SystemErrand } from '../../entities/system-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What hangs on an errand follows it: what was held for a finding goes once that is cleared. */
export async function errandMoved(unit: Unit, errand: SystemErrand): Promise<void> {
  const clientId = await clientFound(unit, errand)
  if (clientId !== undefined) await unit.runtime.registered.payoutsFollow(unit, clientId)
}

/** The client whose money a finding holds. */
export async function clientFound(
  unit: Unit,
  { type, subjectType, subjectId }: Pick<SystemErrand, 'type' | 'subjectType' | 'subjectId'>,
): Promise<string | undefined> {
  if (type !== 'AML') return undefined
  if (subjectType === 'Client') return subjectId
  const table = subjectType === 'Payout' ? 'payout' : subjectType === 'Invoice' ? 'invoice' : ''
  if (table === '') return undefined
  const rows = await unit.widened(() =>
    unit.transaction.prepared<{ client_id: string }>(
      `select client_id from ${table} where tenant_id = $1 and id = $2`,
      [unit.tenantId, subjectId],
    ),
  )
  return rows[0]?.client_id
}
