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
} as const satisfies RefusalTable
