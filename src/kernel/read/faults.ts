import type { z } from 'zod'
import type { Fault } from '../../domain/refusal.ts'

/** What zod found, each with a pointer into the body, or below one, or `?name` for a query parameter. */
export function faultsOf(error: z.ZodError, inQuery: boolean, under = ''): Fault[] {
  const pointer = (path: readonly PropertyKey[]) =>
    inQuery
      ? `?${path.map(String).join('.')}`
      : under + path.map((part) => `/${escapePointer(String(part))}`).join('')
  return error.issues.flatMap(meant).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') {
      return [{ pointer: pointer(issue.path), code: codeOf(issue), message: issue.message }]
    }
    return issue.keys.map((key) => ({
      pointer: pointer([...issue.path, key]),
      code: 'UNKNOWN_FIELD',
      message: issue.message,
    }))
  })
}

/** A rule of ours may say its own code. */
function codeOf(issue: z.core.$ZodIssue): string {
  const own: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof own === 'string' ? own : issue.code.toUpperCase()
}

/** Of several forms that were all missed, the one that was meant; else which there are. */
function meant(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const forms = issue.errors.map((form) => form.flatMap(meant))
  const nearest = forms.find((form) => !form.some(isOfAnotherType))
  if (nearest !== undefined && nearest.length > 0) {
    return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
  }
  const types = forms.flat().flatMap((inner) => ('expected' in inner ? [inner.expected] : []))
  if (types.length === 0) return [issue]
  return [{ ...issue, message: `Invalid input: expected ${[...new Set(types)].join(' or ')}` }]
}

const isOfAnotherType = ({ code, path }: z.core.$ZodIssue) =>
  code === 'invalid_type' && path.length === 0

/** A name as a part of a pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
