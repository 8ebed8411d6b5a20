import pg from 'pg'
import { tenantPrefix } from '../../domain/ids.ts'
import { idOfUuid, numberOfTenant, tenantOfNumber, uuidOfId } from '../../domain/id-forms.ts'

/*
 * How values travel: what the database takes and gives of each type, and what the platform has of
 * it. All statements send and read their values here. An id is a uuid there and a tenant a number;
 * here both are the text that everybody sees.
 */

const { DATE, INT4, JSON: json, JSONB: jsonb, UUID } = pg.types.builtins
/** Lists, by what they consist of. */
const elements = new Map<number, number>([
  [1007, INT4],
  [2951, UUID],
])

type Reader = (text: string) => unknown

const asIs: Reader = (text) => text
const tenant: Reader = (text) => tenantOfNumber(Number(text))
const listOfEach =
  (read: (item: string) => unknown): Reader =>
  (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((each) => (each === 'NULL' ? null : read(each)))

/** Numbers of a column of this name are tenants. */
const ofTenants = /tenant(?:_?id)?$/i

/**
 * Dates stay text, and whole numbers beyond 2^53 and decimals too: no digit is lost on the way.
 */
export function readerOf(type: number, column = ''): Reader {
  const element = elements.get(type)
  const isTenant = ofTenants.test(column)
  if ((element ?? type) === INT4 && isTenant)
    return element === undefined ? tenant : listOfEach(tenant)
  if (type === UUID) return idOfUuid
  if (element === UUID) return listOfEach(idOfUuid)
  return type === DATE ? asIs : pg.types.getTypeParser(type, 'text')
}

/** The same for what is sent without being prepared. */
export const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    format === 'binary' ? pg.types.getTypeParser(type, format) : readerOf(type),
}

/** The driver reads without knowing the columns' names. */
export function withTenants<R>(rows: readonly R[]): R[] {
  const named = Object.keys(rows[0] ?? {}).filter((name) => ofTenants.test(name))
  if (named.length === 0) return rows as R[]
  return rows.map((row) => {
    const read = { ...row } as Record<string, unknown>
    for (const name of named) {
      if (typeof read[name] === 'number') read[name] = tenantOfNumber(read[name])
    }
    return read as R
  })
}

/** Of what is no id nothing is found; where it would be written the database refuses it. */
export type Meant = 'asked' | 'written'

/** A value as the text that the database reads for a parameter of this type. */
export function sentAs(value: unknown, type: number, meant: Meant = 'asked'): string | null {
  if (typeof value === 'string') return textSent(value, type, meant)
  if (value === null || value === undefined) return null
  if (typeof value !== 'object') return `${value as number}`
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value) && type !== json && type !== jsonb) {
    return listOf(value, elements.get(type) ?? 0, meant)
  }
  return JSON.stringify(value)
}

function textSent(text: string, type: number, meant: Meant): string {
  if (elements.get(type) === UUID) return listOf(itemsOf(text), UUID, meant)
  if (type === UUID) return uuidOfId(text) ?? (meant === 'asked' ? nobody : `no id: ${text}`)
  return type === INT4 ? tenantSent(text) : text
}

/** What the unit of work sends as text is in the database's syntax already. */
const itemsOf = (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).replaceAll('"', '').split(',')

/** An id of no kind, which no row has. */
const nobody = 'e'.repeat(32)

const tenantSent = (text: string) =>
  String(numberOfTenant(text) ?? (text.startsWith(tenantPrefix) ? -1 : text))

/** As the database has it where a row is sent as JSON. */
export function inJson(kind: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'id') return textSent(value, UUID, 'written')
  return kind === 'tenant' ? tenantSent(value) : value
}

/** Amounts are written as text, so that no reader loses precision. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}` : each))

const special = /["\\]/
const specials = new RegExp(special, 'g')

/** In the database's own syntax of arrays. */
export function listOf(values: readonly unknown[], element = 0, meant: Meant = 'asked'): string {
  let text = '{'
  let [before, item]: [unknown, string] = [undefined, '']
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    // Rows that are written together mostly have an owner, a day and a moment in common.
    if (at === 0 || value !== before) item = itemOf(value, element, meant)
    before = value
    text += at === 0 ? item : `,${item}`
  }
  return `${text}}`
}

function itemOf(value: unknown, element: number, meant: Meant): string {
  if (Array.isArray(value)) return listOf(value, element, meant)
  const text = sentAs(value, element, meant)
  if (text === null) return 'NULL'
  return `"${special.test(text) ? text.replaceAll(specials, '\\$&') : text}"`
}
