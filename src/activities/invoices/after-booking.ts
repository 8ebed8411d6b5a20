import { isCreditNote } from '../../domain/invoices/activation.ts'
import { ClientSync } from '../../entities/client-sync.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { settingsInForce, type SettingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { invoiceSettings } from '../clients/settings.ts'
import { moduleSettings } from '../system/settings/module-settings.ts'
import { offIn } from '../system/settings/read-modules.ts'
import type { Activating } from './in-activation.ts'

/** What is left to do once an invoice is booked; its failure does not un-book it. */
export interface ToDoAfter {
  /** Whether financing is requested: it was activated to be sold, or its client sells all. */
  factoring: boolean
  /** Whether the client's business system is notified. */
  sync: boolean
}

const exportingStatuses = new Set([
  'ENABLED',
  'CONNECTED',
  'RUNNING',
  'ERROR',
  'COMPLETED_INTEGRATION',
])

/** By activation; activations with nothing left to do are left out. */
export async function afterBooking(
  unit: Unit,
  all: readonly Activating[],
): Promise<ReadonlyMap<string, ToDoAfter>> {
  const clientIds = [...new Set(all.map(({ invoice }) => invoice.clientId))]
  const debtorIds = [...new Set(all.map(({ invoice }) => invoice.debtorId))]
  const [settings, syncs] = await Promise.all([
    settingsInForce(unit, [invoiceSettings, moduleSettings], clientIds, debtorIds),
    syncsOf(unit, clientIds),
  ])
  return toDoAfter(all, settings, syncs)
}

type Sync = Pick<ClientSync, 'clientId' | 'status' | 'direction' | 'scope'>

export const syncsOf = (unit: Unit, clientIds: readonly string[]): Promise<Sync[]> =>
  rowsOf(unit, ClientSync, { clientId: clientIds }, ['clientId', 'status', 'direction', 'scope'])

export function toDoAfter(
  all: readonly Activating[],
  settings: SettingsInForce,
  syncs: readonly Sync[],
): ReadonlyMap<string, ToDoAfter> {
  const exporting = new Set(syncs.filter(isExporting).map(({ clientId }) => clientId))
  const toDo = new Map<string, ToDoAfter>()
  const mayBeAsked = !offIn(settings).has('factoring')
  for (const { activation, invoice } of all) {
    const sold = activation.productCode === 'INVOICE_FACTORING_SELL'
    const { autoFactoring } = settings.of(invoiceSettings, invoice.clientId, invoice.debtorId)
    const factoring = mayBeAsked && !isCreditNote(invoice.type) && (sold || autoFactoring)
    const sync = exporting.has(invoice.clientId)
    if (factoring || sync) toDo.set(activation.id, { factoring, sync })
  }
  return toDo
}

function isExporting({ status, direction, scope }: Sync): boolean {
  return exportingStatuses.has(status) && direction !== 'IMPORT' && scope['invoices'] !== false
}
