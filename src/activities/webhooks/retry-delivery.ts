import { lifeOfDelivery } from '../../domain/webhooks/delivery.ts'
import { refuse } from '../../domain/refusal.ts'
import { WebhookLog } from '../../entities/webhook-log.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Under a key a connection is held meanwhile, so that few wait at once. */
const keyedMax = 3
let keyed = 0

/** Only the process of a delivery knows its windows; the table alone knows that it has failed. */
export async function retryDelivery(unit: Unit, id: string): Promise<WebhookLog> {
  const log = await unit.load(WebhookLog, id)
  lifeOfDelivery.move(log.status, 'retry')
  const { kind, id: askedBy, name } = unit.principal
  // What speaks to Temporal is loaded by the first retry, not by every start of the interface.
  const { askForRetry } = await import('./ask-for-retry.ts')
  // The process that is asked needs a connection to say yes.
  if (!unit.isKeyed) {
    await unit.apart(() => askForRetry(unit.runtime, log, { kind, id: askedBy, name }))
    return unit.load(WebhookLog, id)
  }
  if (keyed >= keyedMax) refuse('OVERLOADED', { retryAfterSeconds: 1 })
  keyed++
  try {
    await askForRetry(unit.runtime, log, { kind, id: askedBy, name })
  } finally {
    keyed--
  }
  await unit.em.refresh(log)
  return log
}
