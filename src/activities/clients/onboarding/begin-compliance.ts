import { plusDays } from '../../../domain/dates.ts'
import type { Client } from '../../../entities/client.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settingsOf } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { changeSettings } from '../change-settings.ts'
import { complianceSettings } from '../settings.ts'

const reviewAfterDays = 365

/** A person has to find out who the client is, so an errand asks for it. */
export async function beginCompliance(unit: Unit, client: Client): Promise<void> {
  const { kycStatus } = await settingsOf(unit, client.id, complianceSettings)
  if (kycStatus === 'NOT_STARTED') {
    const nextReviewAt = plusDays(await unit.today(), reviewAfterDays)
    const begun = { kycStatus: 'PENDING', nextReviewAt } as const
    await changeSettings(unit, client.id, complianceSettings, begun)
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

/** Who a client is was found out for what is over: it is asked again, and nothing is financed before. */
export async function endApproval(unit: Unit, clientId: string): Promise<void> {
  const { kycStatus } = await settingsOf(unit, clientId, complianceSettings)
  if (kycStatus !== 'APPROVED') return
  await changeSettings(unit, clientId, complianceSettings, { kycStatus: 'EXPIRED' })
}

export function kycKey(clientId: string): string {
  return `kyc/${clientId}`
}
