import type { MonitoringResult } from '../../domain/webhooks/inbound.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import type { InboundEvent } from '../../entities/inbound-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { Payout } from '../../entities/payout.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'
import type { Unit } from '../unit.ts'

/** What the provider of monitoring found is looked at by a person, unless it is nothing. */
export async function heedMonitoring(unit: Unit, event: InboundEvent): Promise<void> {
  // It was held against the schema of its kind when it came.
  const told = event.payload as unknown as MonitoringResult
  const { result, type, subjectType, subjectId, providerRef } = told
  event.clientId = (await clientOf(unit, told)) ?? event.clientId ?? null
  const dedupeKey = `aml/${event.ownerId}/${providerRef}`
  if (result === 'CLEAR') {
    await settleErrand(unit, dedupeKey, 'The provider reports CLEAR.')
    return
  }
  await leaveErrand(unit, {
    type: 'AML',
    subjectType: words[subjectType],
    subjectId,
    clientId: event.clientId,
    severity: result === 'HIT' ? 'HIGH' : 'NORMAL',
    title: `Monitoring found ${result} (${type})`,
    data: { inboundEventId: event.id, providerRef, type, result },
    dedupeKey,
  })
}

const words = {
  PAYMENT: 'Payment',
  PAYOUT: 'Payout',
  CLIENT: 'Client',
  DEBTOR: 'Debtor',
  LOAN: 'BusinessLoan',
  INVOICE: 'Invoice',
} as const

/** Whose it is. Of payments and loans nobody can tell before they are built. */
async function clientOf(unit: Unit, { subjectType, subjectId }: MonitoringResult) {
  switch (subjectType) {
    case 'CLIENT':
      return (await unit.load(Client, subjectId, '/subjectId')).id
    case 'DEBTOR':
      return (await unit.load(Debtor, subjectId, '/subjectId')).clientId
    case 'INVOICE':
      return (await unit.load(Invoice, subjectId, '/subjectId')).clientId
    case 'PAYOUT':
      return (await unit.load(Payout, subjectId, '/subjectId')).clientId
    default:
      return null
  }
}
