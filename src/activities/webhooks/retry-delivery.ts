import { refuse } from '../../domain/refusal.ts'
import { WebhookLog } from '../../entities/webhook-log.ts'
import type { Unit } from '../unit.ts'

/** Only the process of a delivery knows its windows; the table alone knows that it has failed. */
export async function retryDelivery(unit: Unit, id: string): Promise<WebhookLog> {
  const log = await unit.load(WebhookLog, id)
  if (log.status !== 'FAILED') refuse('WEBHOOK_LOG_NOT_FAILED')
  // What speaks to Temporal is loaded by the first retry, not by every start of the interface.
  const { askForRetry } = await import('./ask-for-retry.ts')
  await askForRetry(unit.runtime, log)
  await unit.em.refresh(log)
  return log
}
