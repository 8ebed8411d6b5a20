import { z } from 'zod'
import { notFound, refuse } from '../../domain/refusal.ts'
import { isStorable } from './body.ts'
import type { Prepared } from './prepared.ts'
import { faultsOf } from './problem.ts'

export function parsed(schema: z.ZodType, given: unknown, inQuery: boolean): unknown {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  return refuse('VALIDATION_FAILED', { errors: faultsOf(result.error, inQuery) })
}

export function queryOf(request: Request): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  const start = request.url.indexOf('?')
  if (start < 0) return query
  for (const [name, value] of new URLSearchParams(request.url.slice(start))) {
    if (!isStorable(name) || !isStorable(value)) {
      refuse('VALIDATION_FAILED', { detail: 'A query parameter holds a NUL character.' })
    }
    const earlier = query[name]
    query[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return query
}

export function paramsOf(params: Record<string, string>): Record<string, string> {
  for (const value of Object.values(params)) {
    if (value.length > 200 || !isStorable(value)) notFound()
  }
  return params
}

/** The version that the caller believes to change: from If-Match, or from the body of a PUT. */
export function expectationOf(prepared: Prepared, request: Request, given: unknown) {
  const { method, declared } = prepared.operation
  const changes = method === 'PUT' || method === 'DELETE'
  const header = changes ? request.headers.get('if-match') : null
  const declares = declared.body instanceof z.ZodObject && 'version' in declared.body.shape
  const { version, ...rest } = (given ?? {}) as { version?: number }
  const takesOut = method === 'PUT' && !declares && version !== undefined
  const body = declared.body === undefined ? undefined : takesOut ? rest : given
  if (header !== null && header !== '*') {
    const named = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1]
    return { body, expected: { version: Number(named ?? -1), from: 'header' as const } }
  }
  return takesOut ? { body, expected: { version, from: 'body' as const } } : { body }
}
