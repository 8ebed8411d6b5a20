import { settleErrand } from '../system/settle-errand.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import { changing } from './change-settings.ts'
import { reviewAheadDays } from '../../domain/clients/kyc.ts'
import { plusDays } from '../../domain/dates.ts'
import { kycKey } from './onboarding/begin-compliance.ts'
import { complianceSettings } from './settings.ts'

/** Closes the errand that asked who the client is, once that is decided. */
export const changeCompliance = changing(
  complianceSettings,
  async ({ unit, clientId, sent, choose }) => {
    const { kycStatus: before, nextReviewAt } = await settingsOf(unit, clientId, complianceSettings)
    const row = await choose()
    const after = sent.kycStatus ?? before
    const review = sent.nextReviewAt === undefined ? nextReviewAt : sent.nextReviewAt
    const soon = plusDays(await unit.today(), reviewAheadDays)
    // An approval that ends soon is looked at again the same night.
    const isReviewed = after === 'APPROVED' && (review === null || review > soon)
    if (sent.kycStatus === 'DENIED' || isReviewed) {
      await settleErrand(unit, kycKey(clientId), `The KYC status is ${after}.`)
    }
    if ([before, after].includes('DENIED')) {
      await unit.runtime.registered.payoutsFollow(unit, clientId)
    }
    return row
  },
)
