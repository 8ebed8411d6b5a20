import { z } from 'zod'
import { lifeOfSync, lifeOfSyncInvoice } from '../../../domain/clients/sync.ts'
import { invalid, refuse } from '../../../domain/refusal.ts'
import { Client } from '../../../entities/client.ts'
import { ClientSync, ClientSyncInvoice } from '../../../entities/client-sync.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { keepInPlace } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { id, filled } from '../../../kernel/read/fields.ts'

export const queueSyncInvoicesInput = z.strictObject({
  direction: z.enum(['IMPORT', 'EXPORT']),
  invoices: z
    .array(
      z.strictObject({ invoiceId: id('Invoice').optional(), externalId: filled(200).optional() }),
    )
    .min(1)
    .max(500),
})
export type QueuedInvoices = z.output<typeof queueSyncInvoicesInput>

/** Queues invoices for import or export; those under way stay, and failed ones are tried again. */
export async function queueSyncInvoices(
  unit: Unit,
  clientId: string,
  { direction, invoices }: QueuedInvoices,
): Promise<ClientSyncInvoice[]> {
  await unit.load(Client, clientId)
  await refuseStill(unit, clientId, direction)
  const wanted = new Map(invoices.map((sent, at) => [externalIdOf(sent, direction, at), sent]))
  await refuseUnknown(unit, clientId, invoices)
  const known = await unit.all(ClientSyncInvoice, {
    clientId,
    direction,
    externalId: { $in: [...wanted.keys()] },
  })
  for (const invoice of known.filter(({ status }) =>
    lifeOfSyncInvoice.mayBecome(status, 'PENDING'),
  )) {
    Object.assign(invoice, { status: 'PENDING', error: null, attempts: 0 })
  }
  const knownIds = new Set(known.map(({ externalId }) => externalId))
  const queued = { clientId, direction, status: 'PENDING', attempts: 0 } as const
  const added = [...wanted]
    .filter(([externalId]) => !knownIds.has(externalId))
    .map(([externalId, { invoiceId = null }]) =>
      unit.add(ClientSyncInvoice, { ...queued, externalId, invoiceId }),
    )
  if (direction === 'EXPORT') unit.start('exportInvoices', clientId, { RxClient: clientId })
  await unit.flush()
  return [...known, ...added]
}

async function refuseStill(unit: Unit, clientId: string, direction: 'IMPORT' | 'EXPORT') {
  const sync = await unit.find(ClientSync, { clientId })
  lifeOfSync.move(sync?.status ?? 'DISABLED', 'exchange')
  const goes = sync?.direction === 'BOTH' || sync?.direction === direction
  if (!goes || sync?.scope['invoices'] === false) {
    refuse('SYNC_NOT_ALLOWED', { detail: `The sync does not ${direction} invoices.` })
  }
}

function externalIdOf(
  { invoiceId, externalId }: QueuedInvoices['invoices'][number],
  direction: 'IMPORT' | 'EXPORT',
  at: number,
): string {
  if (direction === 'EXPORT' && invoiceId === undefined) {
    invalid(`/invoices/${at}/invoiceId`, 'REQUIRED', 'What is exported is one of our invoices')
  }
  return (
    externalId ??
    invoiceId ??
    invalid(`/invoices/${at}/externalId`, 'REQUIRED', 'What is imported is known by its id there')
  )
}

async function refuseUnknown(
  unit: Unit,
  clientId: string,
  invoices: QueuedInvoices['invoices'],
): Promise<void> {
  const named = invoices.flatMap(({ invoiceId }) => (invoiceId === undefined ? [] : [invoiceId]))
  keepInPlace(unit, Invoice, named)
  const rows = await unit.all(Invoice, { clientId, id: { $in: named } })
  const known = new Set(rows.map(({ id }) => id))
  const errors = invoices.flatMap(({ invoiceId }, at) =>
    invoiceId === undefined || known.has(invoiceId)
      ? []
      : [
          {
            pointer: `/invoices/${at}/invoiceId`,
            code: 'NOT_FOUND',
            message: 'There is nothing with this id',
          },
        ],
  )
  if (errors.length > 0) refuse('NOT_FOUND', { errors })
}
