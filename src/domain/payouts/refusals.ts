import type { RefusalTable } from '../refusal.ts'

export const refusalsOfPayouts = {
  NOTHING_TO_REFUND: [
    409,
    'The debtor has nothing to its credit here',
    'Credit the invoice, and pay back the credit note; a payment that came by mistake is returned.',
  ],
  REFUND_EXCEEDED: [
    409,
    'More than the debtor has to its credit',
    'Lower the amount; `errors` says how much there is.',
  ],
  REFUND_ACCOUNT_MISSING: [
    409,
    'Nobody knows to which account the debtor is paid back',
    'Send `account`: the debtor has not paid from one that can be paid to.',
  ],
  PAYOUT_ACCOUNT_DISABLED: [
    409,
    'The payout account is disabled',
    'Add another one; a disabled one stays as it is.',
  ],
} as const satisfies RefusalTable
