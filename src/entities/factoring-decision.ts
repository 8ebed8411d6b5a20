import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onBecoming, onChange, onCreated } from '../domain/event-rules.ts'
import { decisionStatuses } from '../domain/credit/decision-status.ts'
import { deciders, financeDecisions } from '../domain/factoring/decision.ts'
import { amount, countryCode, currency, idOf, list, prose, principalId } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** One question whether an invoice is financed, and how it was answered. */
export const FactoringDecision = defineEntity({
  name: 'FactoringDecision',
  ...tenantTable('factoring_decision', {
    clientColumn: 'client_id',
    owner: { entity: 'Invoice', key: 'invoiceId' },
    references: { invoiceId: 'invoice', clientId: 'client', debtorId: 'debtor' },
    onMove: { stays: 'It was decided for this client and debtor', keepsDebtor: true },
    events: {
      FACTORING_STATUS: {
        means: [
          ...onBecoming('financeDecision', {
            APPROVED: 'approved',
            DENIED: 'denied',
            DENIED_SERVICE: 'deniedService',
            REFINANCE: 'refinance',
          }),
          onCreated('requested'),
          onChange('status', 'moved'),
          ...ofRow(),
        ],
        rights: ['GetInvoiceCreditDecisionStatus', 'SearchInvoiceCreditDecisionStatus'],
        shows: ['invoiceId', 'status', 'financeDecision', 'decidedBy'],
      },
    },
  }),
  properties: {
    ...identified('FD'),
    invoiceId: idOf('Invoice'),
    clientId: idOf('Client'),
    debtorId: idOf('Debtor'),
    systemDebtorId: idOf('SystemDebtor').nullable(),
    /** The debtor's country at the decision; a later address changes nothing that is bought. */
    countryCode: countryCode().nullable(),
    status: p.enum(decisionStatuses),
    subStatusId: p.string().nullable(),
    financeDecision: p.enum(financeDecisions).nullable(),
    decidedBy: p.enum(deciders).nullable(),
    decidedById: principalId().nullable(),
    amount: amount(),
    currency: currency(),
    /** Held at the limits while somebody outside decides. */
    reserved: amount(),
    serviceProviderCode: p.string().length(40).nullable(),
    reasonCodes: list(),
    comment: prose(1000),
    /** Each criterion the engine asked: its value, its bound and its outcome. */
    criteria: p.json<Record<string, unknown>[]>(),
    termsSnapshot: p.json<Record<string, unknown>>().nullable(),
    limitSnapshot: p.json<Record<string, unknown>>().nullable(),
    externalReference: p.string().length(200).nullable(),
    history: p.json<Record<string, unknown>[]>(),
    requestedBy: principalId(),
    requestedAt: p.datetime(3),
    decidedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'factoring_decision_invoice_index', properties: ['tenantId', 'invoiceId', 'id'] },
    {
      name: 'factoring_decision_client_index',
      properties: ['tenantId', 'clientId', 'requestedAt', 'id'],
    },
    {
      name: 'factoring_decision_debtor_index',
      properties: ['tenantId', 'debtorId', 'requestedAt', 'id'],
    },
    {
      name: 'factoring_decision_status_index',
      properties: ['tenantId', 'status', 'requestedAt', 'id'],
    },
    {
      name: 'factoring_decision_verdict_index',
      properties: ['tenantId', 'financeDecision', 'requestedAt', 'id'],
    },
    {
      name: 'factoring_decision_open_index',
      expression: `create index factoring_decision_open_index on factoring_decision (tenant_id, updated_at) where status <> 'DECIDED'`,
    },
    { name: 'factoring_decision_requested_index', properties: ['tenantId', 'requestedAt', 'id'] },
  ],
})
export type FactoringDecision = InferEntity<typeof FactoringDecision>

/** Funding of a financed invoice that has been moved to somebody else. */
export const InvoiceRefinancing = defineEntity({
  name: 'InvoiceRefinancing',
  ...tenantTable('invoice_refinancing', {
    clientColumn: 'client_id',
    references: { invoiceId: 'invoice', clientId: 'client' },
    onMove: { stays: 'It was decided for this client and debtor' },
    events: {
      FACTORING_STATUS: {
        means: [...onBecoming('status', { RECOURSED: 'recourse' }), ...ofRow('refinancing')],
      },
    },
  }),
  properties: {
    ...identified('IR'),
    invoiceId: idOf('Invoice'),
    clientId: idOf('Client'),
    fromProviderCode: p.string().length(40).nullable(),
    toProviderCode: p.string().length(40).nullable(),
    amount: amount(),
    fee: amount(),
    currency: currency(),
    validTo: p.date().nullable(),
    status: p.enum(['PROPOSED', 'ACTIVE', 'REPAID', 'RECOURSED']),
    ...versioned,
  },
  uniques: [{ name: 'invoice_refinancing_unique', properties: ['tenantId', 'invoiceId'] }],
  indexes: [
    { name: 'invoice_refinancing_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'invoice_refinancing_status_index', properties: ['tenantId', 'status', 'id'] },
  ],
})
export type InvoiceRefinancing = InferEntity<typeof InvoiceRefinancing>
