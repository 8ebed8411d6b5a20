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
  const { result, type, subjectType, providerRef } = sent
  const ids = await subjectsOf(unit, sent)
  // One check looks at several, and for several things: each is found, and cleared, by itself.
  const keys = ids.map((id) => `aml/${event.ownerId}/${type}/${id}/${providerRef}`.slice(0, keyMax))
  const errands = await unit.all(SystemErrand, { dedupeKey: { $in: keys } })
  if (result === 'CLEAR') {
    for (const { dedupeKey } of errands) {
      await settleErrand(unit, dedupeKey, 'The provider reports CLEAR.')
    }
    return
  }
  const known = errands.find(({ status }) => isUnresolved(status)) ?? errands[0] ?? null
  const subjectId = ids[0]!
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
    dedupeKey: known?.dedupeKey ?? keys[0]!,
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

/**
 * Whom it is about, first by its present id: a debtor that has moved is known to the provider by
 * the id that it had or by the one that it has. Payments and loans cannot be checked before they
 * are built.
 */
async function subjectsOf(unit: Unit, sent: MonitoringResult): Promise<string[]> {
  const { subjectType, subjectId } = sent
  const pointer = '/subjectId'
  switch (subjectType) {
    case 'CLIENT':
      await unit.load(Client, subjectId, pointer)
      break
    case 'DEBTOR':
      return debtorsOf(await unit.load(Debtor, subjectId, pointer), unit)
    case 'INVOICE':
      await unit.load(Invoice, subjectId, pointer)
      break
    case 'PAYOUT':
      await unit.load(Payout, subjectId, pointer)
      break
    default:
  }
  return [subjectId]
}

async function debtorsOf({ id, movedToId }: Debtor, unit: Unit): Promise<string[]> {
  const present = movedToId ?? id
  const before = await unit.readEach(Debtor, 'moved_to_id = $2', [present])
  return [present, ...before.map((debtor) => debtor.id)]
}
