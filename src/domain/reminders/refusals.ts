import type { RefusalTable } from '../refusal.ts'

export const refusalsOfReminders = {
  FEE_ABOVE_STATUTORY: [
    409,
    'The law allows less of a debtor',
    'Send an amount within what `detail` says; a change of the law comes with a release.',
  ],
} as const satisfies RefusalTable
