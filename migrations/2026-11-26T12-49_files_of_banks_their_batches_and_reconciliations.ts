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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF', 'PX', 'PL', 'UP', 'PA', 'SB', 'PB', 'PF', 'PN'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of 1e572e1ab78abe6ce45800d602c406da1e75260acc2db9f7a62f0cc24fff1a44'`,
    )
    this.addSql(`create or replace function event_data(family text, data json) returns json
immutable strict parallel safe language sql return
case json_typeof(data)
  when 'null' then null
  when 'array' then (select coalesce(json_object_agg(f.name, v.value order by f.n), '{}')
    from json_array_elements(data) with ordinality v (value, n)
    join unnest(case family
      when 'CLIENT_BANK_ACCOUNT' then array['kind', 'status']
      when 'INVOICE' then array['invoiceNumber', 'type', 'mainStatus', 'ledgerStatus', 'productCode', 'bookedDate']
      when 'INVOICE_BALANCE' then array['invoiceNumber', 'ledgerStatus', 'balance', 'paidAmount', 'creditedAmount', 'baseCurrency']
      when 'INVOICE_REQUEST' then array['invoiceId', 'type', 'status']
      when 'INVOICE_LEDGER_EVENT' then array['invoiceId', 'type', 'plannedDate', 'doneDate']
      when 'INVOICE_GUARANTOR' then array['invoiceId', 'status']
      when 'FACTORING_STATUS' then array['invoiceId', 'status', 'financeDecision', 'decidedBy']
      when 'INVOICE_FINANCIAL_EVENT' then array['claimId', 'type', 'component', 'amount', 'currency', 'bookDate']
      when 'DISTRIBUTION' then array['type', 'invoiceId', 'channel', 'sentAt']
      when 'PAYMENT_FILE' then array['filename', 'format', 'status', 'entryCount', 'duplicateCount', 'findingCount']
      when 'PAYMENT_BATCH' then array['paymentFileId', 'status', 'account', 'bookDate', 'count', 'total', 'currency']
      when 'PAYMENT' then array['status', 'source', 'amount', 'currency', 'bookDate', 'linked', 'unplaced']
      when 'UNPLACED_PAYMENT' then array['transactionId', 'status', 'reasonCode', 'amountOpen', 'currency']
      when 'PAYMENT_RECONCILIATION' then array['account', 'date', 'status', 'difference', 'currency']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(
      `comment on function event_data is 'made of cb89a694462c1c2e19238a7154ef6d3b60b40f743a1d0f5e79ffdafc6ae8472c'`,
    )
    this.addSql(
      `create table "payment_batch" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid null, "payment_file_id" uuid not null, "account" varchar(40) not null, "currency" varchar(3) not null, "book_date" date not null, "statement" varchar(35) null, "serial" varchar(18) null, "status" text not null, "count" int not null, "total" bigint not null, "matched_count" int not null, "booked_count" int not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_batch_client_index" on "payment_batch" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "payment_batch_file_index" on "payment_batch" ("tenant_id", "payment_file_id", "id")`,
    )
    this.addSql(
      `create index "payment_batch_status_index" on "payment_batch" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "payment_batch_date_index" on "payment_batch" ("tenant_id", "book_date", "id")`,
    )
    this.addSql(
      `create index "payment_batch_account_index" on "payment_batch" ("tenant_id", "account", "book_date")`,
    )
    this.addSql(
      `create table "payment_file" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid null, "filename" varchar(200) not null, "format" text null, "status" text not null, "size" int not null, "sha256" varchar(64) not null, "document_id" uuid not null, "entry_count" int not null, "duplicate_count" int not null, "finding_count" int not null, "findings" jsonb not null, "imported_at" timestamptz(3) null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_file_client_index" on "payment_file" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "payment_file_status_index" on "payment_file" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "payment_file_format_index" on "payment_file" ("tenant_id", "format", "id")`,
    )
    this.addSql(
      `create index "payment_file_document_index" on "payment_file" ("tenant_id", "document_id")`,
    )
    this.addSql(
      `alter table "payment_file" add constraint "payment_file_content_unique" unique ("tenant_id", "sha256")`,
    )
    this.addSql(
      `create table "payment_reconciliation" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid null, "payment_file_id" uuid not null, "number" int not null, "account" varchar(40) not null, "currency" varchar(3) not null, "date" date not null, "statement" varchar(35) null, "serial" varchar(18) null, "opening" bigint not null, "statement_sum" bigint not null, "closing" bigint not null, "difference" bigint not null, "status" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_reconciliation_client_index" on "payment_reconciliation" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "payment_reconciliation_date_index" on "payment_reconciliation" ("tenant_id", "date", "id")`,
    )
    this.addSql(
      `create index "payment_reconciliation_account_index" on "payment_reconciliation" ("tenant_id", "account", "date")`,
    )
    this.addSql(
      `create index "payment_reconciliation_status_index" on "payment_reconciliation" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `alter table "payment_reconciliation" add constraint "payment_reconciliation_statement_unique" unique ("tenant_id", "payment_file_id", "number")`,
    )
    this.addSql(
      `alter table "payment_batch" add constraint "payment_batch_status_check" check ("status" in ('CREATED', 'MATCHED', 'BOOKED', 'ABORTED'))`,
    )
    this.addSql(`alter table "payment_batch" enable row level security`)
    this.addSql(`alter table "payment_batch" force row level security`)
    this.addSql(`create policy "payment_batch_tenant" on "payment_batch" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "payment_file" add constraint "payment_file_format_check" check ("format" in ('CAMT053', 'CAMT054', 'BGMAX', 'CSV'))`,
    )
    this.addSql(
      `alter table "payment_file" add constraint "payment_file_status_check" check ("status" in ('UPLOADED', 'IMPORTING', 'IMPORTED', 'PARTIAL', 'FAILED'))`,
    )
    this.addSql(`alter table "payment_file" enable row level security`)
    this.addSql(`alter table "payment_file" force row level security`)
    this.addSql(`create policy "payment_file_tenant" on "payment_file" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "payment_reconciliation" add constraint "payment_reconciliation_adds_up" check (opening + statement_sum + difference = closing)`,
    )
    this.addSql(
      `alter table "payment_reconciliation" add constraint "payment_reconciliation_status_check" check ("status" in ('MATCHED', 'DIFF'))`,
    )
    this.addSql(`alter table "payment_reconciliation" enable row level security`)
    this.addSql(`alter table "payment_reconciliation" force row level security`)
    this.addSql(`create policy "payment_reconciliation_tenant" on "payment_reconciliation" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table payment_batch add constraint payment_batch_payment_file_id_foreign foreign key (tenant_id, payment_file_id) references payment_file (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_reconciliation add constraint payment_reconciliation_payment_file_id_foreign foreign key (tenant_id, payment_file_id) references payment_file (tenant_id, id)`,
    )
    this.addSql(`alter table payment_batch set (fillfactor = 60)`)
  }
}
