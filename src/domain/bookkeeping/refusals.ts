import type { RefusalTable } from '../refusal.ts'

/** How the books refuse. */
export const refusalsOfBookkeeping = {
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
