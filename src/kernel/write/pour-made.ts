import type { EntityMetadata } from '@mikro-orm/core'
import { entriesOfNew } from '../../entities/journal-entry.ts'
import { dependsOnDay, eventsOf, families } from '../../entities/events.ts'
import { kindOf } from '../../entities/ids.ts'
import { decimalIn } from '../../entities/money-in-sql.ts'
import { factsOf, type TableFacts } from '../../entities/table.ts'
import {
  columnsOf,
  type Column,
  type Columns,
  type Values,
} from '../../ports/database/orm-seams.ts'
import type { Row } from '../../ports/database/transaction.ts'
import { jsonOf } from '../../ports/database/values.ts'
import { newJournalId } from './ids.ts'
import { valueOf } from './lane-shapes.ts'
import type { Fields } from './new-row.ts'
import type { Unit } from './unit.ts'
import {
  authoredBy,
  eventParts,
  isToWake,
  wokenBy,
  type Answer,
  type Author,
} from './write-records.ts'

/** New rows that a statement makes of others. */
export interface Made<E> {
  /** It gives `n`, by which they are counted from 1 on, and then the properties in their order. */
  text: string
  values: readonly unknown[]
  properties: readonly (keyof Fields<E> & string)[]
  /** What they all have. */
  alike: Partial<Fields<E>>
  /** Those that are counted beyond are left. */
  most: number
  /** What is to be known of them: a statement over `made`, whose columns are those of the table. */
  told: string
}

interface Statement {
  text: string
  values: readonly unknown[]
}

/** Writes them with all there is to tell of them, in one message. */
export async function writeMade<E extends object, T extends Row>(
  { transaction, newId }: Unit,
  meta: EntityMetadata,
  made: Made<E>,
  author: Author,
): Promise<{ woken: readonly string[]; told: T[] }> {
  const ids = Array.from({ length: made.most }, () => newId(kindOf(meta)))
  const { text, values } = statementOf(meta, made, ids, author)
  const [row] = await transaction.prepared<Answer & { told: T[] }>(text, values)
  return { woken: wokenBy(row), told: row?.told ?? [] }
}

/** The rows themselves, where the unit of work is to write them. */
export async function foundMade<E extends object, T extends Row>(
  { transaction }: Unit,
  meta: EntityMetadata,
  made: Made<E>,
): Promise<{ rows: Values[]; told: T[] }> {
  const { byProperty } = columnsOf(meta)
  const { text, values } = begun(columnsOf(meta), made)
  const shown = made.properties.map((name) => `"${byProperty.get(name)!.column}" as "${name}"`)
  const rows = await transaction.prepared<Values>(
    `${text} select ${shown.join(', ')} from made order by n`,
    values,
  )
  const [of] = await transaction.prepared<{ told: T[] }>(`${text} select ${toldOf(made)}`, values)
  const amounts = made.properties.filter((name) => byProperty.get(name)!.kind === 'amount')
  const whole = (row: Values) =>
    Object.fromEntries(amounts.map((name) => [name, BigInt(String(row[name]))]))
  return {
    rows: rows.map((row) => ({ ...made.alike, ...row, ...whole(row) })),
    told: of?.told ?? [],
  }
}

const quoted = ({ column }: Column) => `"${column}"`

/** The rows as the statement makes them, by the columns of the table. */
function begun<E>({ byProperty }: Columns, { text, values, properties, most }: Made<E>): Statement {
  const names = properties.map((name) => quoted(byProperty.get(name)!))
  return {
    text: `with made as materialized (select m.* from (${text}) as m (n, ${names.join(', ')})
      where m.n <= $${values.length + 1}::int)`,
    values: [...values, most],
  }
}

const toldOf = <E>({ told }: Made<E>) =>
  `(select coalesce(json_agg(t), '[]') from (${told}) t) as told`

function statementOf<E extends object>(
  meta: EntityMetadata,
  made: Made<E>,
  ids: readonly string[],
  author: Author,
): Statement {
  const columns = columnsOf(meta)
  const { text, values } = begun(columns, made)
  const all = [...values]
  const value = (of: unknown, type: string) => `$${all.push(of)}::${type}`
  const { now, principal } = author
  const given = made.properties.map((name) => columns.byProperty.get(name)!)
  const alike = Object.entries(made.alike).map(([name, same]): [string, string] => {
    const column = columns.byProperty.get(name)!
    return [quoted(column), value(valueOf(column, { [name]: same }, 'alone'), column.type)]
  })
  const set = new Map<string, string>([
    ['"tenant_id"', value(principal.tenantId, 'int')],
    ['"id"', 'm.new_id'],
    ...given.map((column): [string, string] => [quoted(column), `m.${quoted(column)}`]),
    ...alike,
    ...['createdAt', 'updatedAt'].flatMap((name): [string, string][] => {
      const column = columns.byProperty.get(name)
      return column === undefined ? [] : [[quoted(column), value(now, 'timestamptz')]]
    }),
  ])
  const journal = value(
    ids.map(() => newJournalId()),
    'uuid[]',
  )
  return {
    text: `${text},
      numbered as materialized (select m.*, (${value(ids, 'uuid[]')})[m.n::int] as new_id,
        (${journal})[m.n::int] as journal_id from made m),
      written as (insert into "${columns.table}" (${[...set.keys()].join(', ')})
        select ${[...set.values()].join(', ')} from numbered m),
      ${journalOf(meta, made, { set, by: value(jsonOf(authoredBy(author)), 'json') })},
      ${eventParts.join(',\n')}
      select ${isToWake}, ${toldOf(made)}`,
    values: all,
  }
}

