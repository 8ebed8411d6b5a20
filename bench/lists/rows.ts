import { idPrefixes, type IdKind } from '../../src/entities/ids.ts'
import type { Stage } from '../shared/stage.ts'
import { idCodes, type IdPrefix } from '../../src/domain/ids.ts'
import { idOfNth, nthId } from '../../test/support/ids-inside.ts'

export interface Property {
  name: string
  fieldNames: readonly string[]
  columnTypes: readonly string[]
  nullable?: boolean
  enum?: boolean
  items?: readonly string[]
  wire?: { form: string; of?: IdKind; prefix?: IdPrefix; values?: readonly string[] }
}
export type Properties = Readonly<Record<string, Property | undefined>>

/** Of a thousand rows; what is not among them no row has. */
const shares: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'invoice type': { INVOICE: 949, CREDIT_INVOICE: 40, INTEREST_INVOICE: 10, FEE_INVOICE: 1 },
  'document type': { INVOICE: 950, CREDIT_INVOICE: 40, ATTACHMENT: 10 },
  'invoice_ledger_event type': { BOOKED: 330, DUE: 330, OVERDUE: 330, REMINDER: 9, PAUSED: 1 },
  'invoice_ledger_event status': { DONE: 660, PLANNED: 339, SKIPPED: 1 },
  'financial_event type': { INVOICE_BOOKED: 500, PAYMENT: 450, CREDIT_LINK: 49, REVERSAL: 1 },
  'voucher status': { BOOKED: 10, EXPORTED: 989, EXTERNAL_FAILED: 1 },
  'system_errand status': { OPEN: 1, IN_PROGRESS: 1, RESOLVED: 18, CLOSED: 980 },
  'system_errand severity': { LOW: 100, NORMAL: 889, HIGH: 10, CRITICAL: 1 },
  'client_account_transaction type': {
    PAYMENT: 500,
    FINANCED: 300,
    RESERVE_HELD: 100,
    RESERVE_RELEASED: 70,
    FEE: 20,
    PAYOUT: 9,
    REVERSAL: 1,
  },
  'to_do status': { OPEN: 2, RESOLVED: 988, CANCELLED: 10 },
  'to_do targetType': { INVOICE: 700, DEBTOR: 200, CLIENT: 90, SYSTEM_DEBTOR: 10 },
  'note targetType': { INVOICE: 900, DEBTOR: 100 },
  'label_assignment targetType': { INVOICE: 700, DEBTOR: 200, CLIENT: 90, SYSTEM_DEBTOR: 10 },
  'webhook_log status': { DELIVERED: 998, FAILED: 1, RETRYING: 1 },
  'schedule kind': { QUERY_REPORT: 900, BOOKKEEPING_FILE: 100 },
  'schedule_run status': { SENT: 988, FAILED: 9, QUEUED: 1, PRODUCED: 1, NOTHING: 1 },
  'automation_run status': { NOT_MET: 900, DONE: 90, FAILED: 7, ENDED: 1, WAITING: 1, RUNNING: 1 },
  'credit_status status': { OK: 940, WARNING: 50, BLOCKED: 10 },
}

/** The days that rows are of, the last of them today. */
const days = 700

/** The latest thousand wait for somebody, however many have come to an end. */
const ofWaiting: Readonly<Record<string, readonly [word: string, until: number][]>> = {
  mainStatus: [
    ['CREATED', 400],
    ['PENDING', 500],
    ['PAUSED', 800],
    ['DENIED_FINANCING', 1_000],
  ],
}
const waiting = 1_000
const drafts = 500

const cases = (of: readonly [string, number][]) =>
  of.map(([word, until]) => `when m - n < ${until} then '${word}'`).join(' ')

/** Of the claims of the last three months two in three are open, of those before one in fifty. */
const isArchived = 'n % 20 = 0'
const isOpen =
  '(m - n < 1000 or k between 200 and 219 or n > m * 87 / 100 and k between 220 and 859)'

