import type { BookkeepingFileFormat } from '../../../domain/automation/schedule.ts'
import {
  lifeOfBookkeepingFile,
  vouchersOfFileMax,
} from '../../../domain/bookkeeping/bookkeeping-file.ts'
import { filed, filedAgain, hasFailed } from '../../../domain/bookkeeping/voucher-life.ts'
import { retentionOfYear } from '../../../domain/bookkeeping/retention.ts'
import type { BusinessDate } from '../../../domain/dates.ts'
import { refuse } from '../../../domain/refusal.ts'
import { BookkeepingFile } from '../../../entities/bookkeeping-file.ts'
import { Document } from '../../../entities/document.ts'
import { Voucher, VoucherPosting } from '../../../entities/voucher.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { settleErrandsAbout } from '../../system/settle-errand.ts'
import { firstDayOf } from '../read-books.ts'
import { keptFileOf } from './file-bytes.ts'
import { untaken } from './waiting-series.ts'

export interface FileAsked {
  format: BookkeepingFileFormat
  toDate: BusinessDate
  /** The run of a schedule that it is for. */
  scheduleRunId?: string | undefined
}

/**
 * The file of what waits in the series of a voucher, from that voucher on; null where another has
 * been quicker. What is filed belongs to that file and to no connector, until it failed and is
 * sent again.
 */
export async function generateFile(
  unit: Unit,
  firstId: string,
  { format, toDate, scheduleRunId }: FileAsked,
): Promise<BookkeepingFile | null> {
  const first = await unit.load(Voucher, firstId)
  const seen = await waiting(unit, first, toDate)
  if (seen.length === 0) return null
  const file = await keptFileOf(unit, seen, format, unit.now)
  await lockKey(unit, 'bookkeeping file', keyOf(first))
  const vouchers = await waiting(unit, first, toDate, 'held')
  if (numbersOf(vouchers).join() !== numbersOf(seen).join()) refuse('VERSION_CONFLICT')
  const { ownerType, ownerId, clientId = null, series, fiscalYear, currency } = first
  const document = unit.add(Document, {
    type: 'BOOKKEEPING_FILE',
    ownerType: 'BOOKKEEPING_FILE',
    // Until there is a file to belong to.
    ownerId: first.id,
    clientId,
    ...file,
    status: 'STORED',
    retentionUntil: retentionOfYear(fiscalYear, await firstDayOf(unit, first)),
    createdBy: unit.principal.id,
  })
  for (const voucher of vouchers) unit.update(Voucher, voucher, filed(voucher, document.id))
  const made = unit.add(BookkeepingFile, {
    ownerType,
    ownerId,
    clientId,
    kind: 'VOUCHERS',
    format,
    status: 'GENERATED',
    series,
    fiscalYear,
    currency,
    ...(await contentsOf(unit, vouchers)),
    documentId: document.id,
    exportedAt: null,
    exportChannel: null,
    error: null,
    scheduleRunId: scheduleRunId ?? null,
  })
  document.ownerId = made.id
  return made
}

type Series = Pick<Voucher, 'ownerId' | 'series' | 'fiscalYear' | 'currency'>

const keyOf = ({ ownerId, series, fiscalYear, currency }: Series) =>
  `${ownerId} ${series} ${fiscalYear} ${currency}`

const numbersOf = (vouchers: readonly Voucher[]) => vouchers.map(({ number }) => number)

const ofSeries = 'owner_id = $2 and series = $3 and fiscal_year = $4'

/** By number; a connector that took one meanwhile has it. */
async function waiting(
  unit: Unit,
  { ownerId, series, fiscalYear, currency, number }: Voucher,
  toDate: BusinessDate,
  how?: 'held',
): Promise<Voucher[]> {
  const which = `${ofSeries} and currency = $5 and number >= $6 and date <= $7 and ${untaken}`
  const found = await unit.readEach(
    Voucher,
    `${untaken} and id = any (array (select id from voucher where tenant_id = $1 and ${which}
       order by number limit ${vouchersOfFileMax}))`,
    [ownerId, series, fiscalYear, currency, number, toDate],
    how,
  )
  return found.toSorted((a, b) => a.number - b.number)
}

async function debitsOf(unit: Unit, vouchers: readonly Voucher[]): Promise<bigint> {
  const voucherId = { $in: vouchers.map(({ id }) => id) }
  const postings = await unit.all(VoucherPosting, { voucherId })
  return postings.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n)
}

/** Those of its vouchers that are in it still and not booked, once more: the failed ones too. */
export async function regenerateFile(
  unit: Unit,
  { id, ownerType }: Pick<BookkeepingFile, 'id' | 'ownerType'>,
  format: BookkeepingFileFormat | undefined,
): Promise<BookkeepingFile> {
  const present = await unit.load(BookkeepingFile, { id, ownerType })
  lifeOfBookkeepingFile.move(present.status, 'generate')
  const seen = await notBooked(unit, present)
  if (seen.length === 0) refuse('BOOKKEEPING_FILE_OUTDATED')
  const wanted = format ?? present.format
  const kept = await keptFileOf(unit, seen, wanted, present.createdAt)
  const document = await loadHeld(unit, Document, present.documentId)
  const vouchers = await notBooked(unit, present, 'held')
  const file = await loadHeld(unit, BookkeepingFile, present.id)
  if (numbersOf(vouchers).join() !== numbersOf(seen).join()) refuse('VERSION_CONFLICT')
  const status = lifeOfBookkeepingFile.move(file.status, 'generate')
  const failed = vouchers.filter(hasFailed)
  for (const voucher of failed) unit.update(Voucher, voucher, filedAgain(voucher))
  const ids = new Set(failed.map((voucher) => voucher.id))
  const about = { type: 'VOUCHER', subjectType: 'Voucher' } as const
  await settleErrandsAbout(unit, about, 'Sent again', ({ subjectId }) => ids.has(subjectId))
  Object.assign(document, kept)
  const anew = { exportedAt: null, exportChannel: null, error: null }
  return Object.assign(file, {
    status,
    format: wanted,
    ...anew,
    ...(await contentsOf(unit, vouchers)),
  })
}

async function notBooked(unit: Unit, file: BookkeepingFile, how?: 'held'): Promise<Voucher[]> {
  const { ownerId, series, fiscalYear, numbers, documentId } = file
  const found = await unit.readEach(
    Voucher,
    `${ofSeries} and number = any ($5) and file_id = $6
       and external_id is null and status <> 'EXTERNAL_BOOKED'`,
    [ownerId, series, fiscalYear, numbers, documentId],
    how,
  )
  return found.toSorted((a, b) => a.number - b.number)
}

/** What a file says of the vouchers that stand in it. */
async function contentsOf(unit: Unit, vouchers: readonly Voucher[]) {
  const days = vouchers.map(({ date }) => date).toSorted()
  return {
    fromDate: days[0] as string,
    toDate: days.at(-1) as string,
    numbers: numbersOf(vouchers),
    voucherCount: vouchers.length,
    debitTotal: await debitsOf(unit, vouchers),
  }
}
