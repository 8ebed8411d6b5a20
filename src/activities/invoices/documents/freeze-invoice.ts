import { frozen } from '../../../domain/invoices/documents/freeze.ts'
import type { FrozenInvoice } from '../../../domain/invoices/documents/frozen-invoice.ts'
import { Article } from '../../../entities/article.ts'
import { Client } from '../../../entities/client.ts'
import { Debtor } from '../../../entities/debtor.ts'
import { Document } from '../../../entities/document.ts'
import type { InvoiceActivation } from '../../../entities/invoice-activation.ts'
import type { Invoice } from '../../../entities/invoice.ts'
import { byField, rowsOf } from '../../../kernel/read/rows.ts'
import { settingsInForce, type SettingsInForce } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { bookkeepingSettings } from '../../bookkeeping/settings.ts'
import { documentSettings, invoiceSettings, invoiceTextSettings } from '../../clients/settings.ts'
import { creditedBy, type Credited } from './credited-by.ts'

export const frozenSettings = [
  invoiceSettings,
  documentSettings,
  invoiceTextSettings,
  bookkeepingSettings,
]

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
  const freeze = freezing(unit, await readToFreeze(unit, [invoice]))
  return freeze({ invoice, activation })
}

export const clientFields = [
  'id',
  'status',
  'name',
  'identificationNumber',
  'countryCode',
  'contactInformation',
  'addressInformation',
] as const

export const debtorFields = [
  'id',
  'name',
  'customerNumber',
  'identificationNumber',
  'email',
  'phone',
  'peppolId',
  'invoiceAddress',
  'preferredLanguage',
] as const

export const rowFields = [
  'invoiceId',
  'rowNo',
  'type',
  'articleNumber',
  'description',
  'quantity',
  'unit',
  'price',
  'discountPercent',
  'discountAmount',
  'vatPercentage',
  'accountNumber',
  'costCentre',
  'project',
  'netAmount',
] as const

type ClientFacts = Pick<Client, (typeof clientFields)[number]>
type DebtorFacts = Pick<Debtor, (typeof debtorFields)[number]>
export type RowFacts = Pick<Article, (typeof rowFields)[number]>

/** What has to be known of the clients, the debtors and the rows of the invoices. */
export interface KnownToFreeze {
  tenantName: string
  clients: readonly ClientFacts[]
  debtors: readonly DebtorFacts[]
  settings: SettingsInForce
  /** By invoice. */
  rows: ReadonlyMap<string, readonly RowFacts[]>
  credits: ReadonlyMap<string, readonly Credited[]>
  logos: ReadonlyMap<string, string | null>
}

export async function readToFreeze(
  unit: Unit,
  invoices: readonly Invoice[],
): Promise<KnownToFreeze> {
  const clientIds = [...new Set(invoices.map(({ clientId }) => clientId))]
  const debtorIds = [...new Set(invoices.map(({ debtorId }) => debtorId))]
  const [{ name: tenantName }, clients, debtors, settings, rows, credits] = await Promise.all([
    unit.tenant(),
    rowsOf(unit, Client, { id: clientIds }, clientFields),
    rowsOf(unit, Debtor, { id: debtorIds }, debtorFields),
    settingsInForce(unit, frozenSettings, clientIds, debtorIds),
    rowsByInvoice(unit, invoices),
    creditedBy(unit, invoices),
  ])
  const logos = await logosOf(unit, clientIds, settings)
  return { tenantName, clients, debtors, settings, rows, credits, logos }
}

/** The rows of invoices, in their order. */
export async function rowsByInvoice(
  unit: Unit,
  invoices: readonly Pick<Invoice, 'id'>[],
): Promise<ReadonlyMap<string, readonly RowFacts[]>> {
  const ids = invoices.map(({ id }) => id)
  return byInvoice(await rowsOf(unit, Article, { invoiceId: ids }, rowFields))
}

export const byInvoice = (rows: readonly RowFacts[]): ReadonlyMap<string, readonly RowFacts[]> =>
  Map.groupBy(
    rows.toSorted((a, b) => a.rowNo - b.rowNo),
    ({ invoiceId }) => invoiceId,
  )

/** Freezes each as it is when it is asked for. */
export function freezing(
  unit: Unit,
  { tenantName, settings, rows, credits, logos, ...known }: KnownToFreeze,
): (one: ToFreeze) => FrozenInvoice {
  const clients = byField(known.clients, 'id')
  const debtors = byField(known.debtors, 'id')
  return ({ invoice, activation }) => {
    const { id, clientId, debtorId } = invoice
    return frozen({
      invoice,
      rows: rows.get(id) ?? [],
      client: clients.get(clientId) as ClientFacts,
      debtor: debtors.get(debtorId) as DebtorFacts,
      tenantName,
      settings: {
        invoice: settings.of(invoiceSettings, clientId, debtorId),
        document: settings.of(documentSettings, clientId),
        bookkeeping: settings.of(bookkeepingSettings, clientId),
      },
      texts: settings.of(invoiceTextSettings, clientId),
      logoKey: logos.get(clientId) ?? null,
      credits: credits.get(id) ?? [],
      activation,
      now: unit.now,
    })
  }
}

/** Where the logotypes are, by client. */
export async function logosOf(
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
  const documents = byField(await rowsOf(unit, Document, { id: ids }, ['id', 'storageKey']), 'id')
  return new Map(
    wanted.map(({ clientId, logoDocumentId }) => [
      clientId,
      documents.get(logoDocumentId)?.storageKey ?? null,
    ]),
  )
}