/** What goes with the statuses of a claim, from the same number of the row. */
const ofInvoice: Readonly<Record<string, string>> = {
  bookedDate: `case when m - n >= ${drafts} then ${day()} end`,
  pausedFrom: `case when m - n < ${drafts} then null when m - n < 800 then 'ACTIVATED'
    when ${isOpen} then null else 'ACTIVATED' end`,
  closedDate: `case when not ${isOpen} then ${day(30)} end`,
  archivedAt: `case when not ${isOpen} and ${isArchived} then now() end`,
  paymentReference: `case when m - n >= ${drafts} then n::text end`,
  expireDate: day(30),
  dueDate: day(30),
  mainStatus: `case ${cases(ofWaiting['mainStatus']!)} when ${isOpen} then 'ACTIVATED'
    when ${isArchived} then 'ARCHIVED' else 'CLOSED' end`,
  ledgerStatus: `case when m - n < ${drafts} then 'NOT_BOOKED'
    when k < 20 then 'CREDITED' when k between 215 and 219 then 'PARTLY_PAID'
    when ${isOpen} then 'NOT_DUE'
    when k < 22 then 'WRITTEN_OFF' else 'PAID' end`,
  financingStatus: `case when m - n between 800 and ${waiting - 1} then 'DENIED'
    when m - n >= ${waiting} and k between 900 and 908 then 'FINANCED' else 'NONE' end`,
  productCode: `case when m - n < ${drafts} then null when m - n >= ${waiting} and k between 900 and 908
    then 'INVOICE_FACTORING_SELL' else 'INVOICE_SERVICE' end`,
}

/** Each of nine things of an owner hangs on another kind, so that every list has some of it. */
const onTargets = (...rare: readonly string[]) => {
  const kinds = [...Array.from({ length: 9 - rare.length }, () => 'INVOICE'), ...rare]
  return {
    targetId: nthId('I', '(n / 9)'),
    targetType: `(array['${kinds.join(`', '`)}'])[1 + n % 9]`,
  }
}

const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  invoice: ofInvoice,
  to_do: onTargets('DEBTOR', 'CLIENT', 'SYSTEM_DEBTOR'),
  label_assignment: onTargets('DEBTOR', 'CLIENT', 'SYSTEM_DEBTOR'),
  note: onTargets('DEBTOR'),
  // One has some forty thousand at most: every quarter of an hour, for 400 days.
  schedule_run: { scheduleId: nthId('SH', '(n / 7 % 26 + 52)') },
  webhook_log: { astray: `case k when 0 then 'RETRYING' when 999 then 'FAILED' end` },
  // Of one in fifty, and over by now for most of these.
  credit_status: {
    temporaryLimit: 'case when n % 50 = 0 then n end',
    temporaryUntil: `case when n % 50 = 0 then ${day(30)} end`,
  },
  voucher: {
    clientId: `case ownertype(n) when 'CLIENT' then ${nthId('C.', '(n % 1000)')} end`,
  },
}

const owners = 1_000
/** The owner whose rows are asked for as those of one. */
const nth = 77

/** The day of a row, later ones of later rows, and so many after it. */
function day(after = 0): string {
  return `current_date - ${days - after} + (n * ${days} / m)::int`
}

const asked = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** Milliseconds between one row and the next. */
const stepMs = 1_000
const begun = Date.UTC(2024, 0, 1)

/** Whose rows there are how many of; others have a tenth as many each. */
export interface Filling {
  tenantId: string
  besides: readonly string[]
  count: number
  /** How many a client has, where it cannot have more; else half of all are those of the largest. */
  ofClient?: number | undefined
}

/** The tables as they are after years, without anything that other tables would have to have. */
export async function fill(
  stage: Stage,
  table: string,
  properties: Properties,
  { tenantId, besides, count, ofClient }: Filling,
): Promise<void> {
  await stage.owner(functions)
  const columns = Object.values(properties).filter((one) => one !== undefined)
  const values = columns.map((one) =>
    one.name === 'tenantId' ? '$1' : valueOf(table, one, ofClient),
  )
  await stage.owner(`set session_replication_role = replica`)
  await stage.owner(`set maintenance_work_mem = '512MB'`)
  const indexes = await laidBare(stage, table)
  for (const each of [tenantId, ...besides]) {
    const rows = each === tenantId ? count : count / 10
    await stage.owner(
      `insert into ${table} (${columns.map(({ fieldNames }) => `"${fieldNames[0]}"`).join(', ')})
       select ${values.join(', ')}
       from (select n, n * 7919 % 1000 as k, $2::bigint as m
         from generate_series(1, $2::bigint) n) r`,
      [each, rows],
    )
  }
  for (const each of indexes) await stage.owner(each)
  await stage.owner(`vacuum analyze ${table}`)
}

