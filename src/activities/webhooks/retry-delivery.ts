import { createHash, randomUUID } from 'node:crypto'
import { lifeOfDelivery } from '../../domain/webhooks/delivery.ts'
import { WebhookLog } from '../../entities/webhook-log.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { hasAccepted } from './accept-retry.ts'

/**
 * The process of a delivery accepts it, or its row says no. Asked for again under its key, as after
 * an answer that was lost, it is the same retry.
 */
export async function retryDelivery(
  unit: Unit,
  id: string,
  asked: string | undefined,
): Promise<WebhookLog> {
  const log = await unit.load(WebhookLog, id)
  const { kind, id: askedBy, name } = unit.principal
  const key = asked === undefined ? randomUUID() : keyOf(askedBy, asked)
  if (asked !== undefined && (await hasAccepted(unit, log, key))) return log
  lifeOfDelivery.move(log.status, 'retry')
  // What speaks to Temporal is loaded by the first retry, not by every start of the interface.
  const { askForRetry } = await import('./ask-for-retry.ts')
  // The process that is asked needs a connection to say yes.
  await unit.apart((outside) => askForRetry(outside, log, { kind, id: askedBy, name, key }))
  return unit.load(WebhookLog, id)
}

/** Of one caller: what another sends under the same key is another retry. */
const keyOf = (askedBy: string, key: string) =>
  createHash('sha256').update(`${askedBy} ${key}`).digest('base64url')
