import { isOneOf, issued, issuedStatuses, type Condition } from './reach.ts'

export const issuedInvoice: Condition = () => issued

/** A debtor sees what belongs to an invoice if it sees the invoice. */
export const ofIssuedInvoice: Condition = ({ claims }) => `invoice_id in (${claims})`

/** Financial events of the claim, but not those between client and tenant. */
const onTheClaim = [
  'INVOICE_BOOKED',
  'CREDIT_BOOKED',
  'CREDIT_LINK',
  'CREDIT_UNLINK',
  'PAYMENT',
  'PAYMENT_REVERT',
  'DIRECT_PAYMENT',
  'OVERPAYMENT',
  'REFUND',
  'ROUNDING',
  'REVERSAL',
]
export const moneyOnTheClaim: Condition = ({ claims }) =>
  `${isOneOf('type', onTheClaim)} and (type <> 'REVERSAL' or amount <> 0) and claim_id in (${claims})`

export const ledgerEventsOfClaim: Condition = (named) =>
  `type <> 'FINANCED' and type <> 'RECOURSED' and ${ofIssuedInvoice(named)}`

/** Files of issued invoices and those of no invoice, but none that was called off. */
export const filesOfDebtor: Condition = (named) =>
  `${isOneOf('status', ['STORED', 'FROZEN'])} and (invoice_id is null or ${ofIssuedInvoice(named)})` +
  ` and coalesce(distribution_status <> 'CANCELLED', true)`

/** Events about rows that a debtor sees; the subject of an event names the row. */
export const eventsOfDebtor: Condition = ({ claims }) =>
  `case when ${isOneOf('type', ['DEBTOR', 'REALTIME'])} then true` +
  ` when ${isOneOf('type', ['INVOICE', 'INVOICE_BALANCE'])} then id_of(subject_id) in (${claims})` +
  ` else false end`

/** Journal rows in which such events stand; which of them a debtor sees, the events say. */
export const journalOfDebtor: Condition = ({ claims }) =>
  `case when ${isOneOf('owner_type', ['Debtor', 'RealtimeMessage'])} then true` +
  ` when owner_type = 'Invoice' then id_of(owner_id) in (${claims}) else false end`

/** Events from the issue of an invoice on; rows of an invoice have no status of their own. */
export const issuedToDebtor = ({ mainStatus }: Readonly<Record<string, unknown>>): boolean =>
  issuedStatuses.some((status) => status === mainStatus)

const nothing = () => null

/** The fields of an invoice that concern only its client, the tenant and a financier. */
export const invoiceToDebtor = {
  financingStatus: () => 'NONE',
  mainStatus: (status: unknown) => (status === 'DENIED_FINANCING' ? 'ACTIVATED' : status),
  productCode: nothing,
  serviceProviderCode: nothing,
  pausedFrom: nothing,
  soldDate: nothing,
  recourseDate: nothing,
  reasonCodes: () => [],
}

/** That it was sent is the debtor's to know; that it was not is work of others. */
export const documentToDebtor = {
  distributionStatus: (status: unknown) => (status === 'SENT' ? status : null),
}

export const articleToDebtor = {
  accountNumber: nothing,
  costCentre: nothing,
  project: nothing,
  labels: () => [],
}

export const debtorToDebtor = {
  systemDebtorId: nothing,
  subtypeId: nothing,
  reminderProfileId: nothing,
  movedToId: nothing,
}

export const ledgerEventToDebtor = { comment: () => '' }

/** Comments that people wrote about their reasons are hidden from debtors. */
export const moneyToDebtor = { reasonCode: nothing, text: () => '' }

export const notesForClient: Condition = () => isOneOf('visibility', ['CLIENT', 'DEBTOR'])

/** Notes for debtors, on rows that they see. */
export const notesForDebtor: Condition = ({ claims }) =>
  `visibility = 'DEBTOR' and (target_type <> 'INVOICE' or target_id in (${claims}))`
