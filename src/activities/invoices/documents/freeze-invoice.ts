import { frozen } from '../../../domain/invoices/documents/freeze.ts'
import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { Article } from '../../../entities/article.ts'
import { Client } from '../../../entities/client.ts'
import { Debtor } from '../../../entities/debtor.ts'
import { Document } from '../../../entities/document.ts'
import type { InvoiceActivation } from '../../../entities/invoice-activation.ts'
import type { Invoice } from '../../../entities/invoice.ts'
import { tenantOf } from '../../access/tenant-of.ts'
import { settingsInForce, type SettingsInForce } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { documentSettings, invoiceSettings, invoiceTextSettings } from '../../clients/settings.ts'
import { creditedBy } from './credited-by.ts'

const frozenSettings = [invoiceSettings, documentSettings, invoiceTextSettings]

export interface ToFreeze {
  invoice: Invoice
  activation: Pick<InvoiceActivation, 'number'>
}

/** Freezes everything that the document of an invoice shows. */
export async function freezeInvoice(
  unit: Unit,
  invoice: Invoice,
  activation: ToFreeze['activation'],
): Promise<FrozenInvoice> {
  const [one] = await freezeInvoices(unit, [{ invoice, activation }])
  return one as FrozenInvoice
}

/** The same for many, in as many statements as for one. */
export async function freezeInvoices(
  unit: Unit,
  list: readonly ToFreeze[],
): Promise<FrozenInvoice[]> {
  const invoices = list.map(({ invoice }) => invoice)
  return (await readToFreeze(unit, invoices))(list)
}

/** All that freezing these invoices asks of the database; what is frozen is taken when it is said. */
export async function readToFreeze(
  unit: Unit,
  invoices: readonly Invoice[],
): Promise<(list: readonly ToFreeze[]) => FrozenInvoice[]> {
  if (invoices.length === 0) return () => []
  const of = <K extends 'id' | 'clientId' | 'debtorId'>(field: K) => [
    ...new Set(invoices.map((invoice) => invoice[field])),
  ]
  const [tenant, clients, debtors, settings, rows, credits] = await Promise.all([
    tenantOf(unit),
    unit.all(Client, { id: { $in: of('clientId') } }).then(byId),
    unit.all(Debtor, { id: { $in: of('debtorId') } }).then(byId),
    settingsInForce(unit, frozenSettings, of('clientId')),
    unit.all(Article, { invoiceId: { $in: of('id') } }),
    creditedBy(unit, invoices),
  ])
  const rowsOf = Map.groupBy(rows, ({ invoiceId }) => invoiceId)
  const logos = await logoKeys(unit, of('clientId'), settings)
  const freeze = ({ invoice, activation }: ToFreeze): FrozenInvoice => {
    const { clientId } = invoice
    return frozen({
      invoice,
      rows: (rowsOf.get(invoice.id) ?? []).toSorted((a, b) => a.rowNo - b.rowNo),
      client: clients.get(clientId) as Client,
      debtor: debtors.get(invoice.debtorId) as Debtor,
      tenantName: tenant.name,
      settings: {
        invoice: settings.of(invoiceSettings, clientId),
        document: settings.of(documentSettings, clientId),
      },
      texts: settings.of(invoiceTextSettings, clientId),
      logoKey: logos.get(clientId) ?? null,
      credits: credits.get(invoice.id) ?? [],
      activation,
      now: unit.now,
    })
  }
  return (list) => list.map(freeze)
}

/** Where the logotypes are, by client. */
async function logoKeys(
  unit: Unit,
  clientIds: readonly string[],
  settings: SettingsInForce,
): Promise<Map<string, string | null>> {
  const wanted = clientIds.flatMap((clientId) => {
    const { logoDocumentId } = settings.of(documentSettings, clientId)
    return logoDocumentId === null ? [] : [{ clientId, logoDocumentId }]
  })
  if (wanted.length === 0) return new Map()
  const ids = wanted.map(({ logoDocumentId }) => logoDocumentId)
  const documents = byId(await unit.all(Document, { id: { $in: ids } }))
  return new Map(
    wanted.map(({ clientId, logoDocumentId }) => [
      clientId,
      documents.get(logoDocumentId)?.storageKey ?? null,
    ]),
  )
}

function byId<E extends { id: string }>(rows: readonly E[]): Map<string, E> {
  return new Map(rows.map((row) => [row.id, row]))
}
