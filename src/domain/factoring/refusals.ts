import type { RefusalTable } from '../refusal.ts'

export const refusalsOfFactoring = {
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
    'The debtor is blocked for this',
    'See `GET /debtor-blocked/{identificationNumber}`; unblock the debtor first. One that is bankrupt stays blocked.',
  ],
  KYC_DENIED: [
    409,
    'The client was not approved, so that none of its claims are financed',
    'Approve the client at `PUT /clients/{id}/settings/compliance` first, or deny the request.',
  ],
  MONITORING_OPEN: [
    409,
    'A finding of the monitoring is open',
    'Settle the errands of type AML about client, debtor and invoice first, or deny the request.',
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
} as const satisfies RefusalTable
