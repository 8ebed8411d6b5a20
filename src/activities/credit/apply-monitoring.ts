import type { MonitoringResult } from '../../domain/webhooks/inbound.ts'
import { isUnresolved } from '../../domain/system/errand.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import type { InboundEvent } from '../../entities/inbound-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import { Payout } from '../../entities/payout.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/**
 * What the provider of monitoring found is looked at by a person, unless it is nothing. It belongs
 * to no client, so that neither they nor their subscriptions learn that somebody was looked at.
 */
export async function applyMonitoring(unit: Unit, event: InboundEvent): Promise<void> {
  // It was held against the schema of its kind when it came.
  const sent = event.payload as unknown as MonitoringResult
  const { result, type, subjectType, subjectId, providerRef } = sent
  await refuseUnknown(unit, sent)
  // One check looks at several, and for several things: each is found, and cleared, by itself.
  const dedupeKey = `aml/${event.ownerId}/${type}/${subjectId}/${providerRef}`.slice(0, keyMax)
  if (result === 'CLEAR') {
    await settleErrand(unit, dedupeKey, 'The provider reports CLEAR.')
    return
  }
  const known = await unit.find(SystemErrand, { dedupeKey })
  const isHit = known !== null && isUnresolved(known.status) && known.data['result'] === 'HIT'
  // A finding is open until it is cleared, even if the provider is less sure of it later.
  const found = isHit ? 'HIT' : result
  await leaveErrand(unit, {
    type: 'AML',
    subjectType: words[subjectType],
    subjectId,
    clientId: event.clientId ?? null,
    severity: found === 'HIT' ? 'HIGH' : 'NORMAL',
    title: `Monitoring found ${result} (${type})`,
    data: { inboundEventId: event.id, providerRef, type, result: found },
    dedupeKey,
  })
}

const keyMax = 200

const words = {
  PAYMENT: 'Payment',
  PAYOUT: 'Payout',
  CLIENT: 'Client',
  DEBTOR: 'Debtor',
  LOAN: 'BusinessLoan',
  INVOICE: 'Invoice',
} as const

/** Payments and loans cannot be checked before they are built. */
async function refuseUnknown(unit: Unit, sent: MonitoringResult): Promise<void> {
  const { subjectType, subjectId } = sent
  const pointer = '/subjectId'
  switch (subjectType) {
    case 'CLIENT':
      await unit.load(Client, subjectId, pointer)
      break
    case 'DEBTOR':
      await unit.load(Debtor, subjectId, pointer)
      break
    case 'INVOICE':
      await unit.load(Invoice, subjectId, pointer)
      break
    case 'PAYOUT':
      await unit.load(Payout, subjectId, pointer)
      break
    default:
  }
}
