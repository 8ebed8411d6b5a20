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
    'Refund it by itself with `account`: the debtor has not paid from one that can be paid to. `errors` says which kinds are taken.',
  ],
  PAYOUT_ACCOUNT_DISABLED: [
    409,
    'The payout account is disabled',
    'Add another one; a disabled one stays as it is.',
  ],
  PAYOUT_BATCH_NOT_POSSIBLE: [
    409,
    'The batch does not stand where this is possible',
    'A batch is authorized, exported and booked in this order; one that is not sent can be dissolved.',
  ],
  PAYOUT_BATCH_CHANGED: [
    409,
    'What the batch would pay is not what it was, or not possible any more',
    'Dissolve the batch and generate it anew; `errors` says which payouts stand in its way.',
  ],
  PAYOUT_BATCH_OWN: [
    409,
    'Whoever put a batch together does not authorize it',
    'Let another person authorize it.',
  ],
  PAYOUT_BATCH_EXPORTED: [
    409,
    'The batch was exported before',
    'Send `again: true` if the bank has not taken its file; with the same format it has the same bytes.',
  ],
  PAYOUT_BANK_ACCOUNT_MISSING: [
    409,
    'The tenant has no bank account from which this currency is paid',
    'Add an active one in this currency (`POST /system-bank-accounts`).',
  ],
} as const satisfies RefusalTable