/** Nothing is checked, and indexes are made of all rows at once: the statements that make them. */
async function laidBare(stage: Stage, table: string): Promise<string[]> {
  const checks = await stage.owner(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  for (const { name } of checks) {
    await stage.owner(`alter table ${table} drop constraint "${String(name)}"`)
  }
  const indexes = await stage.owner(
    `select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as made, c.conname
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
     where i.indrelid = $1::regclass and not i.indisprimary`,
    [table],
  )
  for (const { name, conname } of indexes) {
    if (conname === null) await stage.owner(`drop index ${String(name)} cascade`)
    else await stage.owner(`alter table ${table} drop constraint "${String(conname)}" cascade`)
  }
  // Rows that are made in thousands are alike where those of an operator never are.
  return indexes.map(({ made }) => String(made).replace('CREATE UNIQUE', 'CREATE'))
}

/** One owner with every tenth row of the table, and as many others with one of them each. */
export async function fillLinks(
  stage: Stage,
  { link, table, row, owner }: Record<'link' | 'table' | 'row' | 'owner', string>,
  tenantId: string,
  count: number,
): Promise<string> {
  const ownerId = idOfNth('U', 0)
  await stage.owner(`truncate ${link} cascade`)
  await stage.owner(
    `insert into ${link} (tenant_id, ${row}, ${owner})
     select tenant_id, id, case when n % 10 = 0 then $2 else ${nthId('U')} end
     from (select tenant_id, id, row_number() over () as n from ${table}
       where tenant_id = $1 limit $3) r`,
    [tenantId, ownerId, count],
  )
  await stage.owner(`vacuum analyze ${link}`)
  return ownerId
}

const functions = `
  create or replace function ownertype(n bigint) returns text immutable language sql
    return case when n % 2 = 0 then 'CLIENT' else 'TENANT' end`

/** As the platform makes them: a moment, then what tells them apart. */
const idOfMoment = (prefix: IdPrefix, ms: string) =>
  `(lpad(to_hex(${ms}), 12, '0') || lpad(to_hex(n), 10, '0')
    || '${idCodes[prefix].toString(16).padStart(2, '0')}00000000')::uuid`

function valueOf(table: string, property: Property, ofClient: number | undefined): string {
  const { name, columnTypes, nullable, wire } = property
  const type = columnTypes[0] ?? 'text'
  const given = own[table]?.[name]
  if (given !== undefined) return given
  if (wire?.form === 'ownId') {
    return idOfMoment(wire.prefix!, `${begun} + n * ${stepMs}`)
  }
  if (table === 'voucher' && name === 'ownerType') return 'ownertype(n)'
  if (closedOf(property) !== undefined) return wordOf(table, property)
  if (type === 'uuid') return idOf(property, ofClient)
  if (type.startsWith('timestamp')) return `to_timestamp((${begun} + n * ${stepMs}) / 1000.0)`
  if (type === 'date') return day()
  if (/json/.test(type)) return `'{}'::${type}`
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type === 'boolean') return 'n % 10 = 0'
  if (/char\(([1-9])\)/.test(type)) return `left('SEK', ${/\((\d)/.exec(type)![1]})`
  if (/int|numeric/.test(type)) return 'n'
  if (nullable === true && !filled.has(name)) return `case when n % 4 = 0 then 'T' || n % 5000 end`
  return repeated.has(name) ? `'T' || n % 50` : `'T' || n`
}

/** Columns that every row of an integrator has. */
const filled = new Set(['articleNumber', 'accountNumber'])
const repeated = new Set(['accountNumber', 'series', 'unit', 'serviceProviderCode'])

const idOf = ({ wire, name, nullable }: Property, ofClient: number | undefined) => {
  const prefix = wire?.of === undefined ? (wire?.prefix ?? 'I') : idPrefixes[wire.of]
  if (ofClient !== undefined && name === 'clientId') return nthId(prefix, `(n / ${ofClient})`)
  const many = hasMany(name)
  // Half of everything is one owner's, as with the largest client of a tenant.
  const which = many ? `case when n % 2 = 0 then 0 else n % ${owners} end` : 'n / 3'
  const value = nthId(prefix, `(${which})`)
  return nullable === true && !many ? `case when n % 4 = 0 then ${value} end` : value
}

