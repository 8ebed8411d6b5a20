import { exampleId } from '../../src/entities/ids.ts'
import type { Business } from './verified-business.ts'

/** Statements by the check that finds what they leave. */
export type Corruptions = Readonly<
  Record<string, (of: Business) => [text: string, values: unknown[]]>
>

export const corruptionsOfPayments: Corruptions = {
  'payments-linked': ({ tenant }) => [
    `update payment_transaction set linked = linked + 1, unplaced = unplaced - 1
     where tenant_id = $1`,
    [tenant.id],
  ],
  'payments-booked': ({ tenant, invoiceId }) => [
    `insert into payment_link (tenant_id, id, transaction_id, claim_type, claim_id, client_id,
       debtor_id, amount, currency, status, created_by, reasons, version, created_at, updated_at)
     select $1, '${exampleId('PaymentLink')}', t.id, 'INVOICE', i.id, i.client_id, i.debtor_id, 1,
       'SEK', 'BOOKED', t.created_by, '{}', 1, now(), now()
     from payment_transaction t, invoice i where t.tenant_id = $1 and i.id = $2`,
    [tenant.id, invoiceId],
  ],
  'payment-days': ({ tenant }) => [
    'update payment_transaction set book_date = book_date + 1 where tenant_id = $1',
    [tenant.id],
  ],
  'payments-claim-days': ({ saleId }) => [
    `insert into financial_event select (jsonb_populate_record(e, jsonb_build_object(
       'id', '${exampleId('FinancialEvent')}', 'type', 'PAYMENT', 'amount', 0,
       'source_type', 'PaymentLink', 'source_key', 'early', 'book_date', e.book_date - 1))).*
     from financial_event e where e.id = $1`,
    [saleId],
  ],
  'payments-exchanged': ({ tenant, invoiceId }) => [
    `insert into payment_link (tenant_id, id, transaction_id, claim_type, claim_id, client_id,
       debtor_id, amount, currency, claim_currency, claim_amount, worth, status, created_by,
       reasons, version, created_at, updated_at)
     select $1, '${exampleId('PaymentLink')}', t.id, 'INVOICE', i.id, i.client_id, i.debtor_id, 1,
       'EUR', 'SEK', 11, 11, 'BOOKED', t.created_by, '{}', 1, now(), now()
     from payment_transaction t, invoice i where t.tenant_id = $1 and i.id = $2`,
    [tenant.id, invoiceId],
  ],
  'payment-batches': ({ tenant }) => [
    `with d as (
       insert into document (tenant_id, id, type, owner_type, owner_id, filename, mime_type, size,
         sha256, status, created_by, version, created_at, updated_at)
       select tenant_id, '${exampleId('Document')}', 'PAYMENT_FILE', 'TENANT', id, 'a',
         'text/plain', 1, 'a', 'STORED', created_by, 1, now(), now()
       from payment_transaction where tenant_id = $1 limit 1 returning tenant_id, id, created_by
     ), f as (
       insert into payment_file (tenant_id, id, filename, status, size, sha256, document_id,
         entry_count, duplicate_count, finding_count, findings, created_by, version, created_at,
         updated_at)
       select tenant_id, '${exampleId('PaymentFile')}', 'a', 'IMPORTED', 1, 'a', id, 1, 0, 0, '[]',
         created_by, 1, now(), now()
       from d returning tenant_id, id
     )
     insert into payment_batch (tenant_id, id, payment_file_id, account, currency, book_date,
       status, count, total, matched_count, booked_count, version, created_at, updated_at)
     select tenant_id, '${exampleId('PaymentBatch')}', id, '1', 'SEK', current_date, 'CREATED',
       1, 1, 0, 0, 1, now(), now() from f`,
    [tenant.id],
  ],
  'payments-taken-back': ({ tenant }) => [
    `insert into payment_transaction (tenant_id, id, kind, reverses_id, source, status, amount,
       linked, unplaced, returned, written_off, currency, book_date, value_date, booked_at,
       created_by, version, created_at, updated_at)
     select tenant_id, '${exampleId('PaymentTransaction')}', 'REVERSAL', id, 'FILE', 'BOOKED',
       amount, 0, 0, amount, 0, currency, book_date, value_date, now(), created_by, 1, now(), now()
     from payment_transaction where tenant_id = $1 limit 1`,
    [tenant.id],
  ],
  'payments-unplaced': ({ tenant }) => [
    `update unplaced_payment set amount_open = amount_open + 1 where tenant_id = $1`,
    [tenant.id],
  ],
  'payments-returned': ({ tenant }) => [
    `update payment_transaction set returned = returned + 1, unplaced = unplaced - 1
     where tenant_id = $1`,
    [tenant.id],
  ],
  refunds: ({ saleId }) => [`update financial_event set type = 'REFUND' where id = $1`, [saleId]],
  'in-transit': ({ tenant }) => [
    `insert into payment_return (tenant_id, id, transaction_id, unplaced_payment_id, status, amount,
       currency, to_account, is_override, created_by, version, created_at, updated_at)
     select $1, '${exampleId('PaymentReturn')}', u.transaction_id, u.id, 'RETURNED', 1,
       u.currency, '5050-1055', false, t.created_by, 1, now(), now()
     from unplaced_payment u join payment_transaction t on t.id = u.transaction_id
     where u.tenant_id = $1 limit 1`,
    [tenant.id],
  ],
  'returns-paid': ({ tenant }) => [
    `with r as (
       insert into payment_return (tenant_id, id, transaction_id, unplaced_payment_id, status,
         amount, currency, to_account, is_override, created_by, version, created_at, updated_at)
       select $1, '${exampleId('PaymentReturn')}', u.transaction_id, u.id, 'RETURNED', 1,
         u.currency, '5050-1055', false, t.created_by, 1, now(), now()
       from unplaced_payment u join payment_transaction t on t.id = u.transaction_id
       where u.tenant_id = $1 limit 1 returning *
     )
     insert into payout (tenant_id, id, return_id, amount, currency, planned_date, payout_kind,
       payout_number, reference, status, created_by, version, created_at, updated_at)
     select tenant_id, '${exampleId('Payout')}', id, 1, currency, current_date, 'BANKGIRO',
       '50501055', '', 'CONFIRMED', created_by, 1, now(), now() from r`,
    [tenant.id],
  ],
  statements: ({ tenant }) => [
    `with d as (
       insert into document (tenant_id, id, type, owner_type, owner_id, filename, mime_type, size,
         sha256, status, created_by, version, created_at, updated_at)
       select tenant_id, '${exampleId('Document')}', 'PAYMENT_FILE', 'TENANT', id, 'a',
         'text/plain', 1, 'a', 'STORED', created_by, 1, now(), now()
       from payment_transaction where tenant_id = $1 limit 1 returning tenant_id, id, created_by
     ), f as (
       insert into payment_file (tenant_id, id, filename, status, size, sha256, document_id,
         entry_count, duplicate_count, finding_count, findings, created_by, version, created_at,
         updated_at)
       select tenant_id, '${exampleId('PaymentFile')}', 'a', 'IMPORTED', 1, 'a', id, 1, 0, 0, '[]',
         created_by, 1, now(), now()
       from d returning tenant_id, id
     )
     insert into payment_reconciliation (tenant_id, id, payment_file_id, number, account, currency,
       date, opening, statement_sum, closing, difference, day_sum, booked_sum, compared_at, status,
       version, created_at, updated_at)
     select tenant_id, '${exampleId('PaymentReconciliation')}', id, 0, '1', 'SEK', current_date, 0,
       7, 7, 0, 7, 6, now(), 'MATCHED', 1, now(), now() from f`,
    [tenant.id],
  ],
  reserves: ({ tenant }) => [
    `update voucher_posting set claim_id = null where tenant_id = $1 and role = 'RESERVE'`,
    [tenant.id],
  ],
  'funded-shares': ({ tenant, invoiceId }) => [
    `insert into funded_payment (tenant_id, id, client_id, invoice_id, financier, amount, share,
       currency, book_date, created_at)
     select $1, '${exampleId('FundedPayment')}', client_id, id, 'BANK-A', 700, 560, 'SEK',
       current_date, now()
     from invoice where id = $2`,
    [tenant.id, invoiceId],
  ],
}
