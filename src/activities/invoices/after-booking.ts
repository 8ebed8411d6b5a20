import { isCreditNote } from '../../domain/invoices/activation.ts'
import { settingsFrom } from '../../domain/clients/settings.ts'
import { ClientSetting } from '../../entities/client-setting.ts'
import { ClientSync } from '../../entities/client-sync.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Activating } from './in-activation.ts'

/** What is left to do once an invoice is booked; its failure does not un-book it. */
export interface ToDoAfter {
  /** It was activated to be sold, or its client sells all. */
  factoring: boolean
  /** Its client's business system is to hear of it. */
  sync: boolean
}

const exportingStatuses = new Set([
  'ENABLED',
  'CONNECTED',
  'RUNNING',
  'ERROR',
  'COMPLETED_INTEGRATION',
])

/** By activation; those with nothing left to do are not in it. */
export async function afterBooking(
  unit: Unit,
  all: readonly Activating[],
): Promise<ReadonlyMap<string, ToDoAfter>> {
  const clientIds = [...new Set(all.map(({ invoice }) => invoice.clientId))]
  const [kept, syncs] = await Promise.all([
    unit.all(ClientSetting, { clientId: { $in: clientIds }, kind: 'INVOICE' }),
    unit.all(ClientSync, { clientId: { $in: clientIds } }),
  ])
  const sells = new Set(
    kept.flatMap(({ clientId, value }) =>
      settingsFrom('INVOICE', value).autoFactoring ? [clientId] : [],
    ),
  )
  const exporting = new Set(syncs.filter(isExporting).map(({ clientId }) => clientId))
  const toDo = new Map<string, ToDoAfter>()
  for (const { activation, invoice } of all) {
    const sold = activation.productCode === 'INVOICE_FACTORING_SELL'
    const factoring = !isCreditNote(invoice.type) && (sold || sells.has(invoice.clientId))
    const sync = exporting.has(invoice.clientId)
    if (factoring || sync) toDo.set(activation.id, { factoring, sync })
  }
  return toDo
}

function isExporting({ status, direction, scope }: ClientSync): boolean {
  return exportingStatuses.has(status) && direction !== 'IMPORT' && scope['invoices'] !== false
}
