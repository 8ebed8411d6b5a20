import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { claimTypes } from '../domain/bookkeeping/ledger.ts'
import { ofRow } from '../domain/event-rules.ts'
import {
  lifeOfPaymentRequest,
  paymentRequestStatuses,
  requestDirections,
} from '../domain/payments/payment-request.ts'
import {
  amount,
  anyId,
  currency,
  idOf,
  principalId,
  prose,
  shaped,
  text,
  wholeNumber,
} from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Money that a payer is asked for, or that is sent, over a rail. */
export const PaymentRequest = defineEntity({
  name: 'PaymentRequest',
  ...tenantTable('payment_request', {
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    secrets: ['payerAlias'],
    sender: ['payerAlias'],
    references: {
      clientId: 'client',
      debtorId: 'debtor',
      methodId: 'payment_method',
      configurationId: 'payment_method_configuration',
      payoutId: 'payout',
      transactionId: 'payment_transaction',
    },
    onMove: {
      stays: 'What was asked for is of the claim for which it was asked',
      keepsDebtor: true,
    },
    events: {
      PAYMENT_REQUEST: {
        means: [...lifeOfPaymentRequest.events('status'), ...ofRow()],
        rights: ['ReadPaymentRequest', 'ReadPaymentRequests'],
        shows: ['direction', 'status', 'claimId', 'payoutId', 'amount', 'currency'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('PQ'),
    clientId: idOf('Client'),
    debtorId: idOf('Debtor').nullable(),
    direction: p.enum(requestDirections),
    methodId: idOf('PaymentMethod'),
    /** By which it was let through; who carries it. */
    configurationId: idOf('PaymentMethodConfiguration'),
    claimType: p.enum(claimTypes).nullable(),
    claimId: anyId('I').nullable(),
    payoutId: idOf('Payout').nullable(),
    amount: amount(),
    currency: currency(),
    /** By what the rail knows who pays, or is paid: a telephone number, an address. */
    payerAlias: shaped(60, {
      pattern: /^[0-9A-Za-z+@._-][0-9A-Za-z+@._ -]{0,59}$/,
      says: 'Letters, digits, spaces and + @ . _ -, at most 60',
      example: '46701234567',
    }).nullable(),
    status: p.enum(paymentRequestStatuses),
    /** What the rail calls it. */
    externalId: text(200, 'SIM-PQ01').nullable(),
    /** Where the payer goes on, if the rail has a page for that. */
    redirectUrl: p.string().length(2000).nullable(),
    /** Why it has not come to money. */
    reason: prose(1000).nullable(),
    expiresAt: p.datetime(3),
    /** How often it was given to the rail. */
    attempts: wholeNumber({ example: 1 }),
    /** What came in by it first. */
    transactionId: idOf('PaymentTransaction').nullable(),
    sentAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    createdBy: principalId(),
    ...versioned,
  },
  checks: [
    {
      name: 'payment_request_is_about_one',
      expression: `amount > 0 and case direction
        when 'PULL' then claim_id is not null else payout_id is not null end`,
    },
  ],
  indexes: [
    { name: 'payment_request_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'payment_request_debtor_index', properties: ['tenantId', 'debtorId', 'id'] },
    { name: 'payment_request_method_index', properties: ['tenantId', 'methodId', 'id'] },
    {
      name: 'payment_request_configuration_index',
      properties: ['tenantId', 'configurationId', 'id'],
    },
    {
      name: 'payment_request_claim_index',
      properties: ['tenantId', 'claimId', 'id'],
      where: { claimId: { $ne: null } },
    },
    {
      name: 'payment_request_payout_index',
      properties: ['tenantId', 'payoutId', 'id'],
      where: { payoutId: { $ne: null } },
    },
    { name: 'payment_request_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'payment_request_direction_index', properties: ['tenantId', 'direction', 'id'] },
    {
      name: 'payment_request_transaction_index',
      properties: ['tenantId', 'transactionId'],
      where: { transactionId: { $ne: null } },
    },
    {
      name: 'payment_request_open_index',
      expression: `create index payment_request_open_index on payment_request (tenant_id, expires_at) where status in ('CREATED', 'SENT', 'PENDING')`,
    },
    {
      name: 'payment_request_unsent_index',
      expression: `create index payment_request_unsent_index on payment_request (tenant_id, updated_at) where status = 'CREATED'`,
    },
    {
      // A payout is on its way once.
      name: 'payment_request_payout_unique',
      expression: `create unique index payment_request_payout_unique on payment_request (tenant_id, payout_id) where status in ('CREATED', 'SENT', 'PENDING', 'COMPLETED') and payout_id is not null`,
    },
  ],
})
export type PaymentRequest = InferEntity<typeof PaymentRequest>

/** Whether one invoice can be paid by a method or a configuration, where somebody has said it. */
export const InvoicePaymentChoice = defineEntity({
  name: 'InvoicePaymentChoice',
  ...tenantTable('invoice_payment_choice', {
    clientColumn: 'client_id',
    owner: { entity: 'Invoice', key: 'invoiceId' },
    onMove: 'follows',
    references: {
      clientId: 'client',
      invoiceId: 'invoice',
      methodId: 'payment_method',
      configurationId: 'payment_method_configuration',
    },
    events: { INVOICE: { means: ofRow('paymentChoice') } },
  }),
  properties: {
    ...identified('PJ'),
    clientId: idOf('Client'),
    invoiceId: idOf('Invoice'),
    methodId: idOf('PaymentMethod').nullable(),
    configurationId: idOf('PaymentMethodConfiguration').nullable(),
    enabled: p.boolean(),
    ...versioned,
  },
  checks: [
    {
      name: 'invoice_payment_choice_is_of_one',
      expression: '(method_id is null) <> (configuration_id is null)',
    },
  ],
  uniques: [
    {
      name: 'invoice_payment_choice_method_unique',
      properties: ['tenantId', 'invoiceId', 'methodId'],
    },
    {
      name: 'invoice_payment_choice_configuration_unique',
      properties: ['tenantId', 'invoiceId', 'configurationId'],
    },
  ],
  indexes: [
    { name: 'invoice_payment_choice_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'invoice_payment_choice_of_method_index', properties: ['tenantId', 'methodId', 'id'] },
    {
      name: 'invoice_payment_choice_of_configuration_index',
      properties: ['tenantId', 'configurationId', 'id'],
    },
  ],
})
export type InvoicePaymentChoice = InferEntity<typeof InvoicePaymentChoice>
