import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { decisionStatuses } from '../domain/credit/decision-status.ts'
import { debtorTypes } from '../domain/debtors/debtor-type.ts'
import { ofRow, onChange, onCreated } from '../domain/event-rules.ts'
import { guarantorStatuses } from '../domain/invoices/guarantor.ts'
import {
  lifeOfInstalment,
  lifeOfLoan,
  loanDecisions,
  loanEventTypes,
  loanLedgerStatuses,
  loanLedgerTypes,
  loanStatuses,
} from '../domain/loans/loan.ts'
import type { LoanPause } from '../domain/loans/pause.ts'
import {
  amount,
  businessDate,
  countryCode,
  currency,
  email,
  idOf,
  list,
  name,
  oneOf,
  principalId,
  prose,
  text,
  wholeNumber,
} from './columns.ts'
import { loanTerms, percent } from './loan-profile.ts'
import { identified, tenantTable, versioned } from './table.ts'

const rightsOfLoan = ['ReadBusinessLoan', 'SearchBusinessLoans'] as const

/** Money that the tenant lends to a client, from the application for it until it is repaid. */
export const BusinessLoan = defineEntity({
  name: 'BusinessLoan',
  ...tenantTable('business_loan', {
    clientColumn: 'client_id',
    tenantsAlone: ['subStatusId', 'reasonCodes'],
    references: { clientId: 'client', loanProfileId: 'loan_profile' },
    pointsAt: { business_loan_number_unique: ['loanNumber'] },
    events: {
      BUSINESS_LOAN: {
        means: [
          ...lifeOfLoan.events('status'),
          onCreated('applied'),
          onChange('decisionStatus', 'moved'),
          onChange('outstandingPrincipal', 'changed'),
          onChange('nextRateFrom', 'rateAnnounced'),
          onChange('rate', 'rateChanged'),
          ...ofRow(),
        ],
        rights: rightsOfLoan,
        shows: ['loanNumber', 'status', 'outstandingPrincipal', 'currency'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('BL'),
    clientId: idOf('Client'),
    loanProfileId: idOf('LoanProfile'),
    loanNumber: text(40, 'L-2026-17'),
    purpose: prose(500),
    currency: currency(),
    ...loanTerms(),
    termMonths: wholeNumber({ least: 1, most: 360, example: 12 }),
    amountApplied: amount(),
    amountApproved: amount().nullable(),
    status: oneOf(20, loanStatuses),
    decisionStatus: oneOf(20, decisionStatuses),
    subStatusId: text(20).nullable(),
    decision: oneOf(20, loanDecisions).nullable(),
    reasonCodes: list(),
    conditions: prose(1000),
    decidedBy: principalId().nullable(),
    decidedAt: p.datetime(3).nullable(),
    signedDate: businessDate().nullable(),
    startDate: businessDate().nullable(),
    maturityDate: businessDate().nullable(),
    /** All that was ever paid out. */
    disbursed: amount(),
    outstandingPrincipal: amount(),
    accruedInterest: amount(),
    feesDue: amount(),
    /** What was ever asked for what was late. */
    lateFees: amount().nullable(),
    /** All its pauses, in the order of their days. */
    pauses: p.json<readonly LoanPause[]>().nullable(),
    /** Since when the principal bears interest as it stands, and what of that was added. */
    bearsFrom: businessDate().nullable(),
    borne: amount(),
    /** What its rate will be, as it was announced. */
    nextRate: percent('13').nullable(),
    nextRateFrom: businessDate().nullable(),
    /** Since when it is a loss in the tenant's book, and bears no interest. */
    writtenOffDate: businessDate().nullable(),
    archivedAt: p.datetime(3).nullable(),
    createdBy: principalId(),
    ...versioned,
  },
  uniques: [{ name: 'business_loan_number_unique', properties: ['tenantId', 'loanNumber'] }],
  indexes: [
    {
      name: 'business_loan_reference_index',
      expression: `create index business_loan_reference_index on business_loan (tenant_id, plain_reference(loan_number))`,
    },
    { name: 'business_loan_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'business_loan_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'business_loan_decision_index', properties: ['tenantId', 'decisionStatus', 'id'] },
    { name: 'business_loan_amount_index', properties: ['tenantId', 'amountApplied', 'id'] },
    { name: 'business_loan_maturity_index', properties: ['tenantId', 'maturityDate', 'id'] },
    { name: 'business_loan_created_index', properties: ['tenantId', 'createdAt', 'id'] },
    { name: 'business_loan_profile_index', properties: ['tenantId', 'loanProfileId', 'id'] },
  ],
})
export type BusinessLoan = InferEntity<typeof BusinessLoan>

const ofLoan = {
  clientColumn: 'client_id',
  owner: { entity: 'BusinessLoan', key: 'businessLoanId' },
  references: { clientId: 'client', businessLoanId: 'business_loan' },
} as const

/** Who is liable for a loan besides the client, up to an amount or for all of it. */
export const LoanGuarantor = defineEntity({
  name: 'LoanGuarantor',
  ...tenantTable('loan_guarantor', {
    ...ofLoan,
    events: { BUSINESS_LOAN: { means: ofRow('guarantor') } },
  }),
  properties: {
    ...identified('LG'),
    clientId: idOf('Client'),
    businessLoanId: idOf('BusinessLoan'),
    name: name(200, 'Astrid Berg'),
    type: oneOf(20, debtorTypes),
    countryCode: countryCode(),
    identificationNumber: text(40, '556677-8899'),
    normalNumber: text(40),
    email: email().nullable(),
    limitAmount: amount().nullable(),
    currency: currency(),
    status: oneOf(20, guarantorStatuses),
    ...versioned,
  },
  uniques: [
    {
      name: 'loan_guarantor_number_unique',
      properties: ['tenantId', 'businessLoanId', 'countryCode', 'normalNumber'],
    },
  ],
  indexes: [{ name: 'loan_guarantor_client_index', properties: ['tenantId', 'clientId', 'id'] }],
})
export type LoanGuarantor = InferEntity<typeof LoanGuarantor>

/** What happened to a loan, written once. */
export const BusinessLoanEvent = defineEntity({
  name: 'BusinessLoanEvent',
  ...tenantTable('business_loan_event', {
    clientColumn: 'client_id',
    references: { clientId: 'client', businessLoanId: 'business_loan' },
    immutable: [],
    silent: true,
  }),
  properties: {
    ...identified('LV'),
    clientId: idOf('Client'),
    businessLoanId: idOf('BusinessLoan'),
    type: oneOf(20, loanEventTypes),
    /** The day on which it counts. */
    date: businessDate(),
    amount: amount().nullable(),
    currency: currency(),
    text: prose(500),
    createdBy: principalId(),
    createdAt: p.datetime(3),
  },
  indexes: [
    { name: 'business_loan_event_loan_index', properties: ['tenantId', 'businessLoanId', 'id'] },
    { name: 'business_loan_event_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'business_loan_event_type_index', properties: ['tenantId', 'type', 'id'] },
    { name: 'business_loan_event_date_index', properties: ['tenantId', 'date', 'id'] },
  ],
})
export type BusinessLoanEvent = InferEntity<typeof BusinessLoanEvent>

/** What is planned on a loan and what came of it: its withdrawals, and its instalments. */
export const BusinessLoanLedgerEvent = defineEntity({
  name: 'BusinessLoanLedgerEvent',
  ...tenantTable('business_loan_ledger_event', {
    ...ofLoan,
    events: {
      BUSINESS_LOAN_INSTALMENT: {
        means: [...lifeOfInstalment.events('status'), onCreated('planned'), ...ofRow()],
        rights: ['ReadBusinessLoanLedgerEvent', 'ReadBusinessLoanLedgerEvents'],
        shows: ['businessLoanId', 'type', 'plannedDate', 'principal', 'interest', 'fee'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('LN'),
    clientId: idOf('Client'),
    businessLoanId: idOf('BusinessLoan'),
    type: oneOf(20, loanLedgerTypes),
    number: wholeNumber({ least: 1, example: 1 }),
    status: oneOf(20, loanLedgerStatuses),
    plannedDate: businessDate(),
    doneDate: businessDate().nullable(),
    /** When it was late: once, whatever is taken off it afterwards. */
    lateDate: businessDate().nullable(),
    /** After which day its late interest is counted: what came before stands in rows of its own. */
    lateFrom: businessDate().nullable(),
    principal: amount(),
    interest: amount(),
    fee: amount(),
    paidPrincipal: amount(),
    paidInterest: amount(),
    paidFee: amount(),
    currency: currency(),
    ...versioned,
  },
  indexes: [
    {
      name: 'business_loan_ledger_event_loan_index',
      properties: ['tenantId', 'businessLoanId', 'id'],
    },
    { name: 'business_loan_ledger_event_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'business_loan_ledger_event_type_index', properties: ['tenantId', 'type', 'id'] },
    { name: 'business_loan_ledger_event_status_index', properties: ['tenantId', 'status', 'id'] },
    {
      name: 'business_loan_ledger_event_date_index',
      properties: ['tenantId', 'plannedDate', 'id'],
    },
  ],
})
export type BusinessLoanLedgerEvent = InferEntity<typeof BusinessLoanLedgerEvent>
