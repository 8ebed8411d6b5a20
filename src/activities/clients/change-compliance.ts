import { settleErrand } from '../system/settle-errand.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import { changing } from './change-settings.ts'
import { kycKey } from './onboarding/begin-compliance.ts'
import { complianceSettings } from './settings.ts'

const settled: readonly unknown[] = ['APPROVED', 'DENIED']

/** Closes the errand that asked who the client is, once that is decided. */
export const changeCompliance = changing(
  complianceSettings,
  async ({ unit, clientId, sent, choose }) => {
    const { kycStatus: before } = await settingsOf(unit, clientId, complianceSettings)
    const row = await choose()
    const after = sent.kycStatus ?? before
    const isReviewed = after === 'APPROVED' && sent.nextReviewAt !== undefined
    if (settled.includes(sent.kycStatus) || isReviewed) {
      await settleErrand(unit, kycKey(clientId), `The KYC status is ${after}.`)
    }
    if ([before, after].includes('DENIED')) {
      await unit.runtime.registered.payoutsFollow(unit, clientId)
    }
    return row
  },
)