interface Written {
  /** What each column is, in SQL over `numbered`. */
  set: ReadonlyMap<string, string>
  by: string
}

const authored = [
  'tenant_id',
  'principal_kind',
  'principal_id',
  'principal_name',
  'request_id',
  'workflow_id',
  'at',
  'traceparent',
]

/** Each stands in a row of its own, since it is told as its own owner. */
function journalOf<E extends object>(
  meta: EntityMetadata,
  made: Made<E>,
  { set, by }: Written,
): string {
  const facts = factsOf(meta.tableName)
  refuseOther(meta, facts)
  const told: Readonly<Record<string, string>> = {
    ...Object.fromEntries(authored.map((name) => [name, `a.${name}`])),
    id: 'm.journal_id',
    owner_type: `'${meta.className}'`,
    owner_id: 'id_text(m.new_id)',
    client_id: facts.clientColumn === undefined ? 'null::uuid' : set.get('"client_id"')!,
    debtor_id: 'null::uuid',
    version: columnsOf(meta).version === undefined ? 'null::int' : '1',
    entries: entriesOf(meta, facts, made, set),
    data: 'null::json',
  }
  const names = Object.keys(told).join(', ')
  const values = Object.entries(told).map(([name, sql]) => `${sql} as ${name}`)
  return `author as (select r.* from json_populate_record(null::journal, ${by}) r),
    journal_in as materialized (select ${values.join(', ')} from numbered m cross join author a),
    journal_rows as (insert into journal (${names}) select ${names} from journal_in)`
}

/** What is told in another way than a row that stands by itself is not made so far. */
function refuseOther({ tableName }: EntityMetadata, facts: TableFacts): void {
  const { owner, trail, silent, unrecorded, clientHears, debtorColumn, clientColumn } = facts
  const isPlain = [owner, trail, silent, unrecorded, clientHears, debtorColumn].every(
    (one) => one === undefined,
  )
  if (!isPlain || clientColumn === 'id' || dependsOnDay(facts)) {
    throw new Error(`rows of ${tableName} are told in a way in which no statement makes them`)
  }
}

function entriesOf<E extends object>(
  meta: EntityMetadata,
  facts: TableFacts,
  { alike }: Made<E>,
  set: Written['set'],
): string {
  const meant = eventsOf(facts, { action: 'CREATED', fields: {}, entity: alike })
  const events = Object.fromEntries(meant.map(({ type, name }) => [type, name]))
  const data = Object.fromEntries(
    meant.flatMap(({ type }) => {
      const { shows, currency = '' } = families.get(type) ?? {}
      return shows === undefined ? [] : [[type, contentOf(meta, shows, currency, set)]]
    }),
  )
  return entriesOfNew(events, data)
}

/** What the family shows, up to the first that these rows have not. */
function contentOf(
  meta: EntityMetadata,
  shows: readonly string[],
  currency: string,
  set: Written['set'],
): string[] {
  const { byProperty } = columnsOf(meta)
  const sqlOf = (name: string) => set.get(quoted(byProperty.get(name)!))
  const lacking = shows.findIndex((name) => sqlOf(name) === undefined)
  const shown = lacking < 0 ? shows : shows.slice(0, lacking)
  if (lacking >= 0 && shows.slice(lacking).some((name) => sqlOf(name) !== undefined)) {
    throw new Error(`${meta.tableName} shows what follows something that is not made`)
  }
  return shown.map((name) => {
    const { kind } = byProperty.get(name)!
    const shownBy = shownAs(kind, sqlOf(name)!, () => sqlOf(currency)!)
    return `coalesce(to_json(${shownBy})::text, 'null')`
  })
}

function shownAs(kind: Column['kind'], sql: string, currency: () => string): string {
  if (kind === 'amount') return `${decimalIn(sql, currency())}::text`
  return kind === 'id' ? `id_text(${sql})` : sql
}
