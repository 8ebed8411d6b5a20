import { fik, finnish, kid } from '../clients/nordic-references.ts'
import { isRf, ocr } from '../clients/references.ts'

/** The kinds of references that banks check; of those that fit, the first is meant. */
export const referenceKinds = ['RF', 'OCR', 'FIK', 'KID_MOD10', 'KID_MOD11', 'FI'] as const
export type ReferenceKind = (typeof referenceKinds)[number]

export const referenceFaults = ['CHARACTERS', 'LENGTH', 'CHECK_DIGIT'] as const
export type ReferenceFault = (typeof referenceFaults)[number]

interface Rule {
  characters: RegExp
  least: number
  most: number
  isRight: (reference: string) => boolean
}

/** The last sign is the one that follows from all before it. */
const ending = (whole: (body: string) => string) => (reference: string) =>
  whole(reference.slice(0, -1)) === reference

const digits = /^\d+$/

const rules: Readonly<Record<ReferenceKind, Rule>> = {
  RF: { characters: /^RF\d{2}[0-9A-Z]+$/, least: 5, most: 25, isRight: isRf },
  OCR: { characters: digits, least: 2, most: 25, isRight: ending((body) => ocr(body, 'HARD')) },
  FIK: { characters: digits, least: 15, most: 15, isRight: ending(fik) },
  KID_MOD10: {
    characters: digits,
    least: 2,
    most: 25,
    isRight: ending((body) => kid(body, 'MOD10')),
  },
  KID_MOD11: {
    characters: /^\d+[\d-]$/,
    least: 2,
    most: 25,
    isRight: ending((body) => kid(body, 'MOD11')),
  },
  FI: { characters: digits, least: 4, most: 20, isRight: ending(finnish) },
}

/** The first check of this kind that the reference does not pass; null if it passes all. */
export function faultOfReference(reference: string, kind: ReferenceKind): ReferenceFault | null {
  const { characters, least, most, isRight } = rules[kind]
  if (!characters.test(reference)) return 'CHARACTERS'
  if (reference.length < least || reference.length > most) return 'LENGTH'
  return isRight(reference) ? null : 'CHECK_DIGIT'
}
