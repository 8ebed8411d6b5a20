import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create or replace function id_text(id uuid) returns text immutable strict parallel safe language plpgsql as $$
declare
  h text := replace(id::text, '-', '');
  b0 bigint := ('x' || lpad(substr(h, 1, 15), 16, '0'))::bit(64)::bigint << 0;
  b1 bigint := ('x' || lpad(substr(h, 16, 15), 16, '0'))::bit(64)::bigint << 0;
  b2 bigint := ('x' || lpad(substr(h, 31, 2), 16, '0'))::bit(64)::bigint << 2;
begin
  if id = 'ffffffffffffffffffffffffffffffff' then return 'platform'; end if;
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF', 'PX', 'PL', 'UP', 'PA', 'SB', 'PB', 'PF', 'PN', 'PR', null, null, 'MD', 'MG', 'MB', 'PQ', 'AX', null, null, null, null, null, null, null, null, 'PJ', null, null, null, 'ME', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'KL', 'KQ', 'KB', null, null, null, null, null, null, null, null, null, 'SEA', 'SET', 'DPA', null, null, null, null, null, 'FP', null, null, null, null, null, null, null, null, null, 'LP', 'BL', 'LG', 'LV', 'LN', null, null, null, null, null, 'BI', 'FT', null, null, null, null, null, null, null, null, 'BK', 'BKF', null, null, null, null, null, null, null, null, 'KG', 'B', null, null, null, null, null, null, null, null, 'POA', 'POB', 'POF', 'POS', 'PSL'])[get_byte(uuid_send(id), 11)]
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 55) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 50) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 45) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 40) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 35) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 30) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 25) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 20) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 15) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 10) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 5) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b0 >> 0) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 55) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 50) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 45) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 40) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 35) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 30) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 25) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 20) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 15) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 10) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 5) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b1 >> 0) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b2 >> 5) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((b2 >> 0) & 31)::int + 1, 1);
end $$`)
    this.addSql(
      `comment on function id_text is 'made of 81a6fa692b2a2796f2afa2114ad40e169e4eba969750c40eeac24bc35c4680bc'`,
    )
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
      when 'PAYMENT_RECONCILIATION' then array['account', 'date', 'status', 'difference', 'daySum', 'bookedSum', 'currency']
      when 'PAYMENT_REQUEST' then array['direction', 'status', 'claimId', 'payoutId', 'amount', 'currency']
      when 'BANK_FEED' then array['name', 'kind']
      when 'DEBTOR_PAYOUT_ACCOUNT' then array['kind', 'status']
      when 'BILL' then array['number', 'status', 'gross', 'currency', 'billDate', 'dueDate']
      when 'CHARGE' then array['chargeType', 'status', 'amount', 'currency', 'chargeDate', 'billId']
      when 'BUSINESS_LOAN' then array['loanNumber', 'status', 'outstandingPrincipal', 'currency']
      when 'BUSINESS_LOAN_INSTALMENT' then array['businessLoanId', 'type', 'plannedDate', 'principal', 'interest', 'fee']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(
      `comment on function event_data is 'made of 8c0043ae39c54858e7228551cde8349d2707fa1b19384739fefc6c9aced510db'`,
    )
    this.addSql(
      `create table "debtor_payout_account" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "debtor_id" uuid not null, "kind" varchar(10) not null, "number" varchar(40) not null, "bic" varchar(11) null, "holder_name" varchar(140) not null, "status" varchar(12) not null, "verified_by" uuid null, "verified_at" timestamptz(3) null, "created_by" uuid not null, "added_for" text null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "debtor_payout_account" add constraint "debtor_payout_account_added_for_check" check ("added_for" in ('CLIENT', 'DEBTOR'))`,
    )
    this.addSql(
      `create index "debtor_payout_account_client_index" on "debtor_payout_account" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "debtor_payout_account_debtor_index" on "debtor_payout_account" ("tenant_id", "debtor_id", "id")`,
    )
    this.addSql(
      `create index "debtor_payout_account_kind_index" on "debtor_payout_account" ("tenant_id", "kind", "id")`,
    )
    this.addSql(
      `create index "debtor_payout_account_status_index" on "debtor_payout_account" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create table "settlement_account" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid null, "counterparty_type" varchar(20) not null, "counterparty_code" varchar(40) null, "currency" varchar(3) not null, "balance" bigint not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index settlement_account_unique on settlement_account (tenant_id, counterparty_type, counterparty_code, currency) nulls not distinct`,
    )
    this.addSql(
      `create index "settlement_account_code_index" on "settlement_account" ("tenant_id", "counterparty_code", "id")`,
    )
    this.addSql(
      `create index "settlement_account_currency_index" on "settlement_account" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `create table "settlement_account_transaction" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid null, "settlement_account_id" uuid not null, "type" varchar(20) not null, "amount" bigint not null, "balance_after" bigint not null, "currency" varchar(3) not null, "book_date" date not null, "financial_event_id" uuid null, "text" varchar(500) not null, "reverses_id" uuid null, "reversed_by_id" uuid null, "created_by" uuid not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "settlement_account_transaction_account_index" on "settlement_account_transaction" ("tenant_id", "settlement_account_id", "id")`,
    )
    this.addSql(
      `create index "settlement_account_transaction_event_index" on "settlement_account_transaction" ("tenant_id", "financial_event_id")`,
    )
    this.addSql(
      `create index "settlement_account_transaction_type_index" on "settlement_account_transaction" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "settlement_account_transaction_date_index" on "settlement_account_transaction" ("tenant_id", "book_date", "id")`,
    )
    this.addSql(`alter table "debtor_payout_account" enable row level security`)
    this.addSql(`alter table "debtor_payout_account" force row level security`)
    this.addSql(`create policy "debtor_payout_account_tenant" on "debtor_payout_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "settlement_account" enable row level security`)
    this.addSql(`alter table "settlement_account" force row level security`)
    this.addSql(`create policy "settlement_account_tenant" on "settlement_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "settlement_account_transaction" enable row level security`)
    this.addSql(`alter table "settlement_account_transaction" force row level security`)
    this.addSql(`create policy "settlement_account_transaction_tenant" on "settlement_account_transaction" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table settlement_account_transaction add constraint settlement_account_transaction_settlement_account_id_foreign foreign key (tenant_id, settlement_account_id) references settlement_account (tenant_id, id)`,
    )
    this.addSql(`alter table settlement_account set (fillfactor = 50)`)
  }
}
