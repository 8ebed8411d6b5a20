import { sql, type RawBuilder } from 'kysely'
import { isIdKind, type IdKind } from '../../entities/ids.ts'
import { factsOf, type TableFacts } from '../../entities/table.ts'
import { firstIdAt } from '../write/ids.ts'
import { askedOf, type Asked } from './filter.ts'

/**
 * An id is made of the moment at which its row was, so the order by one is that by the other, and
 * the rows of a time lie beside one another in the key. What the kernel writes as records, or
 * another makes ids for, is not of this kind.
 */
export function momentOf({ className, tableName, properties }: Meta): string | undefined {
  const { record, view, moment = 'createdAt' }: TableFacts = factsOf(tableName)
  const isMade = isIdKind(className) && record !== true && view === undefined
  return isMade && 'id' in properties && moment in properties ? moment : undefined
}

interface Meta {
  className: string
  tableName: string
  properties: object
}

/** The rows of a time, by their ids. */
export function madeWithin(kind: IdKind, value: unknown): RawBuilder<boolean> {
  const conditions = spansOf(askedOf(value)).map(([from, to]) =>
    sql.join(
      [
        ...(from === undefined ? [] : [sql`id >= ${firstIdAt(kind, from)}`]),
        ...(to === undefined ? [] : [sql`id < ${firstIdAt(kind, to)}`]),
      ],
      sql` and `,
    ),
  )
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** From the first moment that is in it to the first that no longer is. */
type Span = readonly [from: Date | undefined, to: Date | undefined]

function spansOf(asked: Asked): readonly Span[] {
  if ('one' in asked) return [spanOf(asked.one, asked.one)]
  if ('among' in asked) return asked.among.map((each) => spanOf(each, each))
  const { from, to } = asked as { from?: unknown; to?: unknown }
  return [spanOf(from, to)]
}

/** Moments are kept to the millisecond, but may be asked for more exactly. */
function spanOf(from: unknown, to: unknown): Span {
  return [
    from === undefined ? undefined : moment(String(from), hasMore(String(from)) ? 1 : 0),
    to === undefined ? undefined : moment(String(to), 1),
  ]
}

const hasMore = (text: string) => /\.\d{3}\d*[1-9]/.test(text)

/** Before there were ids there is nothing. */
const moment = (text: string, more: number) => new Date(Math.max(0, Date.parse(text) + more))
