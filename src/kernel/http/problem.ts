import { z } from 'zod'
import { refusals, type Refusal, type RefusalCode } from '../../domain/refusal.ts'
import { respond } from './respond.ts'

/** Nobody corrects more at once, and a body may have thousands of faults. */
const errorsMax = 50

/** The one shape of every refusal (RFC 9457). */
export const Problem = z
  .object({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string(),
    code: z.enum(Object.keys(refusals)),
    requestId: z.string(),
    errors: z
      .array(z.object({ pointer: z.string(), code: z.string(), message: z.string() }))
      .max(errorsMax)
      .optional(),
    requiredRights: z.array(z.string()).optional(),
    missingRights: z.array(z.string()).optional(),
    requiresSuperUser: z.boolean().optional(),
    retryAllowedAt: z.iso.datetime().optional(),
    existingId: z.string().optional(),
  })
  .meta({ id: 'Problem' })

/** Where whoever is refused finds every code explained. */
export interface Explained {
  publicUrl: string
}

export function problemResponse(
  refusal: Refusal,
  requestId: string,
  { publicUrl }: Explained,
  more: Record<string, string> = {},
): Response {
  const [status, title] = refusals[refusal.code]
  const { detail, errors, allow, retryAfterSeconds, retryAllowedAt, rateLimit, ...facts } =
    refusal.facts
  const body = {
    type: typeOf(refusal.code, publicUrl),
    title,
    status,
    detail: `${detail ?? saidBy(refusal)}${unsaid(errors?.length)}`,
    instance: `urn:request:${requestId}`,
    code: refusal.code,
    requestId,
    ...(errors !== undefined && errors.length > 0 && { errors: errors.slice(0, errorsMax) }),
    ...facts,
    ...(retryAllowedAt && { retryAllowedAt: retryAllowedAt.toISOString() }),
  }
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json', ...more }
  if (refusal.code === 'UNAUTHENTICATED') headers['WWW-Authenticate'] = 'Bearer'
  if (allow !== undefined) headers['Allow'] = allow.join(', ')
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds)
  if (rateLimit !== undefined) headers['RateLimit'] = rateLimit
  return respond(requestId, status, JSON.stringify(body), headers)
}

export const typeOf = (code: RefusalCode, publicUrl: string): string =>
  `${publicUrl}/developers/errors#${code}`

/** A remedy that points at `errors` helps nobody where there are none. */
function saidBy({ code, facts: { errors = [] } }: Refusal): string {
  const [, title, remedy] = refusals[code]
  return errors.length === 0 && remedy.includes('`errors`') ? `${title}.` : remedy
}

const unsaid = (count = 0) =>
  count > errorsMax ? ` There are ${count} faults, of which the first ${errorsMax} are shown.` : ''

const mostNames = 40

/** The known names for a misspelled one: only the schema has them, and only while it validates. */
z.config({
  customError: ({ code, inst }) => {
    if (code !== 'unrecognized_keys' || !(inst instanceof z.ZodObject)) return undefined
    const names = Object.keys(inst.shape)
    if (names.length === 0) return 'This name is not known here: no names are'
    const more = names.length > mostNames ? ' and others' : ''
    return `This name is not known here: known are ${names.slice(0, mostNames).join(', ')}${more}`
  },
})
