import type { RefusalTable } from '../refusal.ts'

/** How what takes two people is refused to one of them, and what cannot be done at set times. */
export const refusalsOfAutomation = {
  SAME_APPROVER: [
    409,
    'Nobody releases what they asked for themselves',
    'Let somebody else who has the right do it.',
  ],
  CRON_INVALID: [
    400,
    'The times are not understood',
    'Write five fields: minute, hour, day of the month, month, weekday; with numbers, names, * , - and /.',
  ],
  CRON_NEVER: [400, 'Such a time never comes', 'Choose a day that its months have.'],
  CRON_TOO_OFTEN: [
    400,
    'It would run more often than every fifteen minutes',
    'Choose times that are fifteen minutes apart or more.',
  ],
  CRON_TWO_DAYS: [
    400,
    'Both a day of the month and a weekday are named',
    'Leave one of the two open with *; make two schedules if both are meant.',
  ],
  TIME_ZONE_UNKNOWN: [
    400,
    'There is no such time zone',
    'Use a name of the IANA database, such as Europe/Stockholm.',
  ],
  TOO_MANY_SCHEDULES: [
    409,
    'The tenant has as many schedules as it may',
    'Delete one that nobody needs any more.',
  ],
  TOO_MANY_RECIPIENTS: [409, 'It has as many recipients as it may', 'Remove another one first.'],
  LAST_RECIPIENT: [
    409,
    'Nobody would get what it makes',
    'Add another recipient first, or delete the schedule.',
  ],
  SCHEDULE_RUN_NOT_FAILED: [
    409,
    'This run has not failed',
    'Only a failed run is made again; the next one comes at its time.',
  ],
} as const satisfies RefusalTable
