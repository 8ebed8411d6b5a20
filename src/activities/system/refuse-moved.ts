import { Refusal } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What is settled on a debtor that has moved stays there; nothing is added to it any more. */
export function refuseMoved({ movedToId }: { movedToId?: unknown }, pointer?: string): void {
  if (movedToId != null) throw moved(pointer)
}

function moved(pointer?: string): Refusal {
  const message = 'Another debtor has taken its place: a new one takes a number of its own'
  const errors = pointer === undefined ? [] : [{ pointer, code: 'NOT_FOUND', message }]
  return new Refusal('NOT_FOUND', { errors })
}

/** Divides by zero where it has moved, also for who waited for that. */
const staysInPlace = `select 1 / case when moved_to_id is null then 1 else 0 end
  from debtor where tenant_id = $1 and id = any($2) order by id for key share`

/** One that was found here, and that something is added to without another look, stays here. */
export function keepUnmoved(unit: Unit, debtorId: string, pointer: string): void {
  const { tenantId } = unit
  const meant = (error: unknown) =>
    (error as { code?: string }).code === '22012' ? moved(pointer) : error
  const parts = () => [{ same: tenantId }, { list: [debtorId] }]
  unit.transaction.ahead(staysInPlace, [tenantId, [debtorId]], {
    meant,
    together: { text: staysInPlace, parts },
  })
}
