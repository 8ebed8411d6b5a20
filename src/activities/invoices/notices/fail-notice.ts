import type { StepFailure, Task } from '../../../kernel/write/activity.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import { as } from './mail-notice.ts'
import { heldNotice, leaveToPerson, standingOf, type NoticeStanding } from './notice-to-send.ts'

/** The notice is tried no more by itself: an errand says why, from which a person goes on. */
export function failNotice(task: Task & { failure: StepFailure }): Promise<NoticeStanding> {
  return inUnit(task.runtime, as(task), task, async (unit) => {
    const document = await heldNotice(unit, task.entityId)
    if (document?.distributionStatus !== 'QUEUED') return standingOf(document)
    return leaveToPerson(unit, document, task.failure)
  })
}
