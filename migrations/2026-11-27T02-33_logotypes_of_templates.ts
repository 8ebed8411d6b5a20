import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create or replace function event_data(family text, data json) returns json
immutable strict parallel safe language sql return
case json_typeof(data)
  when 'null' then null
  when 'array' then (select coalesce(json_object_agg(f.name, v.value order by f.n), '{}')
    from json_array_elements(data) with ordinality v (value, n)
    join unnest(case family
      when 'INVOICE' then array['invoiceNumber', 'type', 'mainStatus', 'ledgerStatus', 'productCode', 'bookedDate']
      when 'INVOICE_BALANCE' then array['invoiceNumber', 'ledgerStatus', 'balance', 'paidAmount', 'creditedAmount', 'baseCurrency']
      when 'DISTRIBUTION' then array['type', 'invoiceId', 'channel', 'sentAt']
      when 'PRICE_LIST' then array['targetType', 'targetId', 'currency', 'validFrom']
      when 'CLIENT_BANK_ACCOUNT' then array['kind', 'status']
      when 'INVOICE_REQUEST' then array['invoiceId', 'type', 'status']
      when 'INVOICE_LEDGER_EVENT' then array['invoiceId', 'type', 'plannedDate', 'doneDate']
      when 'INVOICE_GUARANTOR' then array['invoiceId', 'status']
      when 'FACTORING_STATUS' then array['invoiceId', 'status', 'financeDecision', 'decidedBy']
      when 'INVOICE_FINANCIAL_EVENT' then array['claimId', 'type', 'component', 'amount', 'currency', 'bookDate']
      when 'PAYMENT_ACCOUNT' then array['kind', 'currency', 'active']
      when 'PAYMENT_FILE' then array['filename', 'format', 'status', 'entryCount', 'duplicateCount', 'findingCount']
      when 'PAYMENT_BATCH' then array['paymentFileId', 'status', 'account', 'bookDate', 'count', 'total', 'currency']
      when 'PAYMENT' then array['status', 'source', 'amount', 'currency', 'bookDate', 'linked', 'unplaced']
      when 'UNPLACED_PAYMENT' then array['transactionId', 'status', 'reasonCode', 'amountOpen', 'currency']
      when 'PAYMENT_RETURN' then array['transactionId', 'status', 'amount', 'currency']
      when 'PAYMENT_RECONCILIATION' then array['account', 'date', 'status', 'difference', 'currency']
      when 'PAYMENT_REQUEST' then array['direction', 'status', 'claimId', 'payoutId', 'amount', 'currency']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(
      `comment on function event_data is 'made of dac843396a413cad6c1bd5cfdd8661595518b01fe3bc874e28d72ad39295f5a8'`,
    )
  }
}
