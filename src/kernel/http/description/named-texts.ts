import { z } from 'zod'
import { exampleId, idKinds, idPattern } from '../../../entities/ids.ts'
import {
  accountNumber,
  amountSent,
  amountShown,
  decimalText,
  percentSent,
  positiveAmountSent,
  signedAmountSent,
} from '../../read/amounts.ts'
import { code } from '../../read/fields.ts'
import type { Schema } from './json-schema.ts'

/** Texts of one kind that stand in many places: each is written once, and known by its pattern. */
const texts: Readonly<Record<string, z.ZodType>> = {
  AccountNumber: accountNumber,
  Amount: amountShown,
  AmountSent: positiveAmountSent,
  Code: code,
  Decimal: decimalText,
  LargeAmountSent: amountSent,
  Percent: percentSent,
  SignedAmountSent: signedAmountSent,
}

const says: Readonly<Record<string, string>> = {
  Amount: 'An amount in decimal notation, with as many places as its currency has.',
  AmountSent: 'An amount in decimal notation, with at most as many places as its currency has.',
  Code: 'Capitals, digits, _ . and -, at most 40.',
  Decimal: 'A number in decimal notation, as text: no exponent, no spaces.',
  LargeAmountSent: 'An amount in decimal notation, of at most fourteen digits before the point.',
  Percent: 'Of a hundred, in decimal notation: 10 is ten per cent.',
  SignedAmountSent: 'An amount in decimal notation; which way it goes is said by its sign.',
}

function textOf(name: string, schema: z.ZodType): [name: string, Schema] {
  const { pattern } = z.toJSONSchema(schema) as Schema
  const example = z.globalRegistry.get(schema)?.['example']
  const description = says[name] === undefined ? {} : { description: says[name] }
  return [name, { type: 'string', pattern: pattern!, examples: [example], ...description }]
}

const named: readonly (readonly [string, Schema])[] = [
  ...Object.entries(texts).map(([name, schema]) => textOf(name, schema)),
  ...idKinds.map((kind): [string, Schema] => [
    `${kind}Id`,
    { type: 'string', pattern: idPattern(kind).source, examples: [exampleId(kind)] },
  ]),
]

export const textSchemas = (): Record<string, Schema> => Object.fromEntries(named)

const byPattern = new Map(named.map((each) => [each[1].pattern!, each]))

/** The text that is written once, where a schema is no more than that. */
export function namedText({ type, pattern, ...rest }: Schema) {
  const found = type === 'string' && pattern !== undefined ? byPattern.get(pattern) : undefined
  const narrows = ['format', 'minLength', 'maxLength', 'allOf'].some((key) => key in rest)
  return narrows ? undefined : found
}
