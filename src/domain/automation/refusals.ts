import type { RefusalTable } from '../refusal.ts'

/** How what takes two people, an automation or a schedule is refused. */
export const refusalsOfAutomation = {
  SAME_APPROVER: [
    409,
    'Nobody releases what they asked for themselves',
    'Let somebody else who has the right do it.',
  ],
  FOR_THE_TENANT_ALONE: [
    403,
    'Only the tenant’s own people may do this',
    'Ask somebody at the tenant to do it, and a second one where it takes two.',
  ],
  TAKES_TWO_PEOPLE: [
    409,
    'It takes two people, and what acts in the name of one cannot ask a second',
    'Call the operation yourself, and let a second person make the same call.',
  ],
  AUTOMATIONS_FULL: [
    409,
    'There are as many automations, or rules of this one, as there may be',
    'Delete or switch off one that is needed no more.',
  ],
  AUTOMATION_MAILS_FULL: [
    409,
    'The automation has sent this person as many mails as it may within an hour',
    'Let its conditions ask for less, or read what it does in its runs.',
  ],
  AUTOMATION_TARGET_MISSING: [
    409,
    'The event is about nothing that the action could be done on',
    'Let the rule ask for events that are, or let the action be done on something else.',
  ],
  ALREADY_CONFIRMED: [
    409,
    'Two people have just done the same',
    'Read the request, `existingId`. If it is wanted once more, ask after `retryAllowedAt`.',
  ],
  REQUEST_DIFFERS: [
    409,
    'The request asks for something else',
    'Send what the request shows as `asked` (`errors` names what differs), or leave out `X-Confirms` to ask anew.',
  ],
  REQUEST_NOT_OPEN: [
    409,
    'The request is decided or has expired',
    'Read its status; ask anew if it is still wanted.',
  ],
  REQUESTS_FULL: [
    409,
    'As much as may wait of what you asked for about this waits for a second person',
    'Let somebody agree to what waits, or take some of it back.',
  ],
  EFFECT_CHANGED: [
    409,
    'What it would do has changed while it was done',
    'Nothing was done. Send it again to see what it would do now.',
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
