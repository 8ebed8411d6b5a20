import pg from 'pg'

/*
 * How values travel: what the database takes and gives of each type, and what the platform has of
 * it. All prepared statements send and read their values here.
 */

const { DATE, JSON: json, JSONB: jsonb } = pg.types.builtins

type Reader = (text: string) => unknown

const asIs: Reader = (text) => text

/**
 * Dates stay text, and whole numbers beyond 2^53 and decimals too: no digit is lost on the way.
 */
export function readerOf(type: number): Reader {
  return type === DATE ? asIs : pg.types.getTypeParser(type, 'text')
}

/** The same for what is sent without being prepared. */
export const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    format === 'binary' ? pg.types.getTypeParser(type, format) : readerOf(type),
}

/** A value as the text that the database reads for a parameter of this type. */
export function sentAs(value: unknown, type: number): string | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return `${value as number}`
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value) && type !== json && type !== jsonb) return listOf(value)
  return JSON.stringify(value)
}

/** In the database's own syntax of arrays. */
export function listOf(values: readonly unknown[]): string {
  let text = '{'
  for (const [at, value] of values.entries()) {
    if (at > 0) text += ','
    if (Array.isArray(value)) text += listOf(value)
    else {
      const item = sentAs(value, 0)
      text += item === null ? 'NULL' : `"${item.replaceAll(/["\\]/g, '\\$&')}"`
    }
  }
  return `${text}}`
}
