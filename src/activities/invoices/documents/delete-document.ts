import { longerBy, retentionOfYear, retentionUntil } from '../../../domain/bookkeeping/retention.ts'
import { refuse } from '../../../domain/refusal.ts'
import { BookkeepingFile } from '../../../entities/bookkeeping-file.ts'
import { Document } from '../../../entities/document.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { settingsInForce, settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import { refuseEndingOf } from '../../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { bookkeepingSettings, retentionSettings } from '../../bookkeeping/settings.ts'
import { stillNeeded } from './still-needed.ts'

/**
 * Deletes a document and its bytes, once the law no longer wants it kept. The bytes go first: what
 * fails after that leaves a row to delete again.
 */
export async function deleteDocument(unit: Unit, id: string): Promise<void> {
  const { storageKey } = await noLongerKept(unit, id)
  if (storageKey != null) await unit.apart(({ documents }) => documents.delete(storageKey))
  unit.remove(await noLongerKept(unit, id))
}

async function noLongerKept(unit: Unit, id: string): Promise<Document> {
  const document = await unit.load(Document, id)
  refuseEndingOf(unit.scope, document)
  const until = (await keptUntil(unit, [document])).get(id) ?? ''
  if (until >= (await unit.today())) {
    refuse('DOCUMENT_RETAINED', { detail: `It is kept until ${until}.` })
  }
  if ((await stillNeeded(unit, [document])).has(id)) {
    refuse('DOCUMENT_RETAINED', { detail: 'An open claim, request or loan needs it.' })
  }
  return document
}

/** What belongs to a booked invoice is kept as long as the invoice; what was withdrawn is of none. */
export async function keptUntil(
  unit: Unit,
  documents: readonly Document[],
): Promise<ReadonlyMap<string, string>> {
  const kept = documents.filter(({ status }) => status !== 'DELETED')
  const [invoices, files, { accountingYears }] = await Promise.all([
    rowsOf(unit, Invoice, { id: kept.flatMap(({ invoiceId }) => invoiceId ?? []) }, invoiceFields),
    rowsOf(unit, BookkeepingFile, { id: kept.flatMap(fileIn) }, ['id', 'clientId', 'fiscalYear']),
    settingsOfTenant(unit, retentionSettings),
  ])
  const clientIds = [...invoices, ...files].flatMap(({ clientId }) => clientId ?? [])
  const settings = await settingsInForce(unit, [bookkeepingSettings], [...new Set(clientIds)])
  const firstDayOf = (ownerId: string) => settings.of(bookkeepingSettings, ownerId).fiscalYearStart
  const ofInvoices = invoices.flatMap(({ id, clientId, bookedDate, invoiceDate }) => {
    if (bookedDate == null) return []
    return [[id, retentionUntil(invoiceDate, firstDayOf(clientId), accountingYears)] as const]
  })
  // Of files of before, the day is stored as if each year were a calendar year.
  const ofFiles = files.map(({ id, clientId, fiscalYear }) => {
    const firstDay = firstDayOf(clientId ?? unit.tenantId)
    return [id, retentionOfYear(fiscalYear, firstDay, accountingYears)] as const
  })
  const ofOwners = new Map<string, string>([...ofInvoices, ...ofFiles])
  return new Map(
    kept.map(({ id, retentionUntil: own, invoiceId, ownerId }) => {
      const ofItsOwn = own == null ? '' : longerBy(own, accountingYears)
      const ofOwner = ofOwners.get(invoiceId ?? ownerId) ?? ''
      return [id, ofItsOwn > ofOwner ? ofItsOwn : ofOwner]
    }),
  )
}

const invoiceFields = ['id', 'clientId', 'bookedDate', 'invoiceDate'] as const

const fileIn = ({ ownerType, ownerId }: Document) =>
  ownerType === 'BOOKKEEPING_FILE' ? [ownerId] : []
