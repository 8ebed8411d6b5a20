import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { bankAccountKinds } from '../domain/clients/bank-account.ts'
import type { PostalAddress } from '../domain/payouts/batch.ts'
import { lifeOfPayout, payoutStatuses } from '../domain/payouts/payout.ts'
import { transferTextMax } from '../domain/clients/transfer-text.ts'
import { amount, businessDate, currency, idOf, principalId, text } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/**
 * Money on its way from a client account, to the client or back to a debtor of it; or what is on no
 * claim, back to who paid it: that is of no client.
 */
export const Payout = defineEntity({
  name: 'Payout',
  ...tenantTable('payout', {
    clientColumn: 'client_id',
    onMove: {
      stays: 'What is paid back is of the client on whose claim it was to the debtor’s credit',
      keepsDebtor: true,
    },
    secrets: ['payoutNumber', 'payoutAddress'],
    references: {
      clientId: 'client',
      clientAccountId: 'client_account',
      payoutAccountId: 'client_bank_account',
      debtorId: 'debtor',
      claimId: 'invoice',
      returnId: 'payment_return',
      batchId: 'payout_batch',
    },
    events: {
      PAYOUT: {
        means: [...lifeOfPayout.events('status'), ...ofRow()],
        rights: ['ReadPayout', 'ReadPayouts'],
      },
    },
  }),
  properties: {
    ...identified('PO'),
    clientId: idOf('Client').nullable(),
    clientAccountId: idOf('ClientAccount').nullable(),
    debtorId: idOf('Debtor').nullable(),
    /** The claim of which it is paid back: booked as it is made, its account owes it no more. */
    claimId: idOf('Invoice').nullable(),
    /** The return that it carries out, which was booked as it was made. */
    returnId: idOf('PaymentReturn').nullable(),
    amount: amount(),
    currency: currency(),
    plannedDate: businessDate(),
    payoutAccountId: idOf('ClientBankAccount').nullable(),
    /** The account as two people saw it when it was made, whatever becomes of it. */
    payoutKind: p.enum(bankAccountKinds).nullable(),
    payoutNumber: p.string().length(40).nullable().hidden(),
    payoutBic: p.string().length(11).nullable(),
    payoutHolder: p.string().length(140).nullable(),
    /** Where who gets it lived then, as banks want to know it. */
    payoutAddress: p.json<PostalAddress>().nullable().hidden(),
    /** What the client reads of it at its bank, as it was when it was made. */
    remittanceText: text(transferTextMax, 'Utbetalning 1042').nullable(),
    reference: p.string().length(60),
    status: p.enum(payoutStatuses),
    batchId: idOf('PayoutBatch').nullable(),
    /** For which day of its account's schedule it was made. */
    scheduledDay: businessDate().nullable(),
    confirmedAt: p.datetime(3).nullable(),
    /** Why the bank did not carry it out, by its code. */
    rejectionCode: text(35, 'AC04').nullable(),
    createdBy: principalId(),
    ...versioned,
  },
  checks: [
    {
      name: 'payout_is_of_an_account_or_a_return',
      expression: `case when return_id is null
        then client_id is not null and client_account_id is not null
        else num_nonnulls(client_id, client_account_id, debtor_id, claim_id, payout_account_id) = 0
          and num_nonnulls(payout_kind, payout_number) = 2 end`,
    },
  ],
  indexes: [
    { name: 'payout_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'payout_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'payout_currency_index', properties: ['tenantId', 'currency', 'id'] },
    { name: 'payout_batch_index', properties: ['tenantId', 'batchId', 'id'] },
    { name: 'payout_planned_index', properties: ['tenantId', 'plannedDate', 'id'] },
    { name: 'payout_account_index', properties: ['tenantId', 'clientAccountId', 'id'] },
    { name: 'payout_bank_account_index', properties: ['tenantId', 'payoutAccountId', 'id'] },
    {
      name: 'payout_claim_index',
      properties: ['tenantId', 'claimId'],
      where: { claimId: { $ne: null } },
    },
    {
      name: 'payout_return_unique',
      expression: `create unique index payout_return_unique on payout (tenant_id, return_id) where return_id is not null`,
    },
    {
      name: 'payout_scheduled_index',
      expression: `create index payout_scheduled_index on payout (tenant_id, client_account_id, scheduled_day) where scheduled_day is not null and status <> 'CANCELLED'`,
    },
    {
      name: 'payout_open_index',
      expression: `create index payout_open_index on payout (tenant_id, client_id) where status in ('CREATED', 'BLOCKED')`,
    },
  ],
})
export type Payout = InferEntity<typeof Payout>
