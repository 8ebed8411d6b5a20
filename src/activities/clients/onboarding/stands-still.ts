import { OnboardingStep } from '../../../entities/onboarding-step.ts'
import type { SystemErrand } from '../../../entities/system-errand.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Whether a client's onboarding waits for a person. */
export async function standsStill(unit: Unit, errand: SystemErrand): Promise<boolean> {
  const steps = await unit.all(OnboardingStep, { clientId: errand.subjectId })
  return steps.some(({ status }) => status !== 'DONE')
}
