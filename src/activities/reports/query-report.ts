import { createHash } from 'node:crypto'
import { dayOf, isDayWord } from '../../domain/automation/schedule.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { decimal } from '../../domain/money.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { askedDay, id } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Report, ReportColumn, ReportParameter } from './report.ts'
import { reportsOfBooks } from './reports-of-books.ts'
import { reportsOfClaims } from './reports-of-claims.ts'

/** Every report, by name. */
export const reports: readonly Report[] = [...reportsOfClaims, ...reportsOfBooks].toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
)

export const reportOf = (reportId: string) => reports.find((each) => each.id === reportId)

export const fileRowsMax = 100_000
const longestMs = 30_000

export type ReportRow = Readonly<Record<string, string | number | null>>
export type Parameters = Readonly<Record<string, string>>

/**
 * What a caller sends for parameters, each checked by its type, as it is on the first of the days
 * on which it is to be asked. A period has to have a day on one of them at least.
 */
export async function checkParameters(
  unit: Unit,
  report: Report,
  sent: Parameters,
  days: readonly [BusinessDate, ...BusinessDate[]],
): Promise<Parameters> {
  const checked = parametersOn(report, sent, days[0])
  if (days.every((day) => isPeriodEmpty(parametersOn(report, sent, day)))) {
    invalid('/parameters/toDate', 'BEFORE_FROM', 'The period ends before it begins')
  }
  const { clientId } = checked
  if (clientId !== undefined) await unit.load(Client, clientId, '/parameters/clientId')
  return checked
}

/** Days may be said by words, and so hang on the day on which it is asked. */
export function parametersOn(report: Report, sent: Parameters, today: BusinessDate): Parameters {
  for (const name of Object.keys(sent)) {
    if (!report.parameters.some((each) => each.name === name)) {
      invalid(`/parameters/${name}`, 'UNKNOWN', 'The report has no such parameter')
    }
  }
  const found = report.parameters.flatMap((parameter) => {
    const value = valueOf(parameter, sent[parameter.name], today)
    return value === undefined ? [] : [[parameter.name, value] as const]
  })
  return Object.fromEntries(found)
}

export const isPeriodEmpty = ({ fromDate, toDate }: Parameters): boolean =>
  fromDate !== undefined && toDate !== undefined && toDate < fromDate

function valueOf(
  { name, type, required, otherwise }: ReportParameter,
  sent: string | undefined,
  today: BusinessDate,
): string | undefined {
  const pointer = `/parameters/${name}`
  const value = sent ?? otherwise
  if (value === undefined) {
    return required ? invalid(pointer, 'REQUIRED', 'The report needs this') : undefined
  }
  if (type === 'DAY' && isDayWord(value)) return dayOf(value, today)
  const schema = type === 'DAY' ? askedDay : id('Client')
  const says = type === 'DAY' ? 'A day, or a word for one' : 'The id of a client'
  return schema.safeParse(value).success ? value : invalid(pointer, 'INVALID', says)
}

/** Rows of a report within the caller's scope, in their order, behind a place in it. */
export async function queryReport(
  unit: Unit,
  report: Report,
  parameters: Parameters,
  { after, limit }: { after?: readonly unknown[] | undefined; limit: number },
): Promise<ReportRow[]> {
  // What is owed to others, and financed by whom, is not for debtors.
  if (unit.scope.debtorId !== null) refuse('ACCESS_DENIED')
  await beAlone(unit)
  const { text, values } = await statementOf(unit, report, parameters)
  const key = report.key.map((name) => `r."${name}"`).join(', ')
  const places = (after ?? []).map((value) => `$${values.push(value)}`)
  const beyond = places.length === 0 ? '' : `where (${key}) > (${places.join(', ')})`
  const whole = `select * from (${text}) r ${beyond} order by ${key} limit $${values.push(limit)}`
  await unit.transaction.query(`set local statement_timeout = ${longestMs}`)
  const rows = await unit.transaction
    .query<Record<string, unknown>>(whole, values)
    .catch((error: unknown) => {
      const isCut = (error as { code?: unknown }).code === '57014'
      throw isCut ? refuse('REPORT_TOO_SLOW') : error
    })
  await unit.transaction.query('set local statement_timeout to default')
  return rows.map((row) => shown(report.columns, row))
}

/** One report of a tenant, and of a client, at a time: nobody's day waits for theirs. */
async function beAlone(unit: Unit): Promise<void> {
  const [row] = await unit.transaction.query<{ got: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as got',
    [`${unit.tenantId} report ${unit.scope.clientId ?? ''}`],
  )
  if (row?.got !== true) refuse('REPORT_RUNNING', { retryAfterSeconds: 5 })
}

async function statementOf(unit: Unit, report: Report, parameters: Parameters) {
  const values: unknown[] = [unit.tenantId, (await unit.tenant()).timeZone]
  const places = new Map<string, string>()
  for (const { name, type } of report.parameters) {
    const place = values.push(parameters[name] ?? null)
    places.set(name, `$${place}::${type === 'DAY' ? 'date' : 'uuid'}`)
  }
  const text = report.sql({
    tenant: '$1',
    zone: '$2::text',
    value: (name) => places.get(name) ?? 'null',
    bound: (table, of) => unit.bound(table, values, of),
  })
  // Every value is named, so that each has a type also where a report has no use for it.
  return { text: `with asked as (select $2::text) ${text}`, values }
}

function shown(columns: readonly ReportColumn[], row: Record<string, unknown>): ReportRow {
  const cells = columns.map(({ name, type, currency }) => {
    const value = row[name] as string | number | null
    if (type !== 'AMOUNT') return [name, value ?? null]
    return [name, decimal(BigInt(value ?? 0), String(row[currency ?? 'currency']))]
  })
  return Object.fromEntries(cells)
}

/** What a page of it hangs on: the report, and what it was asked with. */
export const markOfQuery = (report: Report, parameters: Parameters): string =>
  createHash('sha256')
    .update(JSON.stringify([report.id, Object.entries(parameters).toSorted()]))
    .digest('hex')
