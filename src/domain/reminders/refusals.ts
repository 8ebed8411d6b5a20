import type { RefusalTable } from '../refusal.ts'

export const refusalsOfReminders = {
  FEE_ABOVE_STATUTORY: [
    409,
    'The law allows less of a debtor',
    'Send an amount within what `detail` says; a change of the law comes with a release.',
  ],
  CHARGE_NOT_OPEN: [
    409,
    'The charge is past that: authorised, billed or deleted',
    'Read the charge; what is billed is made good by another charge below zero.',
  ],
  BILL_WITHOUT_ENDPOINT: [
    409,
    'Who sends or gets the bill has no number by which Peppol finds it',
    'Give the instance provider and the client their numbers, or export a PDF.',
  ],
  CHARGE_WITHOUT_PRICE: [
    409,
    'No price list in force says what this costs',
    'Give the `amount`, or set a price at `PUT /price-lists/update`.',
  ],
} as const satisfies RefusalTable
