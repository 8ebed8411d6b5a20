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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF', 'PX', 'PL', 'UP'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of df5698bf8c289a4b52174ee1ae629f4648f181ecbc9ffa2a7f7c108ffb268c6e'`,
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
      when 'PAYMENT' then array['status', 'source', 'amount', 'currency', 'bookDate', 'linked', 'unplaced']
      when 'UNPLACED_PAYMENT' then array['transactionId', 'status', 'reasonCode', 'amountOpen', 'currency']
      when 'DISTRIBUTION' then array['type', 'invoiceId', 'channel', 'sentAt']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(
      `comment on function event_data is 'made of 4d2e646d29d3d8ddb6798d81ae46abe27185eec35c0a3fcea548f7c8fb1df5be'`,
    )
    this.addSql(
      `create table "payment_link" ("tenant_id" int not null, "id" uuid not null, "transaction_id" uuid not null, "claim_type" text not null, "claim_id" uuid not null, "client_id" uuid not null, "debtor_id" uuid not null, "amount" bigint not null, "currency" varchar(3) not null, "status" text not null, "created_by" uuid not null, "score" int null, "reasons" text[] not null, "comment" varchar(500) null, "booked_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_link_transaction_index" on "payment_link" ("tenant_id", "transaction_id", "id")`,
    )
    this.addSql(
      `create index "payment_link_claim_index" on "payment_link" ("tenant_id", "claim_id", "id")`,
    )
    this.addSql(
      `create index "payment_link_client_index" on "payment_link" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "payment_link_status_index" on "payment_link" ("tenant_id", "status", "id") where "status" != 'BOOKED'`,
    )
    this.addSql(
      `create table "payment_transaction" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid null, "source" text not null, "status" text not null, "amount" bigint not null, "currency" varchar(3) not null, "book_date" date not null, "value_date" date not null, "reference" varchar(35) null, "message" varchar(1000) null, "payer_name" varchar(140) null, "payer_account" varchar(40) null, "payer_identification_number" varchar(20) null, "bank_ref" varchar(60) null, "end_to_end_id" varchar(35) null, "linked" bigint not null, "unplaced" bigint not null, "returned" bigint not null, "written_off" bigint not null, "booked_at" timestamptz(3) null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_transaction_date_index" on "payment_transaction" ("tenant_id", "book_date", "id")`,
    )
    this.addSql(
      `create index "payment_transaction_client_index" on "payment_transaction" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "payment_transaction_status_index" on "payment_transaction" ("tenant_id", "status", "id") where "status" != 'BOOKED'`,
    )
    this.addSql(
      `create index "payment_transaction_unplaced_index" on "payment_transaction" ("tenant_id", "id") where "unplaced" != '0'`,
    )
    this.addSql(
      `create index "payment_transaction_source_index" on "payment_transaction" ("tenant_id", "source", "id")`,
    )
    this.addSql(
      `create index "payment_transaction_reference_index" on "payment_transaction" ("tenant_id", "reference") where "reference" is not null`,
    )
    this.addSql(
      `create index "payment_transaction_payer_index" on "payment_transaction" ("tenant_id", "payer_account") where "payer_account" is not null`,
    )
    this.addSql(
      `create table "unplaced_payment" ("tenant_id" int not null, "id" uuid not null, "transaction_id" uuid not null, "client_id" uuid null, "status" text not null, "reason_code" text not null, "amount_open" bigint not null, "currency" varchar(3) not null, "book_date" date not null, "note" varchar(1000) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "unplaced_payment_client_index" on "unplaced_payment" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "unplaced_payment_date_index" on "unplaced_payment" ("tenant_id", "book_date", "id")`,
    )
    this.addSql(
      `create index "unplaced_payment_status_index" on "unplaced_payment" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "unplaced_payment_reason_index" on "unplaced_payment" ("tenant_id", "reason_code", "id")`,
    )
    this.addSql(
      `alter table "unplaced_payment" add constraint "unplaced_payment_transaction_unique" unique ("tenant_id", "transaction_id")`,
    )
    this.addSql(
      `alter table "payment_link" add constraint "payment_link_is_above_zero" check (amount > 0)`,
    )
    this.addSql(
      `alter table "payment_link" add constraint "payment_link_claim_type_check" check ("claim_type" in ('INVOICE', 'COLLECTION_BATCH', 'PART_PAYMENT_PLAN', 'PART_PAYMENT_ACCOUNT', 'BUSINESS_LOAN', 'ENFORCEMENT'))`,
    )
    this.addSql(
      `alter table "payment_link" add constraint "payment_link_status_check" check ("status" in ('CONFIRMED', 'BOOKED', 'REVERTED', 'DENIED'))`,
    )
    this.addSql(`alter table "payment_link" enable row level security`)
    this.addSql(`alter table "payment_link" force row level security`)
    this.addSql(`create policy "payment_link_tenant" on "payment_link" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "payment_transaction" add constraint "payment_transaction_is_somewhere" check (amount > 0 and amount = linked + unplaced + returned + written_off
        and least(linked, unplaced, returned, written_off) >= 0)`)
    this.addSql(
      `alter table "payment_transaction" add constraint "payment_transaction_source_check" check ("source" in ('FILE', 'MANUAL', 'PAYMENT_REQUEST', 'INTERNAL'))`,
    )
    this.addSql(
      `alter table "payment_transaction" add constraint "payment_transaction_status_check" check ("status" in ('NEW', 'MATCHED', 'PARTLY_MATCHED', 'UNPLACED', 'BOOKED'))`,
    )
    this.addSql(`alter table "payment_transaction" enable row level security`)
    this.addSql(`alter table "payment_transaction" force row level security`)
    this.addSql(`create policy "payment_transaction_tenant" on "payment_transaction" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "unplaced_payment" add constraint "unplaced_payment_is_not_below_zero" check (amount_open >= 0)`,
    )
    this.addSql(
      `alter table "unplaced_payment" add constraint "unplaced_payment_status_check" check ("status" in ('OPEN', 'LINKED'))`,
    )
    this.addSql(
      `alter table "unplaced_payment" add constraint "unplaced_payment_reason_code_check" check ("reason_code" in ('NO_MATCH', 'OVERPAYMENT', 'CLOSED_CLAIM', 'DUPLICATE', 'WRONG_CURRENCY'))`,
    )
    this.addSql(`alter table "unplaced_payment" enable row level security`)
    this.addSql(`alter table "unplaced_payment" force row level security`)
    this.addSql(`create policy "unplaced_payment_tenant" on "unplaced_payment" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table payment_link add constraint payment_link_transaction_id_foreign foreign key (tenant_id, transaction_id) references payment_transaction (tenant_id, id)`,
    )
    this.addSql(
      `alter table unplaced_payment add constraint unplaced_payment_transaction_id_foreign foreign key (tenant_id, transaction_id) references payment_transaction (tenant_id, id)`,
    )
    this.addSql(`alter table payment_transaction set (fillfactor = 80)`)
  }
}
