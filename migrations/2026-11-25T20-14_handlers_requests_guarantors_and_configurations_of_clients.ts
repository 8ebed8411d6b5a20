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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'CH', 'HB', 'CQ', 'GU'])[get_byte(uuid_send(id), 11)]
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
    this.addSql(`comment on function id_text is 'made of 112638c9c75275a7745568c0dc486f4247275d97927f908e1a234dc3a36f723f'`)
    this.addSql(`create or replace function event_data(family text, data json) returns json
immutable strict parallel safe language sql return
case json_typeof(data)
  when 'null' then null
  when 'array' then (select coalesce(json_object_agg(f.name, v.value order by f.n), '{}')
    from json_array_elements(data) with ordinality v (value, n)
    join unnest(case family
      when 'INVOICE' then array['invoiceNumber', 'type', 'mainStatus', 'ledgerStatus', 'productCode', 'bookedDate']
      when 'INVOICE_BALANCE' then array['invoiceNumber', 'ledgerStatus', 'balance', 'paidAmount', 'creditedAmount', 'baseCurrency']
      when 'INVOICE_REQUEST' then array['invoiceId', 'type', 'status']
      when 'INVOICE_LEDGER_EVENT' then array['invoiceId', 'type', 'plannedDate', 'doneDate']
      when 'INVOICE_GUARANTOR' then array['invoiceId', 'status']
      when 'FACTORING_STATUS' then array['invoiceId', 'status', 'financeDecision', 'decidedBy']
      when 'INVOICE_FINANCIAL_EVENT' then array['claimId', 'type', 'component', 'amount', 'currency', 'bookDate']
      when 'DISTRIBUTION' then array['type', 'invoiceId', 'channel', 'sentAt']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(`comment on function event_data is 'made of 51939f8ef7944864ccda0049510cf246c61730741ceaaa4230a05e771ba68a6c'`)
    this.addSql(`create table "client_handler" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "email" varchar(254) null, "phone" varchar(60) null, "user_id" uuid null, "user_group_id" uuid null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    this.addSql(`create unique index client_handler_name_alike on client_handler (tenant_id, folded_name(name))`)
    this.addSql(`create index "client_handler_user_index" on "client_handler" ("tenant_id", "user_id", "id")`)
    this.addSql(`create index "client_handler_group_index" on "client_handler" ("tenant_id", "user_group_id", "id")`)
    this.addSql(`create index "client_handler_active_index" on "client_handler" ("tenant_id", "active", "id")`)
    this.addSql(`create index "client_handler_created_index" on "client_handler" ("tenant_id", "created_at", "id")`)
    this.addSql(`alter table "client_handler" add constraint "client_handler_name_unique" unique ("tenant_id", "name")`)
    this.addSql(`create table "client_handler_billing" ("tenant_id" int not null, "id" uuid not null, "client_handler_id" uuid not null, "country_code" varchar(2) not null, "identification_number" varchar(40) null, "name" varchar(200) null, "address" jsonb null, "email" varchar(254) null, "commission_percent" numeric(24,10) not null, "bill_to" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    this.addSql(`alter table "client_handler_billing" add constraint "client_handler_billing_unique" unique ("tenant_id", "client_handler_id")`)
    this.addSql(`create table "client_handler_client" ("tenant_id" int not null, "client_handler_id" uuid not null, "client_id" uuid not null, primary key ("tenant_id", "client_handler_id", "client_id"))`)
    this.addSql(`alter table "client_handler_client" add constraint "client_handler_client_unique" unique ("tenant_id", "client_id")`)
    this.addSql(`create table "client_invoice_request" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "invoice_id" uuid not null, "type" varchar(30) not null, "text" varchar(2000) not null, "data" jsonb not null, "status" varchar(20) not null, "reason_code" varchar(40) null, "comments" jsonb not null, "requested_by" uuid not null, "decided_by" uuid null, "decided_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    this.addSql(`create index "client_invoice_request_client_index" on "client_invoice_request" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "client_invoice_request_invoice_index" on "client_invoice_request" ("tenant_id", "invoice_id", "id")`)
    this.addSql(`create index "client_invoice_request_status_index" on "client_invoice_request" ("tenant_id", "status", "id")`)
    this.addSql(`create index "client_invoice_request_type_index" on "client_invoice_request" ("tenant_id", "type", "id")`)
    this.addSql(`create index "client_invoice_request_created_index" on "client_invoice_request" ("tenant_id", "created_at", "id")`)
    this.addSql(`create index "client_invoice_request_by_index" on "client_invoice_request" ("tenant_id", "requested_by", "id")`)
    this.addSql(`create table "client_repository" ("tenant_id" int not null, "client_id" uuid not null, "repository" varchar(60) not null, "branch" varchar(200) not null, "directory" varchar(200) not null, "status" varchar(20) not null, "mark" varchar(1000) not null, "row_ids" text[] not null, "commit_id" varchar(40) null, "committed_at" timestamptz(3) null, "failure" varchar(500) null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "client_id"))`)
    this.addSql(`create table "invoice_guarantor" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "invoice_id" uuid not null, "name" varchar(200) not null, "type" varchar(20) not null, "country_code" varchar(2) not null, "identification_number" varchar(40) not null, "normal_number" varchar(40) not null, "address" jsonb null, "email" varchar(254) null, "limit_amount" bigint null, "currency" varchar(3) not null, "status" varchar(20) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    this.addSql(`create index "invoice_guarantor_invoice_index" on "invoice_guarantor" ("tenant_id", "invoice_id", "id")`)
    this.addSql(`create index "invoice_guarantor_client_index" on "invoice_guarantor" ("tenant_id", "client_id", "id")`)
    this.addSql(`alter table "invoice_guarantor" add constraint "invoice_guarantor_number_unique" unique ("tenant_id", "invoice_id", "country_code", "normal_number")`)
    this.addSql(`alter table "document" drop constraint "document_owner_type_check"`)
    this.addSql(`alter table "document" add constraint "document_owner_type_check" check ("owner_type" in ('INVOICE', 'CLIENT', 'TENANT', 'VOUCHER', 'INVOICE_REQUEST'))`)
    this.addSql(`alter table "client_handler" enable row level security`)
    this.addSql(`alter table "client_handler" force row level security`)
    this.addSql(`create policy "client_handler_tenant" on "client_handler" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`)
    this.addSql(`alter table "client_handler_billing" add constraint "client_handler_billing_bill_to_check" check ("bill_to" in ('CLIENT', 'HANDLER'))`)
    this.addSql(`alter table "client_handler_billing" enable row level security`)
    this.addSql(`alter table "client_handler_billing" force row level security`)
    this.addSql(`create policy "client_handler_billing_tenant" on "client_handler_billing" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`)
    this.addSql(`alter table "client_handler_client" enable row level security`)
    this.addSql(`alter table "client_handler_client" force row level security`)
    this.addSql(`create policy "client_handler_client_tenant" on "client_handler_client" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_invoice_request" enable row level security`)
    this.addSql(`alter table "client_invoice_request" force row level security`)
    this.addSql(`create policy "client_invoice_request_tenant" on "client_invoice_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_repository" enable row level security`)
    this.addSql(`alter table "client_repository" force row level security`)
    this.addSql(`create policy "client_repository_tenant" on "client_repository" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "invoice_guarantor" enable row level security`)
    this.addSql(`alter table "invoice_guarantor" force row level security`)
    this.addSql(`create policy "invoice_guarantor_tenant" on "invoice_guarantor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table client_handler add constraint client_handler_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`)
    this.addSql(`alter table client_handler add constraint client_handler_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`)
    this.addSql(`alter table client_handler add constraint client_handler_user_group_id_foreign foreign key (tenant_id, user_group_id) references user_group (tenant_id, id)`)
    this.addSql(`alter table client_handler_client add constraint client_handler_client_client_handler_id_foreign foreign key (tenant_id, client_handler_id) references client_handler (tenant_id, id)`)
    this.addSql(`alter table client_handler_client add constraint client_handler_client_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`)
    this.addSql(`alter table client_handler_billing add constraint client_handler_billing_client_handler_id_foreign foreign key (tenant_id, client_handler_id) references client_handler (tenant_id, id)`)
    this.addSql(`alter table client_invoice_request add constraint client_invoice_request_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`)
    this.addSql(`alter table client_invoice_request add constraint client_invoice_request_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`)
    this.addSql(`alter table client_repository add constraint client_repository_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`)
    this.addSql(`alter table invoice_guarantor add constraint invoice_guarantor_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`)
    this.addSql(`alter table invoice_guarantor add constraint invoice_guarantor_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`)
  }
}
