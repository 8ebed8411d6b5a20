import type { BusinessDate } from '../../domain/dates.ts'
import { Invoice } from '../../entities/invoice.ts'
import { hold } from '../../kernel/write/hold.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bankruptcyOf } from './bankruptcy/interest-pause.ts'
import { doDueLedgerEvents } from './due-ledger-events.ts'
import { resumeHeld } from './resume.ts'
import { ledgerEventsOf } from './settle-status.ts'

const claimsAtOnce = 200

/** Open claims of a tenant whose day has come, with the ledger event planned for it. */
const dueBy = (tenant: string, day: string) => `i.tenant_id = ${tenant}
  and i.ledger_status in ('NOT_DUE', 'PARTLY_PAID') and i.due_date <= ${day}
  and exists (select 1 from invoice_ledger_event e
    where e.tenant_id = i.tenant_id and e.invoice_id = i.id and e.status = 'PLANNED'
    and (e.type = 'DUE' or (e.type = 'OVERDUE' and i.due_date < ${day})))`

/** `paused_until` is the last day of the pause. */
const pausedBy = (tenant: string, day: string) => `i.tenant_id = ${tenant}
  and i.main_status = 'PAUSED' and i.paused_from is not null and i.closed_date is null
  and i.paused_until < ${day}`

/** Every day: claims become due and overdue, and expired pauses end. */
export const dueJob = {
  wanted: `exists (select 1 from invoice i where ${dueBy('t.tenant_id', '$1::date')})
    or exists (select 1 from invoice i where ${pausedBy('t.tenant_id', '$1::date')})`,
  chunk: moveWithDay,
} satisfies JobWork

async function moveWithDay(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const ids = await claimsToMove(unit, day, after)
  hold(unit, Invoice, ids)
  const invoices = await unit.all(Invoice, { id: { $in: ids } })
  const counts = await doDueLedgerEvents(unit, invoices, day)
  const resumed = await endPauses(unit, invoices, day)
  return {
    counts: { ...counts, resumed },
    after: ids.length < claimsAtOnce ? null : (ids.at(-1) ?? null),
  }
}

async function claimsToMove(unit: Unit, day: BusinessDate, after: string): Promise<string[]> {
  const rows = await unit.transaction.query<{ id: string }>(toMove, [
    unit.tenantId,
    day,
    after,
    claimsAtOnce,
  ])
  return rows.map(({ id }) => id)
}

const toMove = `
select i.id from invoice i where ${dueBy('$1', '$2::date')} and i.id > $3
union select i.id from invoice i where ${pausedBy('$1', '$2::date')} and i.id > $3
order by id limit $4`

async function endPauses(
  unit: Unit,
  invoices: readonly Invoice[],
  day: BusinessDate,
): Promise<number> {
  const over = invoices.filter(
    ({ mainStatus, pausedUntil }) =>
      mainStatus === 'PAUSED' && pausedUntil != null && pausedUntil < day,
  )
  if (over.length === 0) return 0
  const ids = over.map(({ id }) => id)
  const [events, bankrupt] = await Promise.all([ledgerEventsOf(unit, ids), bankruptcyOf(unit, ids)])
  for (const invoice of over) {
    resumeHeld(unit, invoice, { events: events.get(invoice.id) ?? [], bankrupt }, day)
  }
  return over.length
}
