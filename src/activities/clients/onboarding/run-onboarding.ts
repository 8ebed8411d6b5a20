import type { Task } from '../../../kernel/write/activity.ts'
import { onboardingVerbs } from './do-step.ts'
import { finishOnboarding } from './finish-onboarding.ts'

/** Does all steps as the process would, for installations where no process runs. */
export async function runOnboarding(task: Omit<Task, 'workflowId'>): Promise<void> {
  const whole = { workflowId: '', ...task }
  for (const verb of Object.values(onboardingVerbs)) await verb(whole)
  await finishOnboarding(whole)
}