const hasMany = (name: string) =>
  ['clientId', 'accountId', 'webhookId', 'automationId'].includes(name)

/** Of the words that an invoice says by what it went through. */
const wordsOfInvoice: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mainStatus: { ACTIVATED: 102, CLOSED: 847, ARCHIVED: 50 },
  ledgerStatus: {
    NOT_DUE: 28,
    OVERDUE: 73,
    DUE: 1,
    PARTLY_PAID: 5,
    PAID: 871,
    CREDITED: 20,
    WRITTEN_OFF: 2,
  },
  financingStatus: { NONE: 990, FINANCED: 9 },
  productCode: { INVOICE_SERVICE: 991, INVOICE_FACTORING_SELL: 9 },
}

/** The words of a closed set, which a column has by its type or by what it takes. */
function closedOf({ enum: isEnum, items = [], wire }: Property): readonly string[] | undefined {
  return isEnum === true ? items : wire?.form === 'enum' ? wire.values : undefined
}

export const isWord = (property: Property): boolean => closedOf(property) !== undefined

function wordsOf(table: string, property: Property): [word: string, share: number][] {
  const { name } = property
  const items = closedOf(property) ?? []
  const given =
    shares[`${table} ${name}`] ?? (table === 'invoice' ? wordsOfInvoice[name] : undefined)
  if (given !== undefined) return items.map((word) => [word, given[word] ?? 0])
  const few = items.slice(1, -1)
  const share = (word: string) =>
    word === items[0] ? 1000 - few.length : few.includes(word) || items.length === 2 ? 1 : 0
  return items.map((word) => [word, share(word)])
}

function wordOf(table: string, property: Property): string {
  let from = 0
  const cases = wordsOf(table, property).map(([word, share]) => {
    from += share
    return `when k < ${from} then '${word}'`
  })
  return `case ${cases.join(' ')} else '${closedOf(property)![0]}' end`
}

/** Values to ask for: which rows have them, and what they are. */
export function valuesOf(
  table: string,
  property: Property,
  count: number,
  { isInstant, ofClient }: { isInstant: boolean; ofClient?: number | undefined },
): [which: string, value: unknown][] {
  const { name, columnTypes, wire } = property
  const type = columnTypes[0] ?? 'text'
  if (closedOf(property) !== undefined) {
    return wordsOf(table, property).map(([word, share]) => [`${word} (${share} ‰)`, word])
  }
  if (isInstant) {
    const at = (n: number) => new Date(begun + n * stepMs).toISOString()
    return [
      ['of an hour', { from: at(count / 2), to: at(count / 2 + 3_600) }],
      ['since long', { from: at(10) }],
      ['until long ago', { to: at(100) }],
      ['of nobody', { from: at(count * 2) }],
    ]
  }
  if (type === 'date') {
    return [
      ['of a day', asked(400)],
      ['since long', { from: asked(days - 1) }],
      ['of nobody', '2031-01-01'],
    ]
  }
  if (type === 'boolean') return [['set', true]]
  if (/int|numeric/.test(type)) return [['of one', nth]]
  if (/char\([1-9]\)/.test(type)) {
    return [
      ['of all', 'SEK'.slice(0, Number(/\((\d)/.exec(type)![1]))],
      ['of nobody', 'T.'],
    ]
  }
  if (wire?.form === 'id' || name.endsWith('Id')) {
    const prefix = wire?.of === undefined ? (wire?.prefix ?? 'I') : idPrefixes[wire.of]
    const isOfHalf = hasMany(name) && (ofClient === undefined || name !== 'clientId')
    return [
      ...(isOfHalf ? ([['of half', idOfNth(prefix, 0)]] as [string, string][]) : []),
      ['of one', idOfNth(prefix, nth)],
      ['of nobody', idOfNth(prefix, 2 ** 40)],
    ]
  }
  return [
    ['of one', 'T7'],
    ['of nobody', 'T.'],
  ]
}
