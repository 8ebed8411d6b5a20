import type { RefusalTable } from '../refusal.ts'

export const refusalsOfLoans = {
  LOAN_DECIDED: [
    409,
    'It is decided about the loan already',
    'Register a new application for other terms.',
  ],
  LOAN_DECISION_NOT_READY: [
    409,
    'The application is not ready to be decided about',
    'Move its credit decision to READY_FOR_DECISION or WAITING first.',
  ],
  LOAN_NOT_TO_SIGN: [
    409,
    'The loan waits for no signature',
    'Only what is approved, and not signed yet, is signed.',
  ],
  LOAN_NOT_SIGNED: [
    409,
    'The agreement of the loan is not signed',
    'Enter `signedDate` once it is: its profile asks for that.',
  ],
  LOAN_GUARANTOR_MISSING: [
    409,
    'Nobody guarantees for the loan',
    'Add a guarantor: its profile asks for one.',
  ],
  LOAN_NOT_DRAWABLE: [
    409,
    'Nothing can be withdrawn from the loan',
    'Only loans that are approved, signed or running pay out.',
  ],
  LOAN_LIMIT_EXCEEDED: [409, 'So much cannot be withdrawn', 'Withdraw at most what `detail` says.'],
  LOAN_OVERDUE: [
    409,
    'An instalment of the loan is overdue',
    'Pay what is due first; nothing is withdrawn meanwhile.',
  ],
  LOAN_NOT_RUNNING: [
    409,
    'Nothing is owed on the loan',
    'Only loans that were paid out, and are not repaid, take payments and fees.',
  ],
  LOAN_NOT_TO_PAUSE: [
    409,
    'The loan cannot be paused',
    'Only loans paid in instalments are, while they run, are not in default and have no pause yet.',
  ],
  LOAN_WITHOUT_PAUSE: [
    409,
    'The loan has no pause that could be ended',
    'Only a pause that runs, or is still to come, ends before its day.',
  ],
  LOAN_REPAID_TOO_MUCH: [
    409,
    'More would be repaid than is owed',
    'Repay at most what `detail` says.',
  ],
  LOAN_BASE_RATE_UNKNOWN: [
    409,
    'Nobody knows yet what its rate follows',
    'Wait until the rate is published, see `GET /base-interest-rates`.',
  ],
  LOAN_NOT_CLOSED: [
    409,
    'The loan is not closed',
    'Only what is repaid or written off goes into the archive.',
  ],
  LOAN_NOT_ARCHIVED: [409, 'The loan is not in the archive', 'Nothing has to be done.'],
  LOAN_PROFILE_NOT_OFFERED: [
    409,
    'The loan profile is not offered any more',
    'Choose an active one, see `POST /loan-profiles/search`.',
  ],
} as const satisfies RefusalTable
