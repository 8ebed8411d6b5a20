import { sql, type RawBuilder } from 'kysely'
import type { Column } from '../../ports/database/orm-seams.ts'

/** A field of an order, and what is known of its column. */
export interface Order extends Column {
  descending: boolean
  /** The words that it may say, where it is one of a closed set. */
  words?: readonly string[] | undefined
}

/** A stretch of an ordered list: which rows it has, and how these are ordered among themselves. */
export interface Part {
  where?: RawBuilder<boolean> | undefined
  order: readonly Order[]
  /** Whether a row with this value of the first field lies in it. */
  has(value: unknown): boolean
}

/**
 * A list by words is read word by word, and one whose first field may be empty without these rows
 * before it with them: each part follows the order of one index.
 */
export function partsOf(order: readonly Order[]): readonly Part[] {
  const [first, ...rest] = order
  if (first === undefined) return []
  const { words, descending, nullable } = first
  const column = sql.ref(first.column)
  const ofWord = (word: string): Part => ({
    where: sql<boolean>`${column} = ${sql.lit(word)}`,
    order: rest,
    has: (value) => value === word,
  })
  const empty: Part = {
    where: sql<boolean>`${column} is null`,
    order: rest,
    has: (value) => value === null,
  }
  const filled: Part = { order, has: (value) => value !== null }
  if (words !== undefined) {
    const inOrder = descending ? words.toSorted().toReversed() : words.toSorted()
    return [...inOrder.map(ofWord), ...(nullable ? [empty] : [])]
  }
  if (!nullable) return [filled]
  const given = { ...first, nullable: false }
  return [{ ...filled, where: sql<boolean>`${column} is not null`, order: [given, ...rest] }, empty]
}

/** The parts from the one with the row where a page ended, if one did, and the values by which it goes on in it. */
export function partsAfter(
  parts: readonly Part[],
  values: readonly unknown[],
): { parts: readonly Part[]; values: readonly unknown[] } {
  if (values.length === 0) return { parts, values }
  const at = parts.findIndex(({ has }) => has(values[0]))
  const [first] = parts.slice(at)
  // What the part has in common is no part of its order.
  const own = values.slice(values.length - (first?.order.length ?? 0))
  return { parts: parts.slice(at), values: own }
}
