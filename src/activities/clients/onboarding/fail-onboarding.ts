import { platform } from '../../../domain/access/principal.ts'
import { Client } from '../../../entities/client.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import type { Task } from '../../../kernel/write/activity.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import { stepsOf } from './steps.ts'

/** Leaves an errand that says which step failed, and why. */
export function failOnboarding(task: Task): Promise<{ step: string | null }> {
  const as = platform(task.tenantId, 'onboarding')
  return inUnit(task.runtime, as, task, async (unit) => {
    const client = await unit.load(Client, task.entityId)
    const step = (await stepsOf(unit, client.id)).find(({ status }) => status !== 'DONE')
    if (step === undefined) return { step: null }
    step.status = 'FAILED'
    step.error ??= 'It could not be done, however often it was tried.'
    await leaveErrand(unit, {
      type: 'ONBOARDING',
      subjectType: 'Client',
      subjectId: client.id,
      clientId: client.id,
      severity: 'HIGH',
      title: `The onboarding of ${client.name} stands still at ${step.step}`.slice(0, 200),
      data: { step: step.step, error: step.error },
      suggestion: { action: 'RETRY_ONBOARDING', reason: 'Once the cause is gone' },
      dedupeKey: onboardingKey(client.id),
    })
    return { step: step.step }
  })
}

export function onboardingKey(clientId: string): string {
  return `onboarding/${clientId}`
}
