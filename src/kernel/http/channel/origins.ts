import { refuse } from '../../../domain/refusal.ts'

/** Pages that may listen beside the platform's own, as their browsers name them. */
export type Origins = ReadonlySet<string>

/**
 * A browser says which page asks, and no page can make it say something else; programs name none.
 * Returns the origin that the answer must allow.
 */
export function refuseOrigin(request: Request, publicUrl: string, listed: Origins): string | null {
  const origin = request.headers.get('origin')?.toLowerCase()
  if (origin === undefined) return null
  // Behind a proxy the scheme that the browser used is not known here.
  const own = [publicUrl, request.url].map((url) => new URL(url).host)
  if (listed.has(origin) || own.includes(hostOf(origin))) return origin
  return refuse('ORIGIN_NOT_ALLOWED', {
    detail: `RECEIVABLES_REALTIME_ORIGINS does not name ${origin.slice(0, originMax)}.`,
  })
}

const originMax = 200

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : '')
