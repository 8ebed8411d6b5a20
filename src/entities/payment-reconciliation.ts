import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { lifeOfReconciliation, reconciliationStatuses } from '../domain/payments/reconciliation.ts'
import {
  amount,
  businessDate,
  currency,
  idOf,
  principalId,
  prose,
  text,
  wholeNumber,
} from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** What a bank says of an account over a time, held against what moved on it, and the books. */
export const PaymentReconciliation = defineEntity({
  name: 'PaymentReconciliation',
  ...tenantTable('payment_reconciliation', {
    clientColumn: 'client_id',
    references: { clientId: 'client', paymentFileId: 'payment_file' },
    events: {
      PAYMENT_RECONCILIATION: {
        means: [...lifeOfReconciliation.events('status'), ...ofRow()],
        rights: ['ReadPaymentReconciliation', 'SearchPaymentReconciliation'],
        shows: ['account', 'date', 'status', 'difference', 'daySum', 'bookedSum', 'currency'],
        currency: 'currency',
      },
    },
  }),
  properties: {
    ...identified('PN'),
    clientId: idOf('Client').nullable(),
    paymentFileId: idOf('PaymentFile'),
    /** The place of the statement in its file. */
    number: wholeNumber({ example: 0 }),
    account: text(40, 'SE4550000000058398257466'),
    currency: currency(),
    date: businessDate(),
    statement: text(35, 'STMT-2026-11-20').nullable(),
    serial: text(18, '225').nullable(),
    opening: amount(),
    /** All that came in less all that went out, by the statement. */
    statementSum: amount(),
    closing: amount(),
    difference: amount(),
    /** The first day that it tells of, where that is known: the bank is closed on some. */
    fromDate: businessDate().nullable(),
    /** What all statements of these days say that moved, and what the books have of it. */
    daySum: amount().nullable(),
    bookedSum: amount().nullable(),
    /** The account of the books in this currency, at the end of its day. */
    booksBalance: amount().nullable(),
    /** When it was held against the books; until then nobody knows whether it agrees. */
    comparedAt: p.datetime(3).nullable(),
    status: p.enum(reconciliationStatuses),
    /** Why it does not agree, and who said so. */
    explanation: prose(500).nullable(),
    explainedBy: principalId().nullable(),
    ...versioned,
  },
  checks: [
    {
      name: 'payment_reconciliation_adds_up',
      expression: 'opening + statement_sum + difference = closing',
    },
  ],
  uniques: [
    {
      name: 'payment_reconciliation_statement_unique',
      properties: ['tenantId', 'paymentFileId', 'number'],
    },
  ],
  indexes: [
    { name: 'payment_reconciliation_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'payment_reconciliation_date_index', properties: ['tenantId', 'date', 'id'] },
    { name: 'payment_reconciliation_account_index', properties: ['tenantId', 'account', 'date'] },
    { name: 'payment_reconciliation_status_index', properties: ['tenantId', 'status', 'id'] },
  ],
})
export type PaymentReconciliation = InferEntity<typeof PaymentReconciliation>
