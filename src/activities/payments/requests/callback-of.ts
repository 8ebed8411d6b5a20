import { platform } from '../../../domain/access/principal.ts'
import { Token } from '../../../entities/token.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import type { Runtime } from '../../../kernel/write/runtime.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { Callback } from '../../../ports/rails/rails.ts'
import { issueToken } from '../../access/issue-token.ts'

export const asRequests = (tenantId: string) => platform(tenantId, 'payment requests')

const lifetimeMs = 24 * 3_600_000

interface Made {
  id: string
  token: string
  at: number
}

const made = new WeakMap<Runtime['pool'], Map<string, Made>>()

/**
 * A rail may do one thing, and for a day; this process gives all of a tenant's the same token,
 * until somebody revokes it.
 */
export async function callbackOf(runtime: Runtime, tenantId: string, now: Date): Promise<Callback> {
  const url = `${runtime.eventsUrl}/events/payment-request-complete`
  const tokens = made.get(runtime.pool) ?? new Map<string, Made>()
  made.set(runtime.pool, tokens)
  const known = tokens.get(tenantId)
  const age = now.getTime() - (known?.at ?? 0)
  const isYoung = known !== undefined && age >= 0 && age < lifetimeMs / 2
  const given = await inUnit(runtime, asRequests(tenantId), { now }, async (unit) =>
    isYoung && (await isInForce(unit, known.id)) ? known : issued(unit),
  )
  tokens.set(tenantId, given)
  return { url, token: given.token }
}

async function isInForce(unit: Unit, id: string): Promise<boolean> {
  const [token] = await rowsOf(unit, Token, { id: [id] }, ['id', 'revokedAt'])
  return token !== undefined && token.revokedAt == null
}

function issued(unit: Unit): Made {
  const { id, token } = issueToken(unit, {
    kind: 'SYSTEM',
    name: 'Rails of payment requests',
    rights: ['UpdatePaymentRequestStatus'],
    lifetimeMs,
  })
  return { id, token, at: unit.now.getTime() }
}
