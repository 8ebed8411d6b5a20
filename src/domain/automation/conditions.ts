import Big from 'big.js'

export const operators = [
  'EQ',
  'NE',
  'GT',
  'GTE',
  'LT',
  'LTE',
  'IN',
  'NOT_IN',
  'EXISTS',
  'CONTAINS',
  'CHANGED',
] as const
export type Operator = (typeof operators)[number]

export type FieldKind = 'TEXT' | 'WORD' | 'NUMBER' | 'FLAG' | 'DAY' | 'INSTANT' | 'LIST'

/** A field that conditions may be about. */
export interface ConditionField {
  name: string
  kind: FieldKind
  /** The words of a closed set. */
  values?: readonly string[]
  /** What the event says of changes: the field, as it is named there. */
  changes?: string
}

type Value = string | number | boolean | readonly (string | number)[]

export type Leaf = { field: string; operator: Operator; value?: Value }
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | Leaf

export const depthOfConditionsMax = 5
const conditionsMax = 50
const listMax = 50
const textMax = 200

const compared: readonly Operator[] = ['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE', 'IN', 'NOT_IN']
const operatorsOf: Readonly<Record<FieldKind, readonly Operator[]>> = {
  TEXT: ['EQ', 'NE', 'IN', 'NOT_IN', 'CONTAINS', 'EXISTS'],
  WORD: ['EQ', 'NE', 'IN', 'NOT_IN', 'EXISTS'],
  NUMBER: [...compared, 'EXISTS'],
  FLAG: ['EQ', 'NE', 'EXISTS'],
  DAY: [...compared, 'EXISTS'],
  INSTANT: ['GT', 'GTE', 'LT', 'LTE', 'EXISTS'],
  LIST: ['CONTAINS', 'EXISTS'],
}

export const operatorsFor = ({ kind, changes }: ConditionField): readonly Operator[] =>
  changes === undefined ? operatorsOf[kind] : [...operatorsOf[kind], 'CHANGED']

/** What is wrong with a condition, and where. */
export interface ConditionFault {
  pointer: string
  code: string
  message: string
}

class Faulty extends Error {
  readonly fault: ConditionFault
  constructor(pointer: string, code: string, message: string) {
    super(message)
    this.fault = { pointer, code, message }
  }
}

type Fields = ReadonlyMap<string, ConditionField>

/** A condition as somebody sent it, or the first fault in it. */
export function conditionOf(
  sent: unknown,
  fields: Fields,
  pointer: string,
): { condition: Condition } | { fault: ConditionFault } {
  let count = 0
  const counted = (at: string) => {
    if (++count > conditionsMax) {
      throw new Faulty(at, 'TOO_WIDE', `At most ${conditionsMax} conditions in a rule`)
    }
  }
  try {
    return { condition: read(sent, fields, { at: pointer, depth: 1, counted }) }
  } catch (error) {
    if (error instanceof Faulty) return { fault: error.fault }
    throw error
  }
}

interface Place {
  at: string
  depth: number
  counted: (at: string) => void
}

const words = ['all', 'any', 'not'] as const

function read(sent: unknown, fields: Fields, { at, depth, counted }: Place): Condition {
  counted(at)
  if (depth > depthOfConditionsMax) {
    throw new Faulty(at, 'TOO_DEEP', `At most ${depthOfConditionsMax} levels of conditions`)
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw new Faulty(at, 'WRONG_TYPE', 'A condition is an object')
  }
  const word = words.find((each) => each in sent)
  if (word === undefined) return leafOf(sent as Record<string, unknown>, fields, at)
  const [key, ...others] = Object.keys(sent)
  if (key !== word || others.length > 0) {
    throw new Faulty(at, 'WRONG_TYPE', `Beside ${word} stands nothing else`)
  }
  const within = (sent as Record<string, unknown>)[word]
  const next = (part: unknown, below: string) =>
    read(part, fields, { at: below, depth: depth + 1, counted })
  if (word === 'not') return { not: next(within, `${at}/not`) }
  if (!Array.isArray(within) || within.length === 0) {
    throw new Faulty(`${at}/${word}`, 'WRONG_TYPE', 'A list of conditions, at least one')
  }
  const parts = within.map((part: unknown, n) => next(part, `${at}/${word}/${n}`))
  return word === 'all' ? { all: parts } : { any: parts }
}

