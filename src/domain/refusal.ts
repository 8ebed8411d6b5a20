/** Every code with which the platform refuses, its status, and what the caller can do about it. */
export const refusals = {
  VALIDATION_FAILED: [
    400,
    'The request is not valid',
    'Correct the fields that `errors` points at.',
  ],
  MALFORMED_BODY: [400, 'The body is not readable JSON', 'Send one JSON document in UTF-8.'],
  CURSOR_INVALID: [
    400,
    'The cursor does not belong to this list',
    'Use `nextCursor` with the same filters and sort it came from, or begin again without it.',
  ],
  UNAUTHENTICATED: [401, 'A valid token is required', 'Send `Authorization: Bearer <token>`.'],
  LOGIN_FAILED: [401, 'The login failed', 'Check e-mail, password and code, then try again.'],
  ACCESS_DENIED: [
    403,
    'The right to do this is missing',
    'Ask an administrator for a role that holds one of `requiredRights`.',
  ],
  GRANT_EXCEEDS_HOLDER: [
    403,
    'Nobody can give what they do not hold',
    'Let someone who holds all of `missingRights` do it.',
  ],
  NOT_FOUND: [404, 'There is no such thing here', 'Check the address and the id.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not know that method', 'See the `Allow` header.'],
  ALREADY_EXISTS: [
    409,
    'Another one already holds this value',
    'Choose another value for what `errors` points at, or change the existing one.',
  ],
  IN_USE: [409, 'It is still in use', 'Remove what refers to it first, or set it inactive.'],
  VERSION_CONFLICT: [
    409,
    'Someone else changed it in the meantime',
    'Read it again and repeat the change with the new `version`.',
  ],
  IDEMPOTENCY_IN_PROGRESS: [
    409,
    'The first request with this Idempotency-Key is still running',
    'Repeat the request after `Retry-After` seconds.',
  ],
  SECRET_ALREADY_SHOWN: [
    409,
    'The answer held a secret, which is shown once only',
    'The first request succeeded; make a new secret if the first was lost.',
  ],
  SHIPPED_ROLE: [
    409,
    'A shipped role cannot be changed',
    'Make a role of your own and change that.',
  ],
  LAST_ADMINISTRATOR: [
    409,
    'The last active administrator cannot be removed',
    'Make another user super-user first.',
  ],
  USER_NOT_INVITED: [
    409,
    'The invitation is no longer open',
    'Ask an administrator to invite the user again.',
  ],
  USER_NOT_ACTIVE: [409, 'The user is not active', 'Activate the user first.'],
  NOT_STAFF: [
    409,
    'Only staff and technical users can be super-user',
    "Choose a user of the tenant's own.",
  ],
  RESET_NOT_OPEN: [
    409,
    'The link for a new password is no longer valid',
    'Ask for a new link at `POST /password/forgot`.',
  ],
  MFA_NOT_ENROLLED: [409, 'The user has no second factor', 'Enrol one first.'],
  MFA_ALREADY_ENROLLED: [409, 'A second factor is enrolled already', 'Reset it first.'],
  WRONG_PASSWORD: [409, 'The current password is not right', 'Send the password in use now.'],
  WRONG_CODE: [409, 'The code is not right', 'Send the code that the device shows now.'],
  SERVICE_ACCOUNT_INACTIVE: [409, 'The service account is switched off', 'Switch it on first.'],
  CLIENT_ALREADY_EXISTS: [
    409,
    'There is a client with this identification number already',
    'Go on with the client that `existingId` names.',
  ],
  CLIENT_STATUS_NOT_ALLOWED: [
    409,
    'The client cannot move to this status from where it is',
    'See `detail` for where it can move to.',
  ],
  CLIENT_IN_BUSINESS: [
    409,
    'The client still has open invoices or money on an account',
    'Close its invoices and empty its accounts first.',
  ],
  ONBOARDING_NOT_FAILED: [
    409,
    'The onboarding has not failed',
    'Wait for it; the view of the client tells its steps.',
  ],
  PRODUCT_NOT_AVAILABLE: [
    409,
    'The client does not have this product',
    'See `GET /client-products?clientId=` for those it has.',
  ],
  PRODUCT_NOT_ENABLED: [
    409,
    'The product is not enabled for the client',
    'Enable it at `PUT /client-products/{id}/toggle` first.',
  ],
  PRODUCT_IS_DEFAULT: [
    409,
    'The product is the one used by default',
    'Make another product the default first.',
  ],
  PRODUCT_NOT_FOR_INVOICES: [
    409,
    'No invoice can be activated under this product',
    'Choose a product of the family INVOICING or FINANCING.',
  ],
  PRODUCT_IN_USE: [
    409,
    'Financed invoices are still open under this product',
    'Wait until they are paid, or send `runOff` to let them run off.',
  ],
  ERP_NOT_FITTING: [
    409,
    'The business system cannot be used for this',
    'Choose one whose `uses` fit, and that is active.',
  ],
  ERP_NOT_CONNECTED: [
    409,
    'The client is not connected to its business systems',
    'Connect it at `PUT /clients/{id}/erp-connect` first.',
  ],
  SYNC_NOT_ALLOWED: [
    409,
    'The sync does not allow this in its present status',
    'See `detail` for the status it is in.',
  ],
  ERRAND_NOT_OPEN: [
    409,
    'The errand is no longer open for this',
    'Read the errand: it is resolved or closed already.',
  ],
  ERRAND_CAUSE_REMAINS: [
    409,
    'The cause of the errand is still there, or nothing can tell that it is gone',
    'Remove the cause, or close it all the same with `force-close` and a reason.',
  ],
  ERRAND_WITHOUT_ACTION: [
    409,
    'Nothing is suggested for this errand, or not for what it is about',
    'Name an `action` that fits the errand, or resolve it with a comment.',
  ],
  TASK_RUNNING: [
    409,
    'A task of this name is at work already',
    'Wait for the task that `detail` names, or close it with `cancel`.',
  ],
  INVOICE_NOT_CREATED: [
    409,
    'The invoice is not CREATED any more',
    'Read the invoice: its activation was accepted already, or it was stopped.',
  ],
  INVOICE_WITHOUT_ROWS: [
    409,
    'The invoice has no rows',
    'Give it at least one row at `PUT /invoices/{id}` first.',
  ],
  INVOICE_NOT_RESETTABLE: [
    409,
    'The invoice is not on its way to be activated',
    'Only what waits for its activation, or is in it and not yet booked, can be reset.',
  ],
  SAME_APPROVER: [
    409,
    'Nobody releases what they asked for themselves',
    'Let somebody else who holds the right do it.',
  ],
  PRODUCT_DIFFERS: [
    409,
    'Another product was asked for than is released',
    'Release the product that was asked for, or reset the invoice and activate it anew.',
  ],
  CREDIT_NOTE_NOT_FINANCED: [
    409,
    'A credit note is not financed',
    'Activate it with the product INVOICE_SERVICE.',
  ],
  ACTIVATION_NOT_FAILED: [
    409,
    'No step of the activation has failed',
    'Read the invoice: `activation` tells which step it is in.',
  ],
  INVOICE_NOT_ACTIVATED: [
    409,
    'The invoice is not ACTIVATED',
    'Only a claim that is in business can be moved so; read its `statuses`.',
  ],
  INVOICE_NOT_PAUSED: [
    409,
    'The invoice is neither paused nor stopped',
    'Only what was paused or stopped can be resumed.',
  ],
  INVOICE_NOT_CLOSED: [
    409,
    'The invoice is not CLOSED',
    'Only a claim on which nothing is owed any more can be archived.',
  ],
  INVOICE_NOT_ARCHIVED: [
    409,
    'The invoice is not in the archive',
    'Read the invoice: it was taken out already, or never put there.',
  ],
  INVOICES_NOT_LINKABLE: [
    409,
    'A credit note is linked to activated debits of the same client and debtor',
    'Leave out what `errors` points at.',
  ],
  CREDIT_EXCEEDED: [
    409,
    'There is less left than is to be linked',
    'Link at most what the credit note has left, and what the debit still owes.',
  ],
  EVENT_REVERSED: [
    409,
    'The financial event is reversed already',
    'Read it: `reversedById` names its reversal.',
  ],
  EVENT_NOT_REVERSIBLE: [
    409,
    'The financial event cannot be taken back by itself',
    'Take back what came after it first, or use the operation that `detail` names.',
  ],
  LEDGER_EVENT_NOT_PLANNED: [
    409,
    'The ledger event is not planned any more',
    'Only what has neither been done nor skipped can be moved.',
  ],
  INVOICE_NOT_SERVICE: [
    409,
    'The invoice is not under the product INVOICE_SERVICE',
    'Only a service invoice can be submitted for financing; read its `productCode`.',
  ],
  INVOICE_NOT_FINANCEABLE: [
    409,
    'There is no claim to finance',
    'Only an open invoice is financed: no credit note, and none that is paid or credited.',
  ],
  DEBTOR_BLOCKED: [
    409,
    'The debtor is blocked for factoring',
    'See `GET /debtor-blocked/{identificationNumber}`; unblock the debtor first.',
  ],
  DECISION_OPEN: [
    409,
    'A decision about the invoice is open already',
    'Follow it at `GET /factoring-decisions/invoice/{id}`.',
  ],
  DECISION_DECIDED: [
    409,
    'The decision is made',
    'Read it at `GET /factoring-decisions/invoice/{id}`; request another where that is allowed.',
  ],
  DECISION_MOVE_NOT_ALLOWED: [
    409,
    'The decision cannot be moved there from where it stands',
    'See `detail` for where it can be moved to.',
  ],
  DECISION_NOT_EXTERNAL: [
    409,
    'The decision is not left to an external financier',
    'Move it to REFINANCE first.',
  ],
  CLIENT_MAY_NOT_DECIDE: [
    403,
    'Nobody decides about the financing of their own invoices',
    "Let somebody of the tenant's decide; a client's token may only ask.",
  ],
  LIMIT_EXCEEDED: [
    409,
    'The limit does not cover the claim',
    'See `detail` for what is available; raise the limit or deny the request.',
  ],
  AMOUNT_DIFFERS: [
    409,
    'The decision is about another amount',
    'A claim is financed as a whole: send the amount that `detail` names, or none.',
  ],
  INVOICE_NOT_FINANCED: [
    409,
    'The invoice is not financed',
    'Only the funding of a financed invoice can be moved or ended.',
  ],
  NO_RECOURSE: [
    409,
    'The invoice was bought without recourse',
    'Its terms stand in the decision about it.',
  ],
  RECOURSE_NOT_DUE: [
    409,
    'Recourse is not due yet',
    'Wait for the date in `detail`, or name the breach in `reasonCode`.',
  ],
  REFINANCING_MOVE_NOT_ALLOWED: [
    409,
    'The refinancing cannot go there from where it stands',
    'See `detail` for where it can go.',
  ],
  REFINANCING_ACTIVE: [
    409,
    'The terms of an active refinancing stay',
    'Repay it first, or change only until when it is valid.',
  ],
  REFINANCING_EXCEEDS_CLAIM: [
    409,
    'More would be refinanced than is open',
    'Send at most the amount that `detail` names.',
  ],
  INVOICE_ALREADY_EXISTS: [
    409,
    'The client already has an invoice of this number and type',
    'Read the one that `existingId` names, or choose another number.',
  ],
  INVOICE_NOT_CHANGEABLE: [
    409,
    'What was sent can no longer change on this invoice',
    'Once it is booked only its references and service provider change: send a credit note.',
  ],
  ARTICLE_NOT_CHANGEABLE: [
    409,
    'What was sent can no longer change on this row',
    'Once its invoice is booked only account, cost centre, project and labels of a row change.',
  ],
  ACCOUNT_MISSING: [
    409,
    'An account that this is booked on is missing',
    'Add the account that `detail` names to the chart, or switch it on, then try again.',
  ],
  PERIOD_LOCKED: [
    409,
    'The period of this date is locked',
    'Choose a later date, or let a super-user open the period.',
  ],
  BALANCE_TOO_SMALL: [
    409,
    'There is less on the account than is asked for',
    'Ask for at most what `detail` says is available.',
  ],
  ACCOUNT_NOT_PAID_OUT: [
    409,
    'Only a main account is paid out',
    'Transfer the money to the MAIN account of its currency first.',
  ],
  PAYOUT_TOO_SMALL: [
    409,
    'The account is not paid out in amounts this small',
    'Ask for at least what `detail` names, or lower `minPayout` of the account.',
  ],
  CURRENCIES_DIFFER: [
    409,
    'The two accounts are not in the same currency',
    'Choose two accounts of one currency.',
  ],
  TRANSACTION_NOT_TRANSFERABLE: [
    409,
    'The transaction has nothing left that could be moved on',
    'Only what a transaction brought is moved on, once, while it is not reversed.',
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
  LOCKED_PERIOD_BACKWARDS: [
    409,
    'A locked period is opened by a super-user only',
    'Choose a later day than `lockedUntil`, or let a super-user move it back.',
  ],
  DOCUMENT_RETAINED: [
    409,
    'The law wants the document kept',
    'See `retentionUntil`: it can be deleted after that day.',
  ],
  DOCUMENT_WITHOUT_FILE: [
    409,
    'The document has no file',
    'Ask for another document, or report the `requestId`: its bytes are lost.',
  ],
  DOCUMENT_BELONGS_ELSEWHERE: [
    409,
    'The document belongs to something else',
    'Only what is kept with the client of the invoice can be linked to the invoice.',
  ],
  WEBHOOK_LOG_NOT_FAILED: [
    409,
    'Only a delivery that has failed can be retried',
    'Wait until its attempts are over; a delivery that succeeded needs no retry.',
  ],
  WEBHOOK_RETRY_COOL_OFF: [
    409,
    'A delivery is not retried by hand within 30 minutes of its first attempt',
    'Repeat the request after `retryAllowedAt`.',
  ],
  WEBHOOK_RETRY_LOCKED: [
    409,
    'A delivery is retried by hand at most every 5 minutes',
    'Repeat the request after `retryAllowedAt`.',
  ],
  PRECONDITION_FAILED: [412, 'The version in If-Match is not the present one', 'Read it again.'],
  BODY_TOO_LARGE: [413, 'The body is too large', 'Send at most the number of bytes in `detail`.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The content type is not accepted', 'Send `application/json`.'],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    'The Idempotency-Key belongs to another request',
    'Use a new key for a new request.',
  ],
  TOO_MANY_REQUESTS: [429, 'Too many requests', 'Repeat the request after `Retry-After` seconds.'],
  HEADERS_TOO_LARGE: [431, 'The request line or headers are too large', 'Send less.'],
  INTERNAL: [500, 'Something went wrong on our side', 'Report the `requestId`.'],
  OVERLOADED: [503, 'The platform is busy', 'Repeat the request after `Retry-After` seconds.'],
  UNAVAILABLE: [
    503,
    'A part of the platform cannot be reached',
    'Repeat the request after `Retry-After` seconds.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, remedy: string]>

export type RefusalCode = keyof typeof refusals

/** One fault of the input: where it is, which rule it breaks, and how. */
export interface Fault {
  pointer: string
  code: string
  message: string
}

export interface RefusalFacts {
  detail?: string
  errors?: readonly Fault[]
  requiredRights?: readonly string[]
  missingRights?: readonly string[]
  requiresSuperUser?: boolean
  allow?: readonly string[]
  /** When time alone will lift the refusal. */
  retryAllowedAt?: Date
  retryAfterSeconds?: number
  /** What is there already, under the same natural key. */
  existingId?: string
}

/** A rule said no. It ends the verb; the kernel turns it into the answer and rolls the work back. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalFacts

  constructor(code: RefusalCode, facts: RefusalFacts = {}) {
    super(facts.detail ?? refusals[code][1])
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
  }

  get status(): number {
    return refusals[this.code][0]
  }
}

export function refuse(code: RefusalCode, facts: RefusalFacts = {}): never {
  throw new Refusal(code, facts)
}

/** The answer for what is absent, foreign or out of scope: always the same. */
export function notFound(pointer?: string): never {
  return refuse(
    'NOT_FOUND',
    pointer === undefined
      ? {}
      : { errors: [{ pointer, code: 'NOT_FOUND', message: 'There is nothing with this id' }] },
  )
}

/** A fault of the input that no schema can tell. */
export function invalid(pointer: string, code: string, message: string): never {
  return refuse('VALIDATION_FAILED', { errors: [{ pointer, code, message }] })
}
