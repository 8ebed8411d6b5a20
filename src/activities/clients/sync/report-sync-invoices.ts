import { z } from 'zod'
import { lifeOfSyncInvoice, invoiceReportable } from '../../../domain/clients/sync.ts'
import { refuse, type Fault } from '../../../domain/refusal.ts'
import { ClientSyncInvoice } from '../../../entities/client-sync.ts'
import { Invoice } from '../../../entities/invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { id, filled } from '../../../kernel/read/fields.ts'

const reported = z.strictObject({
  id: id('ClientSyncInvoice'),
  status: z.enum(invoiceReportable),
  invoiceId: id('Invoice').optional(),
  error: filled(1000).optional(),
})
type ReportedInvoice = z.output<typeof reported>

export const reportSyncInvoicesInput = z.strictObject({
  invoices: z.array(reported).min(1).max(500),
})

/** A connector reports the progress of invoices; if one report is not possible, all are refused. */
export async function reportSyncInvoices(
  unit: Unit,
  { invoices: reports }: z.output<typeof reportSyncInvoicesInput>,
  of: { clientId?: string } = {},
): Promise<ClientSyncInvoice[]> {
  const rows = await unit.all(ClientSyncInvoice, {
    ...of,
    id: { $in: reports.map(({ id }) => id) },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const unknown = await unknownInvoices(unit, reports, byId)
  const lost = reports.flatMap(({ id }, at) =>
    byId.has(id) ? [] : [fault(`/invoices/${at}/id`, 'NOT_FOUND', 'There is nothing with this id')],
  )
  if (lost.length + unknown.length > 0) refuse('NOT_FOUND', { errors: [...lost, ...unknown] })
  const stuck = reports.flatMap(({ id, status }, at) => {
    const from = byId.get(id)!.status
    if (lifeOfSyncInvoice.mayBecome(from, status)) return []
    return [fault(`/invoices/${at}/status`, 'NOT_ALLOWED', `It is ${from}`)]
  })
  if (stuck.length > 0) refuse('SYNC_NOT_ALLOWED', { errors: stuck })
  return reports.map((report) => moved(byId.get(report.id)!, report))
}

function moved(
  row: ClientSyncInvoice,
  { status, invoiceId, error }: ReportedInvoice,
): ClientSyncInvoice {
  if (status === 'RUNNING' && row.status !== 'RUNNING') row.attempts += 1
  row.status = status
  row.invoiceId = invoiceId ?? row.invoiceId ?? null
  row.error = status === 'FAILED' ? (error ?? 'The connector gave no cause.') : null
  return row
}

/** The resulting invoice must belong to the same client. */
async function unknownInvoices(
  unit: Unit,
  reports: readonly ReportedInvoice[],
  byId: ReadonlyMap<string, ClientSyncInvoice>,
): Promise<Fault[]> {
  const named = reports.flatMap(({ invoiceId }) => invoiceId ?? [])
  if (named.length === 0) return []
  const invoices = await unit.all(Invoice, { id: { $in: named } })
  const clientOf = new Map(invoices.map(({ id, clientId }) => [id, clientId]))
  return reports.flatMap(({ id, invoiceId }, at) => {
    const fits = invoiceId === undefined || clientOf.get(invoiceId) === byId.get(id)?.clientId
    const pointer = `/invoices/${at}/invoiceId`
    return fits ? [] : [fault(pointer, 'NOT_FOUND', 'There is nothing with this id')]
  })
}

function fault(pointer: string, code: string, message: string): Fault {
  return { pointer, code, message }
}
