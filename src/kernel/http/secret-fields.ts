import { z } from 'zod'
import type { Operation } from './operation.ts'

const known = new WeakMap<z.ZodType, readonly string[]>()

/** What was sent, but for what opens something: nothing of that is kept, not even by its print. */
export function withoutSecrets({ declared: { body } }: Operation, given: unknown): unknown {
  const secrets = body === undefined ? [] : secretFieldsOf(body)
  if (secrets.length === 0 || typeof given !== 'object' || given === null) return given
  return Object.fromEntries(Object.entries(given).filter(([name]) => !secrets.includes(name)))
}

/** The fields of a body that say so themselves, by the format that descriptions know it by. */
export function secretFieldsOf(body: z.ZodType): readonly string[] {
  let fields = known.get(body)
  if (fields === undefined) {
    const whole = bare(body)
    fields =
      whole instanceof z.ZodObject
        ? Object.entries<z.ZodType>(whole.shape).flatMap(([name, field]) =>
            isSecret(field) ? [name] : [],
          )
        : []
    known.set(body, fields)
  }
  return fields
}

function isSecret(field: z.ZodType): boolean {
  const inner = unwrapped(field)
  return field.meta()?.['format'] === 'password' || (inner !== undefined && isSecret(inner))
}

function bare(schema: z.ZodType): z.ZodType {
  const inner = unwrapped(schema)
  return inner === undefined ? schema : bare(inner)
}

function unwrapped(schema: z.ZodType): z.ZodType | undefined {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  return isWrapped ? (schema.unwrap() as z.ZodType) : undefined
}
