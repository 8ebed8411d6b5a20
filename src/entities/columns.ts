import { p } from '@mikro-orm/core'
import type { IdPrefix } from '../domain/ids.ts'

/**
 * How a column is sent and shown, if its type alone does not say it: enums, flags, whole numbers,
 * days and instants need nothing.
 */
export type Wire =
  | { form: 'ownId'; prefix: IdPrefix }
  | { form: 'id'; of: string }
  | { form: 'anyId'; prefix: IdPrefix }
  | { form: 'amount'; currency: string }
  | ({ form: 'exact'; example?: string } & Shaped)
  | { form: 'currency' | 'country' }
  | { form: 'enum'; values: readonly [string, ...string[]] }
  | { form: 'list'; of?: readonly string[]; ids?: string; least?: number }
  | { form: 'email' | 'further' }
  | { form: 'number'; least?: number; most?: number; example?: number }
  | ({
      form: 'text'
      /** At least one letter. */
      letter?: true
      /** It holds no sign that nobody sees, and no link (`src/domain/names.ts`). */
      isName?: true
      example?: string
    } & Shaped)

interface Shaped {
  pattern?: RegExp
  /** What the pattern asks for, in words. */
  says?: string
}

/** The column with its wire form, which later calls such as `.nullable()` keep. */
export function sent<C extends { '~options': object }>(column: C, wire: Wire): C {
  Object.assign(column['~options'], { wire })
  return column
}

/** The id of the row itself; all ids of the table begin with the prefix. */
export const ownId = (prefix: IdPrefix) => sent(uuid().primary(), { form: 'ownId', prefix })

/** Stored as a uuid, and seen by nobody but as the text of the id. */
const uuid = () => p.string().columnType('uuid')

/** Whose row it is, stored as a number; all keys begin with it. */
export const tenantId = () =>
  p.string().columnType('int').runtimeType('string').autoincrement(false).primary()

/** The id of a row of another table, by its name. A name that no table has fails a test. */
export const idOf = (kind: string) => sent(uuid(), { form: 'id', of: kind })

/** Several of them. */
export const idsOf = (kind: string) =>
  sent(p.array().columnType('uuid[]').$type<string[]>(), { form: 'list', ids: kind })

/** Who did it: a person, an account, a token, or the platform itself. */
export const principalId = () => anyId('U')

/** The id of a row of one of several tables; an example is of the kind with this prefix. */
export const anyId = (prefix: IdPrefix) => sent(uuid(), { form: 'anyId', prefix })

/** An amount in minor units; its currency stands in a column beside it. */
export const amount = ({ currency: column }: { currency: string } = { currency: 'currency' }) =>
  sent(p.bigint('bigint'), { form: 'amount', currency: column })

/** A price, quantity or rate: exact, and never a `number`. */
export const exactNumber = (example = '0.9', shaped: Shaped = {}) =>
  sent(p.decimal('string').columnType('numeric(24,10)'), { form: 'exact', example, ...shaped })

/** A share as a fraction: 0.9 is ninety per cent. */
export const share = (example?: string) =>
  exactNumber(example, {
    pattern: /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/,
    says: 'From 0 to 1, in decimal notation',
  })

export const currency = () => sent(p.string().length(3), { form: 'currency' })

export const countryCode = () => sent(p.string().length(2), { form: 'country' })

/** A business date, as text. */
export const businessDate = () => p.date()

/** Text of at least one letter. */
export const text = (most: number, example?: string) =>
  sent(p.string().length(most), {
    form: 'text',
    letter: true,
    ...(example !== undefined && { example }),
  })

/** What somebody or something is called, in mails, documents and lists of rights. */
export const name = (most: number, example?: string) =>
  sent(p.string().length(most), {
    form: 'text',
    letter: true,
    isName: true,
    ...(example !== undefined && { example }),
  })

/** Text that may be empty. */
export const prose = (most: number) => sent(p.string().length(most), { form: 'text' })

export const email = () => sent(p.string().length(254), { form: 'email' })

/** Text of one shape. */
export const shaped = (most: number, wire: Required<Shaped> & { example: string }) =>
  sent(p.string().length(most), { form: 'text', ...wire })

/** The fingerprints of a server's keys, one or several: it is entered by no other. */
export const hostKeys = () =>
  shaped(210, {
    pattern: /^SHA256:[0-9A-Za-z+/]{43}(?: SHA256:[0-9A-Za-z+/]{43}){0,3}$/,
    says: 'SHA256: and 43 signs, as ssh-keygen -l writes it; up to four, a space between',
    example: 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8',
  })

/** The number of an account as charts have them: its class first, and no letters. */
export const accountNumber = () =>
  shaped(20, {
    pattern: /^[1-9]\d{3,7}$/,
    says: 'Four to eight digits, the first of them not 0',
    example: '3001',
  })

/** One of some words, of which the database knows only how long they are. */
export const oneOf = <const T extends string>(most: number, values: readonly [T, ...T[]]) =>
  sent(p.string().length(most).$type<T>(), { form: 'enum', values })

/** A short word that people and files use for a thing: capitals, digits, and a few marks. */
export const code = (example = 'LATE_DELIVERY') =>
  shaped(40, {
    pattern: /^[A-Z0-9][A-Z0-9_.-]{0,39}$/,
    says: 'Capitals, digits, _ . and -, at most 40',
    example,
  })

export const wholeNumber = (wire: { least?: number; most?: number; example?: number } = {}) =>
  sent(p.integer(), { form: 'number', ...wire })

/** Several words; of a closed set, where one is given. */
export const list = <const T extends string = string>(
  of?: readonly T[],
  wire: { least?: number } = {},
) =>
  sent(p.array().columnType('text[]').$type<T[]>(), {
    form: 'list',
    ...(of !== undefined && { of }),
    ...wire,
  })

/** Fields beyond the known ones, shown among them under the names they came with. */
export const furtherFields = () =>
  sent(p.json<Record<string, string | number | boolean>>(), { form: 'further' })

/** Of the work of a trace that wrote the row, for what is done because of it. */
export const traceparent = () => p.string().length(55).nullable().hidden()
