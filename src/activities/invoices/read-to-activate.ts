import type { BusinessDate } from '../../domain/dates.ts'
import type { InvoiceRate } from '../../domain/bookkeeping/exchange-rates.ts'
import {
  documentKeyOf,
  type FrozenInvoice,
} from '../../domain/invoices/documents/frozen-invoice.ts'
import { Article } from '../../entities/article.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import { Document } from '../../entities/document.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import type { Invoice } from '../../entities/invoice.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { settingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { KeyedSettings } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { bookedAmong, type Before } from '../bookkeeping/book.ts'
import { booksWith, locksOf } from '../bookkeeping/read-books.ts'
import { bookkeepingSettings } from '../bookkeeping/settings.ts'
import { invoiceSettings } from '../clients/settings.ts'
import { takeReferences, type Taken } from '../clients/next-payment-reference.ts'
import { blockedOf } from '../debtors/blocked.ts'
import { moduleSettings } from '../system/settings/module-settings.ts'
import { syncsOf, toDoAfter, type ToDoAfter } from './after-booking.ts'
import { creditedBy } from './documents/credited-by.ts'
import {
  clientFields,
  debtorFields,
  freezing,
  frozenSettings,
  logosOf,
  byInvoice,
  rowsByInvoice,
  type RowFacts,
  type ToFreeze,
} from './documents/freeze-invoice.ts'
import { exchangeRatesOf } from './exchange-rate-of.ts'
import type { Fitness } from './fit-for-activation.ts'
import type { Activating } from './in-activation.ts'
import { productsOf, validationOf } from './read-to-validate.ts'
import { countsOfRows } from './row-counts.ts'

/** What booking asks of the database: read once for all, in one trip, and only asked after that. */
export interface ToBook {
  today: BusinessDate
  /** By invoice. */
  rows: ReadonlyMap<string, readonly RowFacts[]>
  /** By activation. */
  toDo: ReadonlyMap<string, ToDoAfter>
  before: Before
}

/** What beginning asks besides. */
export interface ToBegin extends ToBook {
  fitness: Fitness
  freeze: (one: ToFreeze) => FrozenInvoice
  rateOf: (invoice: Invoice) => InvoiceRate
  /** The activations whose document is there already. */
  documented: ReadonlySet<string>
}

export const bookedKeyOf = ({ id }: Pick<Invoice, 'id'>) => `invoice/${id}/booked`

const bookingSettings = [invoiceSettings, bookkeepingSettings]

export async function readToBook(unit: Unit, all: readonly Activating[]): Promise<ToBook> {
  const { settings: _, locks: __, ...toBook } = await readBooking(unit, all, bookingSettings)
  return toBook
}

/** What is asked by the ids of activations, in the message in which their invoices are held. */
export interface Beside {
  articles: readonly RowFacts[]
  documents: readonly Pick<Document, 'ownerId' | 'sourceKey'>[]
  /** The source keys that are booked already. */
  known: ReadonlySet<string>
  /** Payment references that are taken for those that begin. */
  references: readonly Taken[]
}

export async function readBeside(unit: Unit, activationIds: readonly string[]): Promise<Beside> {
  const ids = [activationIds]
  const [articles, documents, events, references] = await Promise.all([
    unit.readEach(Article, `invoice_id in (select a.invoice_id ${ofThem})`, ids),
    unit.readEach(Document, `owner_id in (select a.invoice_id ${ofThem})`, ids),
    unit.readEach(FinancialEvent, `claim_id in (select a.invoice_id ${ofThem})`, ids),
    takeReferences(unit, referable, ids),
  ])
  const known = new Set(events.map(({ sourceKey }) => sourceKey))
  return { articles, documents, known, references }
}

const ofThem = 'from invoice_activation a where a.tenant_id = $1 and a.id = any($2)'

const referable = `select i.client_id, count(*) as count from invoice_activation a
  join invoice i on i.tenant_id = $1 and i.id = a.invoice_id
  where a.tenant_id = $1 and a.id = any($2) and a.step = 'BEGIN'
    and a.status in ('WAITING', 'RUNNING')
    and i.payment_reference is null and i.type <> 'CREDIT_INVOICE'
  group by i.client_id`

async function readBooking(
  unit: Unit,
  all: readonly Activating[],
  groups: readonly KeyedSettings[],
  beside?: Beside,
) {
  const invoices = all.map(({ invoice }) => invoice)
  const clientIds = uniqueOf(invoices, 'clientId')
  const debtorIds = uniqueOf(invoices, 'debtorId')
  const [today, rows, settings, locks, syncs, known] = await Promise.all([
    unit.today(),
    beside === undefined ? rowsByInvoice(unit, invoices) : byInvoice(beside.articles),
    settingsInForce(unit, [...groups, moduleSettings], clientIds, debtorIds),
    locksOf(unit, [unit.tenantId, ...clientIds]),
    syncsOf(unit, clientIds),
    beside?.known ?? bookedAmong(unit, invoices.map(bookedKeyOf)),
  ])
  const before = { books: booksWith(settings, locks), known }
  return { today, rows, settings, locks, toDo: toDoAfter(all, settings, syncs), before }
}

export async function readToBegin(
  unit: Unit,
  all: readonly Activating[],
  beside?: Beside,
): Promise<ToBegin> {
  const invoices = all.map(({ invoice }) => invoice)
  const clientIds = uniqueOf(invoices, 'clientId')
  const debtorIds = uniqueOf(invoices, 'debtorId')
  const [booking, tenant, clients, debtors, products, blocked, credits, rateOf, documents] =
    await Promise.all([
      readBooking(unit, all, frozenSettings, beside),
      unit.tenant(),
      rowsOf(unit, Client, { id: clientIds }, clientFields),
      rowsOf(unit, Debtor, { id: debtorIds }, debtorFields),
      productsOf(unit, clientIds),
      blockedOf(unit, debtorIds, 'SERVICE'),
      creditedBy(unit, invoices),
      exchangeRatesOf(unit, invoices),
      beside?.documents ??
        rowsOf(unit, Document, { ownerId: invoices.map(({ id }) => id) }, ['ownerId', 'sourceKey']),
    ])
  const { settings, locks, ...toBook } = booking
  const { rows, today } = toBook
  const counts = countsOfRows(rows)
  const known = { clients, debtors, settings }
  const logos = await logosOf(unit, clientIds, settings)
  return {
    ...toBook,
    fitness: { validation: validationOf({ ...known, products, locks, counts, today }), blocked },
    freeze: freezing(unit, { ...known, tenantName: tenant.name, rows, credits, logos }),
    rateOf,
    documented: documentedOf(all, documents),
  }
}

function documentedOf(
  all: readonly Activating[],
  documents: readonly Pick<Document, 'ownerId' | 'sourceKey'>[],
): ReadonlySet<string> {
  const known = new Set(documents.map(({ ownerId, sourceKey }) => `${ownerId} ${sourceKey}`))
  const those = all.filter(({ invoice, activation: { number } }) =>
    known.has(`${invoice.id} ${documentKeyOf({ activation: number })}`),
  )
  return new Set(those.map(({ activation }) => activation.id))
}

const uniqueOf = <Field extends 'clientId' | 'debtorId'>(
  invoices: readonly Pick<Invoice, Field>[],
  field: Field,
): string[] => [...new Set(invoices.map((invoice) => invoice[field]))]
