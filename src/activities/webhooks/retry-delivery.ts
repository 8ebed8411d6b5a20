import { lifeOfDelivery } from '../../domain/webhooks/delivery.ts'
import { WebhookLog } from '../../entities/webhook-log.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Only the process of a delivery knows its windows; the table alone knows that it has failed. */
export async function retryDelivery(unit: Unit, id: string): Promise<WebhookLog> {
  const log = await unit.load(WebhookLog, id)
  lifeOfDelivery.move(log.status, 'retry')
  const { kind, id: askedBy, name } = unit.principal
  // What speaks to Temporal is loaded by the first retry, not by every start of the interface.
  const { askForRetry } = await import('./ask-for-retry.ts')
  // The process that is asked needs a connection to say yes.
  await unit.apart((outside) => askForRetry(outside, log, { kind, id: askedBy, name }))
  return unit.load(WebhookLog, id)
}
