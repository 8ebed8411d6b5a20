import type { RefusalTable } from '../refusal.ts'

/** How what takes two people is refused to one of them. */
export const refusalsOfAutomation = {
  SAME_APPROVER: [
    409,
    'Nobody releases what they asked for themselves',
    'Let somebody else who has the right do it.',
  ],
} as const satisfies RefusalTable
