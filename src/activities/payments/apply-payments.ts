import { invalid } from '../../domain/refusal.ts'
import type { SyncPayment } from '../../domain/webhooks/inbound.ts'
import { Client } from '../../entities/client.ts'
import { ClientSync } from '../../entities/client-sync.ts'
import type { InboundEvent } from '../../entities/inbound-event.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The client's sync shows how its payments fared; where they failed, an errand asks a person. */
export async function applyPayments(unit: Unit, event: InboundEvent): Promise<void> {
  // It was held against the schema of its kind when it came.
  const sent = event.payload as unknown as SyncPayment
  const { status, error = null, paymentIds } = sent
  const named = sent.clientId ?? unit.scope.clientId
  if (named === null) return invalid('/clientId', 'REQUIRED', 'Say for which client')
  const { id: clientId } = await unit.load(Client, named, '/clientId')
  event.clientId = clientId
  const sync = await unit.find(ClientSync, { clientId })
  if (sync !== null) Object.assign(sync, { lastRunAt: unit.now, lastError: error })
  const dedupeKey = `sync-payments/${clientId}`
  if (status === 'COMPLETED') {
    await settleErrand(unit, dedupeKey, 'The connector reports COMPLETED.')
    return
  }
  await leaveErrand(unit, {
    type: 'SYNC',
    subjectType: 'Client',
    subjectId: clientId,
    clientId,
    title: 'Payments could not be handed to the business system',
    data: { inboundEventId: event.id, error, paymentIds },
    dedupeKey,
  })
}
