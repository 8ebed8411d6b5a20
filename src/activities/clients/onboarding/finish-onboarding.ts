import { platform } from '../../../domain/access/principal.ts'
import { Client } from '../../../entities/client.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import type { Task } from '../../../kernel/write/activity.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import { onboardingKey } from './fail-onboarding.ts'
import { stepsOf } from './steps.ts'

/** Makes a client ACTIVE when all its steps are done. */
export function finishOnboarding(task: Task): Promise<{ active: boolean }> {
  const as = platform(task.tenantId, 'onboarding')
  return inUnit(task.runtime, as, task, async (unit) => {
    const client = await unit.load(Client, task.entityId)
    const steps = await stepsOf(unit, client.id)
    const done = steps.every(({ status }) => status === 'DONE')
    if (done && client.status === 'ONBOARDING') client.status = 'ACTIVE'
    if (done) await settleErrand(unit, onboardingKey(client.id), 'The onboarding was completed.')
    return { active: client.status === 'ACTIVE' }
  })
}
