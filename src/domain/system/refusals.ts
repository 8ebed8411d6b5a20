import type { RefusalTable } from '../refusal.ts'

/** How errands and tasks refuse. */
export const refusalsOfSystem = {
  ERRAND_NOT_OPEN: [
    409,
    'The errand is no longer open for this',
    'Read the errand: it is resolved or closed already.',
  ],
  ERRAND_CAUSE_REMAINS: [
    409,
    'The cause of the errand is still there, or nothing can tell that it is gone',
    'Remove the cause, or close it all the same with `force-close` and a reason.',
  ],
  ERRAND_WITHOUT_ACTION: [
    409,
    'Nothing is suggested for this errand, or not for what it is about',
    'Name an `action` that fits the errand, or resolve it with a comment.',
  ],
  TASK_RUNNING: [
    409,
    'A task of this name is at work already',
    'Wait for the task that `detail` names, or close it with `cancel`.',
  ],
} as const satisfies RefusalTable
