import { isStillLogotype } from './logotype-errand.ts'
import type { AreaOfVerbs } from '../area.ts'
import { commitConfiguration, failConfiguration } from './git/commit-configuration.ts'
import { closedJob, isOpenAgain } from './closing/closed-job.ts'
import { markOfConfiguration } from './git/configuration-of.ts'
import { changeChoices } from './change-choices.ts'
import { onboardingVerbs } from './onboarding/do-step.ts'
import {
  billingSettings,
  complianceSettings,
  documentSettings,
  factoringSettings,
  invoiceSettings,
  invoiceTextSettings,
  payoutSettings,
} from './settings.ts'
import { failOnboarding } from './onboarding/fail-onboarding.ts'
import { finishOnboarding } from './onboarding/finish-onboarding.ts'
import { reviewJob } from './review-job.ts'
import { retryOnboarding } from './onboarding/retry-onboarding.ts'
import { standsStill } from './onboarding/stands-still.ts'

export const clients = {
  verbs: {
    ...onboardingVerbs,
    finishOnboarding,
    failOnboarding,
    commitConfiguration,
    failConfiguration,
  },
  settings: [
    billingSettings,
    invoiceSettings,
    complianceSettings,
    documentSettings,
    invoiceTextSettings,
    factoringSettings,
    payoutSettings,
  ],
  changeChoices,
  jobs: { 'kyc.review': reviewJob, 'clients.closed': closedJob },
  errandCauses: { ONBOARDING: standsStill, OFFBOARDING: isOpenAgain, DOCUMENT: isStillLogotype },
  errandActions: { RETRY_ONBOARDING: { of: 'Client', act: retryOnboarding } },
  overdue: {
    onboardClient: `select c.tenant_id, c.id from client c where c.status = 'ONBOARDING'
        and c.created_at < now() - interval '1 minute'
        and not exists (select 1 from onboarding_step s where s.tenant_id = c.tenant_id
          and s.client_id = c.id and s.status = 'FAILED')
      order by c.created_at limit 500`,
    // Whatever has changed of what is configured is committed within a minute or two, together.
    commitConfiguration: `select r.tenant_id, r.client_id as id from client_repository r
      where r.status in ('WAITING', 'COMMITTED') and r.mark <> ${markOfConfiguration} limit 500`,
  },
} as const satisfies AreaOfVerbs
