import { isStillLogotype } from './logotype-errand.ts'
import type { AreaOfVerbs } from '../area.ts'
import { changeChoices } from './change-choices.ts'
import { onboardingVerbs } from './onboarding/do-step.ts'
import {
  billingSettings,
  complianceSettings,
  documentSettings,
  invoiceSettings,
  invoiceTextSettings,
  payoutSettings,
} from './settings.ts'
import { failOnboarding } from './onboarding/fail-onboarding.ts'
import { finishOnboarding } from './onboarding/finish-onboarding.ts'
import { retryOnboarding } from './onboarding/retry-onboarding.ts'
import { standsStill } from './onboarding/stands-still.ts'

export const clients = {
  verbs: { ...onboardingVerbs, finishOnboarding, failOnboarding },
  settings: [
    billingSettings,
    invoiceSettings,
    complianceSettings,
    documentSettings,
    invoiceTextSettings,
    payoutSettings,
  ],
  changeChoices,
  errandCauses: { ONBOARDING: standsStill, DOCUMENT: isStillLogotype },
  errandActions: { RETRY_ONBOARDING: { of: 'Client', act: retryOnboarding } },
  overdue: {
    onboardClient: `select c.tenant_id, c.id from client c where c.status = 'ONBOARDING'
        and c.created_at < now() - interval '1 minute'
        and not exists (select 1 from onboarding_step s where s.tenant_id = c.tenant_id
          and s.client_id = c.id and s.status = 'FAILED')
      order by c.created_at limit 500`,
  },
} as const satisfies AreaOfVerbs
