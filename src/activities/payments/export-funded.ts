import { z } from 'zod'
import { isBound } from '../../domain/access/scope.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { plainFilename } from '../../domain/filename.ts'
import { decimal, sum } from '../../domain/money.ts'
import {
  fundedFormats,
  fundedLabels,
  fundedOfFileMax,
  fundedRows,
  typeOfFunded,
  type FundedFormat,
  type FundedLine,
} from '../../domain/payments/funded.ts'
import { refuse } from '../../domain/refusal.ts'
import type { BackgroundTask } from '../../entities/background-task.ts'
import type { Document } from '../../entities/document.ts'
import { FundedPayment } from '../../entities/funded-payment.ts'
import { filled, sentDay } from '../../kernel/read/fields.ts'
import type { IdPage } from '../../kernel/write/task-work.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addTenantDocument } from '../bookkeeping/add-tenant-document.ts'
import { keepFile } from '../distribution/keep-file.ts'
import { csvOf } from '../system/csv-file.ts'
import { startTask } from '../system/start-task.ts'
import { taskOf } from '../task.ts'

/** What is booked up to a day, of all financiers or of some. */
const fundedAsked = z.object({
  toDate: sentDay,
  format: z.enum(fundedFormats),
  financiers: z.array(filled(40)).min(1).max(100).optional(),
})
type Asked = z.output<typeof fundedAsked>

const { toDate, format, financiers } = fundedAsked.shape
export const exportFundedInput = z
  .strictObject({ toDate: toDate.optional(), format: format.default('CSV'), financiers })
  .prefault({})

/** It is the tenant that tells them: of all its clients. */
export async function startExport(
  unit: Unit,
  sent: z.output<typeof exportFundedInput>,
  dryRun: boolean,
): Promise<BackgroundTask> {
  if (isBound(unit.scope)) refuse('ACCESS_DENIED')
  const input = { ...sent, toDate: sent.toDate ?? (await unit.today()) }
  return startTask(unit, { taskName: 'payments.exportFunded', input, dryRun })
}

/** Each thing is the first payment of a file, which is made of what waits behind it. */
export const exportFunded = taskOf({
  kind: 'FundedPayment',
  input: fundedAsked,
  one: tellFinancier,
  find: firstOfFiles,
})

/** The file of what one financier has not been told; null where another has been quicker. */
async function tellFinancier(
  unit: Unit,
  firstId: string,
  { toDate, format }: Asked,
): Promise<Document | null> {
  const first = await unit.load(FundedPayment, firstId)
  const seen = await untold(unit, first, toDate)
  if (seen.length === 0) return null
  const file = await fileOf(unit, seen, format)
  const payments = await untold(unit, first, toDate, 'held')
  if (payments.length !== seen.length) refuse('VERSION_CONFLICT')
  const document = await addTenantDocument(unit, { type: 'FUNDED_PAYMENTS', ...file })
  for (const payment of payments) {
    unit.update(FundedPayment, payment, { documentId: document.id })
  }
  return document
}

/** The oldest first; those of one financier in one currency are told in one order. */
async function untold(
  unit: Unit,
  { financier, currency, id }: FundedPayment,
  toDate: BusinessDate,
  how?: 'held',
): Promise<FundedPayment[]> {
  const which = 'financier = $2 and currency = $3 and id >= $4 and book_date <= $5'
  return unit.readEach(
    FundedPayment,
    `document_id is null and id = any (array (
       select id from funded_payment where tenant_id = $1 and document_id is null and ${which}
       order by id limit ${fundedOfFileMax}))`,
    [financier, currency, id, toDate],
    how,
  )
}

async function fileOf(unit: Unit, payments: readonly FundedPayment[], format: FundedFormat) {
  const lines = await linesOf(unit, payments)
  const { ending, mimeType } = typeOfFunded[format]
  const [{ id, financier, currency }] = payments as [FundedPayment]
  const bytes = format === 'CSV' ? csvOf(columns, fundedRows(lines)) : jsonOf(financier, lines)
  const day = await unit.today()
  const filename = plainFilename(`${financier} ${currency} ${day}.${ending}`)
  return { filename, mimeType, ...(await keepFile(unit, id, bytes)) }
}

const texts = new Set(['invoiceNumber', 'client', 'debtor'])
const columns = Object.entries(fundedLabels).map(([name, label]) => ({
  name,
  label,
  isText: texts.has(name),
}))

function jsonOf(financier: string, lines: readonly FundedLine[]): Uint8Array {
  const [{ currency }] = lines as [FundedLine]
  const totals = {
    amount: decimal(sum(lines.map(({ amount }) => amount)), currency),
    share: decimal(sum(lines.map(({ share }) => share)), currency),
  }
  const whole = { financier, currency, ...totals, payments: fundedRows(lines) }
  return Buffer.from(JSON.stringify(whole, null, 2))
}

/** What the file says of each, which stands in other rows. */
async function linesOf(unit: Unit, payments: readonly FundedPayment[]): Promise<FundedLine[]> {
  const rows = await unit.transaction.prepared<
    Pick<FundedLine, 'invoiceNumber' | 'client' | 'debtor'> & { id: string; value: string | null }
  >(
    `select f.id, i.invoice_number as "invoiceNumber", c.name as client, d.name as debtor,
       t.value_date as value
     from funded_payment f
     join invoice i on i.tenant_id = f.tenant_id and i.id = f.invoice_id
     join client c on c.tenant_id = f.tenant_id and c.id = f.client_id
     join debtor d on d.tenant_id = f.tenant_id and d.id = i.debtor_id
     left join payment_transaction t on t.tenant_id = f.tenant_id and t.id = f.payment_id
     where f.tenant_id = $1 and f.id = any ($2)`,
    [unit.tenantId, payments.map(({ id }) => id)],
  )
  const about = new Map(rows.map((row) => [row.id, row]))
  return payments.map(({ id, bookDate, paymentId, amount, share, currency }) => {
    const { invoiceNumber, client, debtor, value } = about.get(id)!
    const valueDate = value ?? bookDate
    const payment = paymentId ?? null
    return { bookDate, valueDate, invoiceNumber, client, debtor, payment, amount, share, currency }
  })
}

async function firstOfFiles(
  unit: Unit,
  { toDate, financiers }: Asked,
  { after, until, limit }: IdPage,
): Promise<string[]> {
  const values: unknown[] = [unit.tenantId, toDate, financiers ?? null]
  const rows = await unit.transaction.query<{ id: string }>(
    `select id from (
       select id, row_number() over (partition by financier, currency order by id) as place
       from funded_payment where tenant_id = $1 and document_id is null and book_date <= $2
         and ($3::text[] is null or financier = any ($3))
         and ${unit.bound('funded_payment', values)}) waiting
     where (place - 1) % ${fundedOfFileMax} = 0
       and id > $${values.push(after)} and id <= $${values.push(until)}
     order by id limit $${values.push(limit)}`,
    values,
  )
  return rows.map(({ id }) => id)
}
