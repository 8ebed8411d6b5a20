import { plusDays } from '../../../domain/dates.ts'
import type { Client } from '../../../entities/client.ts'
import { ClientSetting } from '../../../entities/client-setting.ts'
import { todayOf } from '../../access/tenant-of.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

const reviewAfterDays = 365

/** Who the client is has to be found out by a person: the errand asks for it. */
export async function beginCompliance(unit: Unit, client: Client): Promise<void> {
  const kept = await unit.find(ClientSetting, { clientId: client.id, kind: 'COMPLIANCE' })
  if (kept?.value['kycStatus'] === 'NOT_STARTED') {
    const nextReviewAt = plusDays(await todayOf(unit), reviewAfterDays)
    kept.value = { ...kept.value, kycStatus: 'PENDING', nextReviewAt }
  }
  await leaveErrand(unit, {
    type: 'KYC',
    subjectType: 'Client',
    subjectId: client.id,
    clientId: client.id,
    title: `Find out who ${client.name} is and what it does`.slice(0, 200),
    data: { identificationNumber: client.identificationNumber, countryCode: client.countryCode },
    dedupeKey: kycKey(client.id),
  })
}

export function kycKey(clientId: string): string {
  return `kyc/${clientId}`
}
