import { onboardingSteps, type OnboardingStepName } from '../../../domain/clients/client.ts'
import type { Client } from '../../../entities/client.ts'
import { OnboardingStep } from '../../../entities/onboarding-step.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { beginCompliance } from './begin-compliance.ts'
import { copyReminderProfile } from './copy-reminder-profile.ts'
import { makeProducts } from './make-products.ts'
import { makeReferences } from './make-references.ts'
import { makeSettings } from './make-settings.ts'
import { openClientAccounts } from './open-client-accounts.ts'
import { openCreditLimits } from './open-credit-limits.ts'
import { provideChart } from './provide-chart.ts'

/** What each step does; doing it twice has the same result as once. */
export const stepVerbs: Readonly<
  Record<OnboardingStepName, (unit: Unit, client: Client) => Promise<void>>
> = {
  SETTINGS: makeSettings,
  PRODUCTS: makeProducts,
  CLIENT_ACCOUNTS: openClientAccounts,
  CHART_OF_ACCOUNTS: provideChart,
  REFERENCE_SETTINGS: makeReferences,
  REMINDER_PROFILES: copyReminderProfile,
  CREDIT_LIMITS: openCreditLimits,
  COMPLIANCE: beginCompliance,
}

/** The steps that an integrator's next call needs, done in the request that makes the client. */
export const stepsWithClient: readonly OnboardingStepName[] = [
  'SETTINGS',
  'PRODUCTS',
  'CLIENT_ACCOUNTS',
]

export function addSteps(unit: Unit, client: Client): OnboardingStep[] {
  return onboardingSteps.map((step) =>
    unit.add(OnboardingStep, { clientId: client.id, step, status: 'WAITING' }),
  )
}

/** The steps of a client in their order. */
export async function stepsOf(unit: Unit, clientId: string): Promise<OnboardingStep[]> {
  const steps = await unit.all(OnboardingStep, { clientId })
  return steps.toSorted((a, b) => onboardingSteps.indexOf(a.step) - onboardingSteps.indexOf(b.step))
}

export function finishStep(unit: Unit, step: OnboardingStep): void {
  step.status = 'DONE'
  step.doneAt = unit.now
  step.error = null
}
