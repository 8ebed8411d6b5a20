import { exampleId } from '../../src/entities/ids.ts'
import type { Corruptions } from './corrupted-payments.ts'

/** A delivery that nobody made, in a state that it cannot have. */
const log = (automatic: number, manual: number) => `insert into webhook_log (tenant_id, id,
    webhook_id, event_id, to_client, type, event, subject_type, subject_id, status,
    automatic_attempts, manual_attempts, due_at, first_attempt_at, last_manual_at, created_at)
  values ($1, '${exampleId('WebhookLog')}', '${exampleId('Webhook')}', '${exampleId('Event')}',
    false, 'REASON_CODE', 'created', 'ReasonCode', 'x', 'FAILED', ${automatic}, ${manual}, now(),
    now(), now(), now())`

export const corruptionsOfDeliveries: Corruptions = {
  deliveries: ({ tenant }) => [log(1, 0), [tenant.id]],
  'delivery-attempts': ({ tenant }) => [log(3, 0), [tenant.id]],
  'delivery-windows': ({ tenant }) => [log(2, 1), [tenant.id]],
}
