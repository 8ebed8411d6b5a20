import type { RefusalTable } from '../refusal.ts'

export const refusalsOfSystem = {
  ERRAND_NOT_OPEN: [
    409,
    'The errand is no longer open for this',
    'Read the errand: it is resolved or closed already.',
  ],
  ERRAND_CAUSE_REMAINS: [
    409,
    'The cause of the errand is still there, or it cannot be checked',
    'Remove the cause, or close it all the same with `force-close` and a reason.',
  ],
  ERRAND_WITHOUT_ACTION: [
    409,
    'Nothing is suggested for this errand, or not for what it is about',
    'Name an `action` that fits the errand, or resolve it with a comment.',
  ],
  BASE_RATE_UNKNOWN: [
    409,
    'The base rate of a day is not known',
    'Load it with `npx receivables rates load`, or choose a rate of your own for that time.',
  ],
  NOTE_FILES_FULL: [
    409,
    'The note has as many files as a note can have',
    'Write another note, or take a file off this one.',
  ],
  FEATURE_DISABLED: [
    404,
    'The tenant has switched off what this belongs to',
    'See `GET /modules`; `modules.<code>.enabled` at `PUT /system-setting/{key}` switches it on.',
  ],
  SETTING_NOT_OF_LEVEL: [
    409,
    'The setting is not chosen there',
    'See its `levels`: choose it at one of these.',
  ],
  TODO_NOT_OPEN: [
    409,
    'The to-do is no longer open for this',
    'Read it: it is resolved or cancelled. Send `status` OPEN to open it again.',
  ],
  ASSIGNEE_MAY_NOT_SEE: [
    409,
    'Whoever is named may not see what it is on or about',
    'Name an active person of your own or of its client, or a group with one among its members.',
  ],
  LABEL_OF_OTHERS: [
    409,
    'The label is not for things of this kind',
    'Use a label whose `scope` is this kind or none; `GET /labels` lists them.',
  ],
  NOTE_OF_OTHERS: [
    403,
    'The note was written by somebody else',
    'Write a note of your own beside it; people of a client or a debtor change only their own.',
  ],
  JOB_RUN_NOT_FAILED: [
    409,
    'The job has not failed for this day',
    'Nothing is to be done: it is done, or at work.',
  ],
  TASK_RUNNING: [
    409,
    'A task of this name is at work already',
    'Wait for the task that `detail` names, or close it with `cancel`.',
  ],
} as const satisfies RefusalTable
