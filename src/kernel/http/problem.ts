import { z } from 'zod'
import { refusals, type Fault, type Refusal } from '../../domain/refusal.ts'
import { escapePointer } from './body.ts'
import { respond } from './respond.ts'

/** The one shape of every refusal (RFC 9457). */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string(),
    code: z.enum(Object.keys(refusals)),
    requestId: z.string(),
    errors: z
      .array(z.object({ pointer: z.string(), code: z.string(), message: z.string() }))
      .optional(),
    requiredRights: z.array(z.string()).optional(),
    missingRights: z.array(z.string()).optional(),
    requiresSuperUser: z.boolean().optional(),
    retryAllowedAt: z.iso.datetime().optional(),
    existingId: z.string().optional(),
  })
  .meta({ id: 'Problem' })

export function problemResponse(
  refusal: Refusal,
  requestId: string,
  more: Record<string, string> = {},
): Response {
  const [status, title, remedy] = refusals[refusal.code]
  const { detail, allow, retryAfterSeconds, retryAllowedAt, ...facts } = refusal.facts
  const body = {
    type: `/developers/errors#${refusal.code}`,
    title,
    status,
    detail: detail ?? remedy,
    instance: `urn:request:${requestId}`,
    code: refusal.code,
    requestId,
    ...facts,
    ...(retryAllowedAt && { retryAllowedAt: retryAllowedAt.toISOString() }),
  }
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json', ...more }
  if (refusal.code === 'UNAUTHENTICATED') headers['WWW-Authenticate'] = 'Bearer'
  if (allow !== undefined) headers['Allow'] = allow.join(', ')
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds)
  return respond(requestId, status, JSON.stringify(body), headers)
}

const mostNames = 40

/** Whoever misspells a name is told which there are: only the schema knows, and only while it judges. */
z.config({
  customError: ({ code, inst }) => {
    if (code !== 'unrecognized_keys' || !(inst instanceof z.ZodObject)) return undefined
    const names = Object.keys(inst.shape)
    const more = names.length > mostNames ? ' and others' : ''
    return `This name is not known here: known are ${names.slice(0, mostNames).join(', ')}${more}`
  },
})

/** What zod found, each with a pointer into the body, or `?name` for a query parameter. */
export function faultsOf(error: z.ZodError, inQuery: boolean): Fault[] {
  const pointer = (path: readonly PropertyKey[]) =>
    inQuery
      ? `?${path.map(String).join('.')}`
      : path.map((part) => `/${escapePointer(String(part))}`).join('')
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
