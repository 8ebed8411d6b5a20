import { newId } from '../../src/kernel/write/ids.ts'
import type { GivenCall } from './given.ts'
import type { Stage } from './stage.ts'

let told = 0
const eventId = () => `event-${++told}`

/** Events in that are about something which is there. */
export const eventCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'POST /events/aml-monitoring-result': async (stage) => ({
    body: {
      eventId: eventId(),
      providerRef: newId('Event'),
      subjectType: 'CLIENT',
      subjectId: await stage.client(),
      result: 'HIT',
    },
  }),
  'POST /events/sync-payment-complete': async (stage) => ({
    body: { eventId: eventId(), clientId: await stage.client() },
  }),
  'POST /events/sync-voucher-complete': async ({ rows }) => {
    const { id } = await rows.add('voucher', {
      status: 'EXPORTED',
      externalSystem: 'CONNECTOR',
      externalId: null,
    })
    const body = { eventId: eventId(), voucherIds: [id], status: 'EXTERNAL_BOOKED' }
    return { body: { ...body, externalId: 'books-1', error: undefined } }
  },
  'POST /events/signature/event': async () => ({ body: { eventId: eventId() } }),
}
