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
    'Abort its batch, or book and place it; only what was entered by hand is changed or deleted.',
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
  SPECIFICATION_UNFIT: [
    409,
    'The list does not fit the payment and what is owed',
    'Correct what `errors` says of its lines, and send it again: nothing of it was taken.',
  ],
  PAYMENT_IS_REVERSAL: [
    409,
    'It is what the bank has taken back',
    'Book its batch; what it takes back is found then, or said afterwards by `reversesId`.',
  ],
  NO_REVERSAL: [
    409,
    'It is not what the bank has taken back of that payment',
    'Name a payment in its currency of which as much is still there; `detail` says what is in the way.',
  ],
  RECONCILIATION_AGREES: [
    409,
    'The statement and the books agree',
    'Nothing is to be explained; read it, or hold it against the books again.',
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
  UNPLACED_MOVED_ON: [
    409,
    'The unplaced payment has moved on',
    'Read it: it was proposed for, put on a claim, returned or taken back meanwhile.',
  ],
  CURRENCY_NOT_TAKEN: [
    409,
    'The payment method or account does not take the currency',
    'Choose one of its currencies; a method may be given further ones first.',
  ],
  SYSTEM_BANK_ACCOUNT_IN_USE: [
    409,
    'Payment accounts in use sit at the bank account',
    'Move them to another bank account, or take them out of use first.',
  ],
  LINK_NOT_PROPOSED: [
    409,
    'Nothing that waits is proposed',
    'Read the links of the payment: what was proposed is booked or denied already.',
  ],
  CLIENT_ONLY_PROPOSES: [
    403,
    'What becomes of the money is decided by the tenant’s people',
    'Let somebody of the tenant’s do it; a client’s token may only propose.',
  ],
  RETURN_MOVED_ON: [
    409,
    'The return has moved on',
    'Read it: it was authorized, carried out or answered by the bank meanwhile.',
  ],
  RETURN_ACCOUNT_MISSING: [
    409,
    'Nobody knows which account the money came from',
    'Send `toAccount`, with `override` as true.',
  ],
  RETURN_TO_ANOTHER: [
    409,
    'Money is returned to the account that it came from',
    'Leave out `toAccount`, or send `override` as true: whoever authorizes it sees that.',
  ],
  TOO_MANY_PAYMENT_REQUESTS: [
    409,
    'Payers were asked as often on this claim as they may',
    'At most 20 requests of a claim are open at once, and 100 are made in all: cancel one, or wait for the money.',
  ],
  PAYMENT_REQUEST_ENDED: [
    409,
    'The payment request has ended',
    'Read it: it was paid, declined, cancelled or out of time; make another one where that is wanted.',
  ],
  PAYMENT_REQUEST_NOT_RETRIED: [
    409,
    'Only a payout that did not arrive is sent again',
    'Read the request: it is on its way, has arrived, or asks a payer, for whom a new one is made.',
  ],
  PAYMENT_METHOD_UNFIT: [
    409,
    'The payment method does not take this payment',
    'Choose another method or amount; `errors` says what is in the way.',
  ],
} as const satisfies RefusalTable
