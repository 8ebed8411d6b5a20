import type { RefusalTable } from '../refusal.ts'

export const refusalsOfInvoices = {
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
  INVOICE_NOT_VALID: [
    409,
    'The invoice, its client or its debtor lacks what a claim must have',
    'Put right what `errors` lists, each with a code of its own, and activate it again.',
  ],
  INVOICE_NOT_RESETTABLE: [
    409,
    'The invoice is not on its way to be activated',
    'Only what waits for its activation, or is in it and not yet booked, can be reset.',
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
    'Read the invoice: `activation` shows which step it is in.',
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
  EVENT_NOT_REVERSIBLE: [
    409,
    'The financial event cannot be taken back by itself',
    'Take back what came after it first, or use the operation that `detail` names.',
  ],
  DUE_DATE_NOT_LATER: [
    409,
    'The claim would not be due later',
    'Extend it to a day to come that is after its due date, and on which banks are open.',
  ],
  LEDGER_EVENT_NOT_PLANNED: [
    409,
    'The ledger event is not planned any more',
    'Only what has neither been done nor skipped can be moved.',
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
  GUARANTEE_NOT_CHANGEABLE: [
    409,
    'Nothing is owed on the invoice any more, so its guarantors stay as they were',
    'Reopen the invoice first, if it was closed by mistake.',
  ],
  GUARANTORS_FULL: [
    409,
    'There are as many guarantors of the invoice as it can have',
    'Change one of those that were released.',
  ],
} as const satisfies RefusalTable
