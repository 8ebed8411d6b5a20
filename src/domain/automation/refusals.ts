import type { RefusalTable } from '../refusal.ts'

/** How what takes two people is refused to one of them, and what an automation cannot be. */
export const refusalsOfAutomation = {
  SAME_APPROVER: [
    409,
    'Nobody releases what they asked for themselves',
    'Let somebody else who has the right do it.',
  ],
  AUTOMATIONS_FULL: [
    409,
    'There are as many automations, or rules of this one, as there may be',
    'Delete or switch off one that is needed no more.',
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
    'Send what the request shows as `asked`, or leave out `X-Confirms` to ask anew.',
  ],
  REQUEST_NOT_OPEN: [
    409,
    'The request is decided or has expired',
    'Read its status; ask anew if it is still wanted.',
  ],
  EFFECT_CHANGED: [
    409,
    'What it would do has changed while it was done',
    'Nothing was done. Send it again to see what it would do now.',
  ],
} as const satisfies RefusalTable
