import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { Deliverer } from '../../src/activities/webhooks/deliverer.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { reasonTypes } from '../../src/domain/distribution/reason-code.ts'
import { ReasonCode } from '../../src/entities/reason-code.ts'
import type { TestTenant, World } from '../support/world.ts'

export const signingKey = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** The deliverer of this world, which a test starts or moves by hand. */
export function delivererOf({ installed, runtime, keys }: World): Deliverer {
  const { poster } = runtime
  return new Deliverer({ url: installed.relayUrl, poster, keys, log: pino({ level: 'fatal' }) })
}

/** A subscription to reason codes, through the interface. */
export async function subscribed(
  tenant: TestTenant,
  url: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await tenant.api.post('/webhook', {
    title: 'Test',
    url,
    type: 'REASON_CODE',
    trigger: 'PUSH',
    method: 'POST',
    key: signingKey,
    ...more,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

/** Something happens of which the subscriptions are told. */
export async function happens(tenant: TestTenant, times = 1): Promise<void> {
  await tenant.work((unit) => {
    for (let n = 0; n < times; n++) addCode(unit)
  })
}

export function addCode(unit: Unit, code = randomUUID()): ReasonCode {
  const facts = { name: 'Test', description: '', type: reasonTypes[0], active: true }
  return unit.add(ReasonCode, { code, ...facts })
}

export interface Log {
  id: string
  status: string
  response_status: number | null
  error: string | null
  automatic_attempts: number
  manual_attempts: number
  payload: string
}

export const logsWithPayload = `select l.*, p.payload from webhook_log l
  join webhook_payload p on p.tenant_id = l.tenant_id and p.event_id = l.event_id`

export async function logsOf(at: World, webhookId: string): Promise<Log[]> {
  const rows = await at.owner(`${logsWithPayload} where l.webhook_id = $1 order by l.id`, [
    webhookId,
  ])
  return rows as unknown as Log[]
}

export interface Attempt {
  number: number
  kind: string
  started_at: Date
  ended_at: Date | null
  response_status: number | null
  error: string | null
  duration_ms: number | null
  response: string | null
}

export async function attemptsOf(at: World, logId: string): Promise<Attempt[]> {
  const rows = await at.owner('select * from webhook_attempt where log_id = $1 order by number', [
    logId,
  ])
  return rows as unknown as Attempt[]
}
