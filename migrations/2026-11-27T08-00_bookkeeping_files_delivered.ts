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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF', 'PX', 'PL', 'UP', 'PA', 'SB', 'PB', 'PF', 'PN', 'PR', null, null, 'MD', 'MG', 'MB', 'PQ', 'AX', null, null, null, null, null, null, null, null, 'PJ', null, null, null, 'ME', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'KL', 'KQ', 'KB', null, null, null, null, null, null, null, null, null, 'SEA', 'SET', 'DPA', null, null, null, null, null, 'FP', null, null, null, null, null, null, null, null, null, 'LP', 'BL', 'LG', 'LV', 'LN', null, null, null, null, null, 'BI', 'FT', null, null, null, null, null, null, null, null, 'BK', 'BKF', null, null, null, null, null, null, null, null, 'KG', 'B', null, null, null, null, null, null, null, null, 'POA', 'POB', 'POF', 'POS', 'PSL', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'BKR', 'BKD', 'BKA'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of 0178eafa91919a76b8d6051146990b045054953fbc054c662508a87e28c96172'`,
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
      when 'BOOKKEEPING_RECEIVER' then array['method']
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
      `comment on function event_data is 'made of 544950102018bde30abd4f9b91998d566fb6a6a139b3e123ea2f698badfcfc19'`,
    )
    this.addSql(
      `create table "bookkeeping_delivery" ("tenant_id" int not null, "id" uuid not null, "file_id" uuid not null, "client_id" uuid null, "receiver_id" uuid not null, "method" varchar(10) not null, "sha256" varchar(64) not null, "status" varchar(10) not null, "attempts" int not null, "recipient" varchar(2300) null, "sent_at" timestamptz(3) null, "error" varchar(500) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "bookkeeping_delivery_file_index" on "bookkeeping_delivery" ("tenant_id", "file_id", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_delivery_client_index" on "bookkeeping_delivery" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_delivery_status_index" on "bookkeeping_delivery" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_delivery_queued_index" on "bookkeeping_delivery" ("updated_at") where "status" = 'QUEUED'`,
    )
    this.addSql(
      `create table "bookkeeping_delivery_attempt" ("tenant_id" int not null, "id" uuid not null, "delivery_id" uuid not null, "client_id" uuid null, "number" int not null, "started_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "outcome" varchar(12) not null, "error" varchar(500) null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "bookkeeping_delivery_attempt" add constraint "bookkeeping_delivery_attempt_unique" unique ("tenant_id", "delivery_id", "number")`,
    )
    this.addSql(
      `create table "bookkeeping_receiver" ("tenant_id" int not null, "id" uuid not null, "owner_type" varchar(10) not null, "owner_id" uuid not null, "client_id" uuid null, "method" varchar(10) not null, "email" varchar(254) null, "url" varchar(2000) null, "host" varchar(253) null, "port" int null, "folder" varchar(200) null, "username" varchar(100) null, "host_key" varchar(210) null, "credentials" text null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "bookkeeping_receiver_client_index" on "bookkeeping_receiver" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_receiver_method_index" on "bookkeeping_receiver" ("tenant_id", "method", "id")`,
    )
    this.addSql(
      `alter table "bookkeeping_receiver" add constraint "bookkeeping_receiver_method_unique" unique ("tenant_id", "owner_id", "method")`,
    )
    this.addSql(`alter table "bookkeeping_delivery" enable row level security`)
    this.addSql(`alter table "bookkeeping_delivery" force row level security`)
    this.addSql(`create policy "bookkeeping_delivery_tenant" on "bookkeeping_delivery" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "bookkeeping_delivery_attempt" enable row level security`)
    this.addSql(`alter table "bookkeeping_delivery_attempt" force row level security`)
    this.addSql(`create policy "bookkeeping_delivery_attempt_tenant" on "bookkeeping_delivery_attempt" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "bookkeeping_receiver" enable row level security`)
    this.addSql(`alter table "bookkeeping_receiver" force row level security`)
    this.addSql(`create policy "bookkeeping_receiver_tenant" on "bookkeeping_receiver" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table bookkeeping_delivery_attempt add constraint bookkeeping_delivery_attempt_delivery_id_foreign foreign key (tenant_id, delivery_id) references bookkeeping_delivery (tenant_id, id)`,
    )
  }
}