function leafOf(sent: Record<string, unknown>, fields: Fields, at: string): Leaf {
  const extra = Object.keys(sent).find((key) => !['field', 'operator', 'value'].includes(key))
  if (extra !== undefined) throw new Faulty(at, 'WRONG_TYPE', 'Beside it: field, operator, value')
  const { field: name, operator, value } = sent
  const field = typeof name === 'string' ? fields.get(name) : undefined
  if (field === undefined) {
    throw new Faulty(`${at}/field`, 'FIELD_UNKNOWN', 'GET /automation/events lists the fields')
  }
  if (!(operators as readonly unknown[]).includes(operator)) {
    throw new Faulty(`${at}/operator`, 'UNKNOWN_OPERATOR', `One of ${operators.join(', ')}`)
  }
  const fitting = operatorsFor(field)
  if (!fitting.includes(operator as Operator)) {
    const message = `Of this field: ${fitting.join(', ')}`
    throw new Faulty(`${at}/operator`, 'OPERATOR_NOT_FOR_FIELD', message)
  }
  const leaf = { field: field.name, operator: operator as Operator }
  const wrong = wrongIn(leaf.operator, field, value)
  if (wrong !== undefined) throw new Faulty(`${at}/value`, 'WRONG_TYPE', wrong)
  return value === undefined ? leaf : { ...leaf, value: value as Value }
}

function wrongIn(operator: Operator, field: ConditionField, value: unknown): string | undefined {
  if (operator === 'CHANGED') return value === undefined ? undefined : 'It takes no value'
  if (operator === 'EXISTS') {
    return value === undefined || typeof value === 'boolean' ? undefined : 'true or false'
  }
  if (operator !== 'IN' && operator !== 'NOT_IN') return wrongValue(field, value)
  if (!Array.isArray(value) || value.length === 0 || value.length > listMax) {
    return `A list of 1 to ${listMax}`
  }
  return value.map((each) => wrongValue(field, each)).find((wrong) => wrong !== undefined)
}

const decimalText = /^-?\d{1,18}(?:\.\d{1,10})?$/
const dayText = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/

function wrongValue({ kind, values }: ConditionField, value: unknown): string | undefined {
  if (kind === 'FLAG') return typeof value === 'boolean' ? undefined : 'true or false'
  if (kind === 'NUMBER') {
    const fits = typeof value === 'string' ? decimalText.test(value) : Number.isSafeInteger(value)
    return fits ? undefined : 'A number, in decimal notation as text, or whole'
  }
  if (typeof value !== 'string' || value === '' || value.length > textMax) {
    return `Text of 1 to ${textMax} characters`
  }
  if (kind === 'WORD' && !values!.includes(value)) return `One of ${values!.join(', ')}`
  if (kind === 'DAY' && !dayText.test(value)) return 'A day, as 2026-11-25'
  const isInstant = instantText.test(value) && !Number.isNaN(Date.parse(value))
  return kind === 'INSTANT' && !isInstant ? 'An instant, as 2026-11-25T12:00:00Z' : undefined
}

/** The fields that a condition asks for. */
export function fieldsIn(condition: Condition | null): readonly string[] {
  if (condition === null) return []
  if ('all' in condition) return condition.all.flatMap(fieldsIn)
  if ('any' in condition) return condition.any.flatMap(fieldsIn)
  return 'not' in condition ? fieldsIn(condition.not) : [condition.field]
}

/** What is known when a condition is judged. */
export interface Known {
  fields: Fields
  values: Readonly<Record<string, unknown>>
  /** The names of the fields that the event says have changed. */
  changed: ReadonlySet<string>
}

/** What nobody knows fulfils nothing but that it does not exist, is not this, or is none of these. */
export function isMet(condition: Condition | null, known: Known): boolean {
  if (condition === null) return true
  if ('all' in condition) return condition.all.every((each) => isMet(each, known))
  if ('any' in condition) return condition.any.some((each) => isMet(each, known))
  if ('not' in condition) return !isMet(condition.not, known)
  const { field, operator, value } = condition
  const is = known.values[field] ?? null
  const kind = known.fields.get(field)?.kind ?? 'TEXT'
  switch (operator) {
    case 'CHANGED':
      return known.changed.has(field)
    case 'EXISTS':
      return (is !== null && is !== '') === (value ?? true)
    case 'CONTAINS':
      return contains(is, String(value))
    case 'EQ':
    case 'IN':
      return isAmong(kind, is, value)
    case 'NE':
    case 'NOT_IN':
      return !isAmong(kind, is, value)
    default:
      return is !== null && isOrdered(operator, compare(kind, is, value))
  }
}

function contains(is: unknown, part: string): boolean {
  if (Array.isArray(is)) return is.includes(part)
  return typeof is === 'string' && is.toLowerCase().includes(part.toLowerCase())
}

const isAmong = (kind: FieldKind, is: unknown, value: unknown): boolean =>
  is !== null && [value].flat().some((each) => compare(kind, is, each) === 0)

function isOrdered(operator: 'GT' | 'GTE' | 'LT' | 'LTE', order: number): boolean {
  if (operator === 'GT') return order > 0
  if (operator === 'GTE') return order >= 0
  return operator === 'LT' ? order < 0 : order <= 0
}

/** Numbers and instants by what they are, however they are written; everything else as text. */
export function compare(kind: FieldKind, one: unknown, other: unknown): number {
  const [a, b] = [String(one), String(other)]
  if (kind === 'NUMBER') return new Big(a).cmp(b)
  if (kind === 'INSTANT') return Date.parse(a) - Date.parse(b)
  return a < b ? -1 : a > b ? 1 : 0
}
