import type { Standing } from '../../domain/invoices/activation.ts'
import type { Refused } from '../../domain/refusal.ts'
import { ClientSyncInvoice } from '../../entities/client-sync.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { requestFactoringOfEach } from '../factoring/request-factoring.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Task } from '../../kernel/write/activity.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { afterBooking } from './after-booking.ts'
import { errandKeyOf } from './fail-activation.ts'
import { inActivation, standsAt, type Activating } from './in-activation.ts'

/** The last step, for invoices that are sent to a business system or offered for financing. */
export function afterActivation(task: Task): Promise<Standing> {
  return inActivation(task, afterActivations)
}

export async function afterActivations(unit: Unit, all: readonly Activating[]): Promise<Refused> {
  const due = all.filter(standsAt('POST_ACTIVATE'))
  if (due.length === 0) return new Map()
  const toDo = await afterBooking(unit, due)
  const synced = due.filter(({ activation }) => toDo.get(activation.id)?.sync)
  await queueExports(
    unit,
    synced.map(({ invoice }) => invoice),
  )
  const sold = due.filter(({ activation }) => toDo.get(activation.id)?.factoring)
  const refused = await requestEach(unit, sold)
  const done = due.filter(({ activation }) => !refused.has(activation.id))
  await settleActivation(
    unit,
    done.map(({ activation }) => activation),
  )
  return refused
}

/** By activation. */
async function requestEach(unit: Unit, sold: readonly Activating[]): Promise<Refused> {
  const asked = sold.filter(
    ({ invoice }) => invoice.financingStatus === 'NONE' && invoice.mainStatus === 'ACTIVATED',
  )
  if (asked.length === 0) return new Map()
  const { refused } = await requestFactoringOfEach(
    unit,
    asked.map(({ invoice }) => invoice.id),
  )
  return new Map(
    asked.flatMap(({ activation, invoice }) => {
      const refusal = refused.get(invoice.id)
      return refusal === undefined ? [] : [[activation.id, refusal] as const]
    }),
  )
}

/** Queues invoices for the client's business system, each once. */
async function queueExports(unit: Unit, invoices: readonly Invoice[]): Promise<void> {
  if (invoices.length === 0) return
  const externalIds = invoices.map(({ id }) => id)
  const clientIds = [...new Set(invoices.map(({ clientId }) => clientId))]
  const sent = { clientId: clientIds, direction: 'EXPORT', externalId: externalIds } as const
  const there = await rowsOf(unit, ClientSyncInvoice, sent, ['externalId'])
  const known = new Set(there.map(({ externalId }) => externalId))
  for (const { id, clientId } of invoices) {
    if (known.has(id)) continue
    unit.insert(ClientSyncInvoice, {
      clientId,
      externalId: id,
      invoiceId: id,
      direction: 'EXPORT',
      status: 'PENDING',
      attempts: 0,
    })
  }
  const clients = new Set(invoices.filter(({ id }) => !known.has(id)).map((each) => each.clientId))
  for (const clientId of clients) unit.start('exportInvoices', clientId, { RxClient: clientId })
}

/** Ends the activation and closes the errands of failed steps. */
export async function settleActivation(
  unit: Unit,
  activations: readonly InvoiceActivation[],
): Promise<void> {
  for (const activation of activations) {
    const hadFailed = activation.error != null
    const done = { status: 'DONE', step: 'DONE', endedAt: unit.now, error: null } as const
    unit.update(InvoiceActivation, activation, done)
    if (!hadFailed) continue
    await settleErrand(unit, errandKeyOf(activation), 'The activation went through.')
  }
}
