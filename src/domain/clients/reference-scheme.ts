import { fik, finnish, kid } from './nordic-references.ts'
import { ocr, rf, type OcrLevel } from './references.ts'

/** The kinds of references that can be made; each is checked by the banks of some country. */
export const referenceSchemes = ['OCR', 'RF', 'KID_MOD10', 'KID_MOD11', 'FI', 'FIK'] as const
export type ReferenceKindMade = (typeof referenceSchemes)[number]

/** How strictly a bank checks OCR references. */
export const ocrLevels = [
  'SOFT',
  'HARD',
  'VARIABLE',
  'FIXED',
] as const satisfies readonly OcrLevel[]

/** How references are made. */
export interface ReferenceScheme {
  scheme: ReferenceKindMade
  level: OcrLevel
  /** What all of them begin with; no other prefix of the tenant begins with it. */
  prefix: string
  length: number | null
}

/** Of what references are made besides invoices. */
export const referencePurposes = ['CLIENT_ACCOUNT', 'COLLECTION_BATCH'] as const

/** The number has at least as many digits. */
const numberWidth = 4
const fikWidth = 15

/** With how many signs a reference is longer than what it is made of, and how long it may be. */
const sizes: Readonly<Record<ReferenceKindMade, { added: number; most: number }>> = {
  OCR: { added: 1, most: 25 },
  RF: { added: 4, most: 25 },
  KID_MOD10: { added: 1, most: 25 },
  KID_MOD11: { added: 1, most: 25 },
  FI: { added: 1, most: 20 },
  FIK: { added: 1, most: fikWidth },
}

const made: Readonly<Record<ReferenceKindMade, (body: string, level: OcrLevel) => string>> = {
  OCR: (body, level) => ocr(body, level === 'FIXED' ? 'HARD' : level),
  RF: rf,
  KID_MOD10: (body) => kid(body, 'MOD10'),
  KID_MOD11: (body) => kid(body, 'MOD11'),
  FI: finnish,
  FIK: fik,
}

/** The one length that all of them have, where it is agreed. */
const agreedLength = ({ scheme, level, length }: ReferenceScheme): number | null => {
  if (scheme === 'FIK') return fikWidth
  return scheme === 'OCR' && level === 'FIXED' ? length : null
}

/**
 * The reference of the nth; null where it would be longer than the bank takes. Zeros that fill it
 * up stand behind the prefix, since people leave out those in front.
 */
export function referenceOf(of: ReferenceScheme, n: bigint): string | null {
  const { scheme, level, prefix } = of
  const { added, most } = sizes[scheme]
  const whole = agreedLength(of)
  const width = whole === null ? numberWidth : whole - added - prefix.length
  const body = prefix + n.toString().padStart(width, '0')
  const extra = scheme === 'OCR' && level === 'VARIABLE' ? added + 1 : added
  const isTooLong = body.length + extra > (whole ?? most)
  return isTooLong ? null : made[scheme](body, level)
}

/** Prefixes that people choose begin so, and those that the platform gives with another digit. */
export const chosenPrefix = /^9\d{1,7}$/

/** The shortest that leaves room for a number. */
export const leastLength = (prefix: string): number => prefix.length + numberWidth + 1
