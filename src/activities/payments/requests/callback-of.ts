import { platform } from '../../../domain/access/principal.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import type { Callback } from '../../../ports/rails/rails.ts'
import { issueToken } from '../../access/issue-token.ts'

export const asRequests = (tenantId: string) => platform(tenantId, 'payment requests')

const lifetimeMs = 24 * 3_600_000

interface Made {
  token: string
  at: number
}

const made = new WeakMap<Runtime['pool'], Map<string, Made>>()

/** A rail may do one thing, and for a day; this process gives all of a tenant's the same token. */
export async function callbackOf(runtime: Runtime, tenantId: string, now: Date): Promise<Callback> {
  const url = `${runtime.eventsUrl}/events/payment-request-complete`
  const tokens = made.get(runtime.pool) ?? new Map<string, Made>()
  made.set(runtime.pool, tokens)
  const known = tokens.get(tenantId)
  const age = now.getTime() - (known?.at ?? 0)
  if (known !== undefined && age >= 0 && age < lifetimeMs / 2) return { url, token: known.token }
  const { token } = await inUnit(runtime, asRequests(tenantId), { now }, async (unit) =>
    issueToken(unit, {
      kind: 'SYSTEM',
      name: 'Rails of payment requests',
      rights: ['UpdatePaymentRequestStatus'],
      lifetimeMs,
    }),
  )
  tokens.set(tenantId, { token, at: now.getTime() })
  return { url, token }
}
