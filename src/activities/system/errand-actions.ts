import { refuse } from '../../domain/refusal.ts'
import type { ErrandAction } from '../../domain/system/errand.ts'
import type { SystemErrand } from '../../entities/system-errand.ts'
import { resendVoucher } from '../bookkeeping/move-voucher.ts'
import { retryOnboarding } from '../clients/onboarding/retry-onboarding.ts'
import { calculateBalance } from '../invoices/calculate-balance.ts'
import { retryActivation } from '../invoices/retry-activation.ts'
import { validateInvoice } from '../invoices/validate-invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { retryRequestsOfOwner } from './retry-requests-of-owner.ts'

/** What can be done about an errand: of which kind of subject, and the verb that does it. */
interface Action {
  of: string
  act: (unit: Unit, subjectId: string) => Promise<unknown>
}

const actions: Readonly<Record<ErrandAction, Action>> = {
  VALIDATE_INVOICE: { of: 'Invoice', act: validateInvoice },
  CALCULATE_BALANCE: { of: 'Invoice', act: calculateBalance },
  RETRY_ACTIVATION: { of: 'Invoice', act: retryActivation },
  RETRY_POST_ACTIVATE: { of: 'Invoice', act: retryActivation },
  RETRY_VOUCHER_REQUEST: { of: 'BookkeepingOwner', act: retryRequestsOfOwner },
  RETRY_ONBOARDING: { of: 'Client', act: retryOnboarding },
  RESEND_VOUCHER: { of: 'Voucher', act: resendVoucher },
}

/** Does it, or says why it cannot be done about this errand. */
export async function actOn(unit: Unit, errand: SystemErrand, action: ErrandAction): Promise<void> {
  const known = actions[action]
  if (known.of !== errand.subjectType) {
    refuse('ERRAND_WITHOUT_ACTION', {
      detail: `${action} is done about ${known.of}, and the errand is about ${errand.subjectType}.`,
    })
  }
  await known.act(unit, errand.subjectId)
}
