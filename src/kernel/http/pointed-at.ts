import { z } from 'zod'
import { Refusal } from '../../domain/refusal.ts'
import type { Operation } from './operation.ts'

/**
 * A key that somebody else holds has parts that nobody sends, as whose row it is: who called is
 * pointed at what the body says.
 */
export function pointedAtBody(
  { declared: { body } }: Operation,
  refusal: unknown,
  sent: unknown,
): unknown {
  if (!(refusal instanceof Refusal) || refusal.code !== 'ALREADY_EXISTS') return refusal
  const { errors = [], ...facts } = refusal.facts
  const said = errors.filter(({ pointer }) => canSay(body, sent, pointer.split('/')[1] ?? ''))
  if (said.length === errors.length) return refusal
  return new Refusal(refusal.code, { ...facts, ...(said.length > 0 && { errors: said }) })
}

/** A body of several shapes may say anything. */
const canSay = (body: z.ZodType | undefined, sent: unknown, field: string): boolean =>
  body !== undefined &&
  (!(body instanceof z.ZodObject) || field in body.shape) &&
  (typeof sent !== 'object' || sent === null || Object.hasOwn(sent, field))
