import { z } from 'zod'
import { anyIdPattern, exampleOf } from '../../domain/id-forms.ts'
import { hasLink, plainLine, plainLineSays } from '../../domain/names.ts'
import type { IdPrefix } from '../../domain/ids.ts'
import { exampleId, idPattern, type IdKind } from '../../entities/ids.ts'

/** The fields that many views share, each with an example that the description shows. */
export const id = (kind: IdKind) =>
  z
    .string()
    .regex(idPattern(kind))
    .meta({ example: exampleId(kind) })

/** The id of a row of one of several tables. */
export const anyId = (prefix: IdPrefix) =>
  z
    .string()
    .regex(anyIdPattern)
    .meta({ example: exampleOf(prefix) })

/** Text of at least one letter. */
export const filled = (max = 100) => z.string().trim().min(1).max(max)

/** What somebody or something is called, or a line of an address. */
export const name = (max = 100) => asName(filled(max))

export const asName = (text: z.ZodString) =>
  text.regex(plainLine, plainLineSays).refine((sent) => !hasLink(sent), 'A name holds no link')

export const description = z.string().max(500)

/** A short word that people and files use for a thing: capitals, digits, and a few marks. */
export const code = z
  .string()
  .regex(/^[A-Z0-9][A-Z0-9_.-]{0,39}$/, 'Capitals, digits, _ . and -, at most 40')
  .meta({ example: 'LATE_DELIVERY' })

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .check(z.email())
  .refine((text) => text.indexOf('@') <= 64, 'At most 64 characters before the @')
  .meta({ example: 'kim@example.com' })

export const instant = z.iso.datetime().meta({ example: '2026-11-20T09:30:00.000Z' })
const beyond = { code: 'OUT_OF_RANGE' }

/**
 * A day in a body. Years that can only be a typing error are refused, so that nothing is booked
 * then.
 */
export const sentDay = z.iso
  .date()
  .refine((day) => !(day < '1900' || day >= '3000'), {
    message: 'A day from 1900 to 2999',
    params: beyond,
  })
  .meta({ example: '2026-11-20', description: 'A day from 1900 to 2999.' })

const isOfAYear = (moment: string) => !/^(?:0000|-)/.test(moment)
const noYear = { message: 'There is no year 0', params: beyond }
const beyondYears = { message: 'An instant of the years 1 to 9999', params: beyond }

/** A day or an instant as it is asked for. */
export const askedDay = z.iso.date().refine(isOfAYear, noYear)
export const askedInstant = z.iso
  .datetime({ offset: true })
  .overwrite(atGreenwich)
  .refine((moment) => isOfAYear(moment) && !moment.startsWith('+'), beyondYears)

/** An instant may be sent with any offset, but PostgreSQL only reads those below sixteen hours. */
function atGreenwich(moment: string): string {
  const at = new Date(moment)
  return moment.endsWith('Z') || Number.isNaN(at.getTime()) ? moment : at.toISOString()
}

/** A version is kept as an `integer`. */
export const version = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .meta({ example: 1 })

/** What every row with a version shows of itself. */
export const versionedView = { version, createdAt: instant, updatedAt: instant }

export function showVersioned(row: { version: number; createdAt: Date; updatedAt: Date }) {
  return {
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Whether one of these was sent, and is another than it was. */
export const isOther = <K extends string>(
  names: readonly K[],
  before: Readonly<Partial<Record<K, unknown>>>,
  sent: Readonly<Partial<Record<K, unknown>>>,
): boolean =>
  names.some((name) => sent[name] !== undefined && (sent[name] ?? null) !== (before[name] ?? null))

/** The fields that were sent: what is absent stays as it is. */
export function change<T extends object>(row: T, sent: { [K in keyof T]?: T[K] | undefined }): T {
  for (const [field, value] of Object.entries(sent)) {
    if (value !== undefined) Object.assign(row, { [field]: value })
  }
  return row
}
