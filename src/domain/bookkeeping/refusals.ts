import type { RefusalTable } from '../refusal.ts'

export const refusalsOfBookkeeping = {
  BILL_BOOKED: [409, 'The bill is in the books already', 'Read the bill, and export it.'],
  BILL_NOT_BOOKED: [
    409,
    'The bill is not in the books yet',
    'Book it at `PUT /bills/bookkeep`; then it can be exported.',
  ],
  ACCOUNT_MISSING: [
    409,
    'An account that this is booked on is missing',
    'Add the account that `detail` names, or switch it on; a client account brings its currency’s.',
  ],
  PERIOD_LOCKED: [
    409,
    'The period of this date is locked',
    'Choose a later date, or let a super-user open the period.',
  ],
  ALREADY_REVERSED: [409, 'It has been reversed already', 'See `reversedById` of what you named.'],
  REVERSAL_FINAL: [
    409,
    'A reversal cannot be reversed',
    'Do once more what was reversed, if it should hold after all.',
  ],
  CONTROL_ACCOUNT: [
    409,
    'The account is kept by the sub-ledger',
    'Use the operation that moves what the account stands for, or reverse its financial event.',
  ],
  VOUCHER_OF_EVENT: [
    409,
    'The voucher books a financial event',
    'Reverse the event at `PUT /invoices/events/financial/{id}/reverse`, or undo what it resulted from.',
  ],
  CONTROL_ACCOUNT_IN_USE: [
    409,
    'The account is kept by financial events and has postings',
    'Take another account; one that has postings keeps the role of a control account, or lacks it.',
  ],
  FISCAL_YEAR_IN_USE: [
    409,
    'Vouchers would stand in another fiscal year than the one they are numbered in',
    'Keep the first day of the fiscal year; it can change while no voucher is affected.',
  ],
  UNALLOCATED_MISSING: [
    409,
    'There is no such money that is not placed',
    'Name money that came in, in the same currency, and was not taken back.',
  ],
  UNALLOCATED_TOO_SMALL: [
    409,
    'Less of the money is not placed than this takes',
    'Place at most what `detail` says is left of it.',
  ],
  MONEY_PLACED: [409, 'The money has been placed', 'Take back what it was placed on first.'],
  BOOKKEEPING_FILE_ACKNOWLEDGED: [
    409,
    'The other system has booked the file',
    'Reverse what is wrong in it: the reversals stand in the next file.',
  ],
  BOOKKEEPING_FILE_OUTDATED: [
    409,
    'Vouchers of the file are sent by another way',
    'Make it anew with `generate`, without them; where it has no others, they stand in the next file.',
  ],
  BOOKKEEPING_FILE_DELIVERED: [
    409,
    'These bytes have been delivered to the receiver already',
    'Send `again: true` where they are to be delivered once more.',
  ],
  BOOKKEEPING_RECEIVER_MISSING: [
    409,
    'Nobody has said where files of this book are delivered by its method',
    'Add it at `POST /bookkeeping-receivers`, or choose another `export.method`.',
  ],
  BOOKKEEPING_DELIVERY_STATUS: [
    409,
    'The delivery has not failed',
    'Only a delivery whose `status` is FAILED is tried again; else export the file again.',
  ],
  VOUCHER_ALREADY_EXPORTED: [
    409,
    'The voucher has been taken by a connector already',
    'Book it, or report its failure; a failed one can be sent again.',
  ],
  VOUCHER_NOT_EXPORTED: [
    409,
    'The voucher has not been taken by a connector',
    'Mark it as taken with `external/export` first.',
  ],
  VOUCHER_NOT_FAILED: [
    409,
    'The voucher has not failed outside',
    'Only a voucher whose `status` is EXTERNAL_FAILED is sent again.',
  ],
  VOUCHER_REQUEST_NOT_FAILED: [
    409,
    'The voucher has been made already',
    'See `voucherId` of the request.',
  ],
} as const satisfies RefusalTable
