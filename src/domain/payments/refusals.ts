import type { RefusalTable } from '../refusal.ts'

export const refusalsOfPayments = {
  PAYMENT_BOOKED: [
    409,
    'The payment is booked, returned or deleted',
    'Revert its links or return what is left of it; only what is not booked is changed.',
  ],
  PAYMENT_NOT_BOOKED: [
    409,
    'The payment is not booked',
    'Book it first, or read it: it may have been returned.',
  ],
  PAYMENT_OF_FILE: [
    409,
    'The payment came from the bank',
    'Abort its batch; only what was entered by hand is deleted.',
  ],
  LINK_NOT_BOOKED: [409, 'The link is not booked', 'Read the link: it may be reverted already.'],
  CLAIM_NOT_PAYABLE: [
    409,
    'Nothing can be paid on the claim',
    'Choose an open claim in the currency of the payment; `errors` says what is in the way.',
  ],
  CLAIM_EXCEEDED: [
    409,
    'More than is owed on the claim',
    'Put at most what is owed on it; what is left can be put on others or returned.',
  ],
  PAYMENT_EXCEEDED: [
    409,
    'More than is left of the payment',
    'Lower the amounts; `errors` says what is left.',
  ],
  PAYMENT_IS_REVERSAL: [
    409,
    'It is what the bank has taken back',
    'Book its batch: it is booked as the mirror of the payment that it takes back.',
  ],
  PAYMENT_FILE_IMPORTING: [
    409,
    'The file is being imported',
    'Wait for its task; where that has failed, import it again.',
  ],
  PAYMENT_FILE_COUNTS: [
    409,
    'Something was taken of the file',
    'Abort its batches instead; then it can be imported again.',
  ],
  PAYMENT_BATCH_BOOKED: [
    409,
    'Payments of the batch are booked, or it is aborted',
    'Read the batch; what is booked is taken back payment by payment.',
  ],
  UNPLACED_NOT_OPEN: [
    409,
    'The unplaced payment is settled',
    'Read it: it was put on a claim or returned meanwhile.',
  ],
} as const satisfies RefusalTable
