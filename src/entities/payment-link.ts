import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { lifeOfLink, linkStatuses, placeTypes } from '../domain/payments/payment.ts'
import { amount, anyId, currency, exactNumber, idOf, list, principalId, prose } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** A part of a payment that is for a claim, or for an account of whom the tenant settles with. */
export const PaymentLink = defineEntity({
  name: 'PaymentLink',
  ...tenantTable('payment_link', {
    clientColumn: 'client_id',
    references: { transactionId: 'payment_transaction', clientId: 'client' },
    onMove: { stays: 'Money that came in is booked on the claim that it came for' },
    events: {
      PAYMENT: { means: lifeOfLink.events('status') },
    },
  }),
  properties: {
    ...identified('PL'),
    transactionId: idOf('PaymentTransaction'),
    claimType: p.enum(placeTypes),
    claimId: anyId('I'),
    /** Whose claim or account it is: of an account of settlement nobody's. */
    clientId: idOf('Client').nullable(),
    /** Who owes the claim, where that is a debtor. */
    debtorId: idOf('Debtor').nullable(),
    amount: amount(),
    currency: currency(),
    /** What it settles of the claim, where that is in another currency; and what it was worth. */
    claimCurrency: currency().nullable(),
    claimAmount: amount({ currency: 'claimCurrency' }).nullable(),
    worth: amount({ currency: 'claimCurrency' }).nullable(),
    /** Of the day on which it came: the currency of the claim for one of the payment's. */
    rate: exactNumber('11.2055').nullable(),
    status: p.enum(linkStatuses),
    /** Who or what found it: a person, or a row of the matching engine. */
    createdBy: principalId(),
    /** From 0 to 100, of what the engine found. */
    score: p.integer().nullable(),
    reasons: list(),
    comment: prose(500).nullable(),
    bookedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  checks: [{ name: 'payment_link_is_above_zero', expression: 'amount > 0' }],
  indexes: [
    { name: 'payment_link_transaction_index', properties: ['tenantId', 'transactionId', 'id'] },
    { name: 'payment_link_claim_index', properties: ['tenantId', 'claimId', 'id'] },
    { name: 'payment_link_debtor_index', properties: ['tenantId', 'debtorId', 'id'] },
    { name: 'payment_link_client_index', properties: ['tenantId', 'clientId', 'id'] },
    {
      name: 'payment_link_status_index',
      properties: ['tenantId', 'status', 'id'],
      where: { status: { $ne: 'BOOKED' } },
    },
  ],
})
export type PaymentLink = InferEntity<typeof PaymentLink>
