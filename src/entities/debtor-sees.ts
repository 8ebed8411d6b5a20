import { isOneOf, issued, issuedStatuses, type Condition } from './reach.ts'

export const issuedInvoice: Condition = () => issued

/** What belongs to an invoice is seen where that is. */
export const ofIssuedInvoice: Condition = ({ claims }) => `invoice_id in (${claims})`

/** Money that moved on the claim, and none between its client and the tenant. */
const onTheClaim = [
  'INVOICE_BOOKED',
  'CREDIT_BOOKED',
  'CREDIT_LINK',
  'CREDIT_UNLINK',
  'PAYMENT',
  'PAYMENT_REVERT',
  'OVERPAYMENT',
  'REVERSAL',
]
export const moneyOnTheClaim: Condition = ({ claims }) =>
  `${isOneOf('type', onTheClaim)} and (type <> 'REVERSAL' or amount <> 0) and claim_id in (${claims})`

export const stepsOfTheClaim: Condition = (named) =>
  `type <> 'FINANCED' and type <> 'RECOURSED' and ${ofIssuedInvoice(named)}`

/** Files of what was issued, and those that are about nothing but the debtor. */
export const filesOfDebtor: Condition = (named) =>
  `${isOneOf('status', ['STORED', 'FROZEN'])} and (invoice_id is null or ${ofIssuedInvoice(named)})`

/** Events about rows that a debtor sees; the subject of an event names the row. */
export const eventsOfDebtor: Condition = ({ claims }) =>
  `case when ${isOneOf('type', ['DEBTOR', 'REALTIME'])} then true` +
  ` when ${isOneOf('type', ['INVOICE', 'INVOICE_BALANCE'])} then subject_id in (${claims})` +
  ` else false end`

/** Journal rows in which such events stand; which of them a debtor sees, the events say. */
export const journalOfDebtor: Condition = ({ claims }) =>
  `case when ${isOneOf('owner_type', ['Debtor', 'RealtimeMessage'])} then true` +
  ` when owner_type = 'Invoice' then owner_id in (${claims}) else false end`

/** Nothing of what happens before it is issued; rows of an invoice say no status. */
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
}

export const stepToDebtor = { comment: () => '' }

/** Why somebody did it, in their own words, is not the debtor's to read. */
export const moneyToDebtor = { reasonCode: nothing, text: () => '' }

export const notesForClient: Condition = () => isOneOf('visibility', ['CLIENT', 'DEBTOR'])

/** Notes for debtors, on rows that they see. */
export const notesForDebtor: Condition = ({ claims }) =>
  `visibility = 'DEBTOR' and (target_type <> 'INVOICE' or target_id in (${claims}))`
