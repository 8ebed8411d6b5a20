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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'BN', 'BP', 'TX'])[get_byte(uuid_send(id), 11)]
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
    this.addSql(`comment on function id_text is 'made of 712a4352e5233af8da953f485b9fbbd81dcfb0044c8dde085a3a11c352aad3ae'`)
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
      when 'INVOICE_LEDGER_EVENT' then array['invoiceId', 'type', 'plannedDate', 'doneDate']
      when 'FACTORING_STATUS' then array['invoiceId', 'status', 'financeDecision', 'decidedBy']
      when 'INVOICE_FINANCIAL_EVENT' then array['claimId', 'type', 'component', 'amount', 'currency', 'bookDate']
      when 'DISTRIBUTION' then array['type', 'invoiceId', 'channel', 'sentAt']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(`comment on function event_data is 'made of d8fe8d196c5f987d81831b68d12863f72a9b22502aa4789f9516ae3b7a3369f1'`)
    this.addSql(`create table "client_bank_account" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "kind" varchar(10) not null, "number" varchar(40) not null, "bic" varchar(11) null, "clearing" varchar(5) null, "holder_name" varchar(140) not null, "status" varchar(12) not null, "verified_by" uuid null, "verified_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    this.addSql(`create unique index client_bank_account_number_unique on client_bank_account (tenant_id, client_id, kind, number) where status <> 'REVOKED'`)
    this.addSql(`create index "client_bank_account_client_index" on "client_bank_account" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "client_bank_account_kind_index" on "client_bank_account" ("tenant_id", "kind", "id")`)
    this.addSql(`create index "client_bank_account_status_index" on "client_bank_account" ("tenant_id", "status", "id")`)
    this.addSql(`create table "client_bank_account_profile" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "purpose" varchar(20) not null, "currency" varchar(3) not null, "client_bank_account_id" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    this.addSql(`create index "client_bank_account_profile_account_index" on "client_bank_account_profile" ("tenant_id", "client_bank_account_id", "id")`)
    this.addSql(`create index "client_bank_account_profile_purpose_index" on "client_bank_account_profile" ("tenant_id", "purpose", "id")`)
    this.addSql(`create index "client_bank_account_profile_currency_index" on "client_bank_account_profile" ("tenant_id", "currency", "id")`)
    this.addSql(`alter table "client_bank_account_profile" add constraint "client_bank_account_profile_unique" unique ("tenant_id", "client_id", "purpose", "currency")`)
    this.addSql(`create table "client_transfer_text" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "purpose" varchar(20) not null, "language" varchar(2) not null, "template" varchar(140) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    this.addSql(`create index "client_transfer_text_purpose_index" on "client_transfer_text" ("tenant_id", "purpose", "id")`)
    this.addSql(`create index "client_transfer_text_language_index" on "client_transfer_text" ("tenant_id", "language", "id")`)
    this.addSql(`alter table "client_transfer_text" add constraint "client_transfer_text_unique" unique ("tenant_id", "client_id", "purpose", "language")`)
    this.addSql(`alter table "internal_request" add "would_do" jsonb null, add "effect_hash" varchar(64) null, add "renews_id" uuid null, add "decided_at" timestamptz(3) null`)
    this.addSql(`alter table "payout" add "payout_account_id" uuid null, add "payout_number" varchar(40) null, add "remittance_text" varchar(140) null`)
    this.addSql(`create index "payout_bank_account_index" on "payout" ("tenant_id", "payout_account_id", "id")`)
    this.addSql(`alter table "client_bank_account" enable row level security`)
    this.addSql(`alter table "client_bank_account" force row level security`)
    this.addSql(`create policy "client_bank_account_tenant" on "client_bank_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_bank_account_profile" enable row level security`)
    this.addSql(`alter table "client_bank_account_profile" force row level security`)
    this.addSql(`create policy "client_bank_account_profile_tenant" on "client_bank_account_profile" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_transfer_text" enable row level security`)
    this.addSql(`alter table "client_transfer_text" force row level security`)
    this.addSql(`create policy "client_transfer_text_tenant" on "client_transfer_text" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table internal_request add constraint internal_request_renews_id_foreign foreign key (tenant_id, renews_id) references internal_request (tenant_id, id)`)
    this.addSql(`alter table client_account add constraint client_account_payout_account_id_foreign foreign key (tenant_id, payout_account_id) references client_bank_account (tenant_id, id)`)
    this.addSql(`alter table client_bank_account add constraint client_bank_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`)
    this.addSql(`alter table client_bank_account_profile add constraint client_bank_account_profile_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`)
    this.addSql(`alter table client_bank_account_profile add constraint client_bank_account_profile_client_bank_account_id_foreign foreign key (tenant_id, client_bank_account_id) references client_bank_account (tenant_id, id)`)
    this.addSql(`alter table client_transfer_text add constraint client_transfer_text_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`)
    this.addSql(`alter table payout add constraint payout_payout_account_id_foreign foreign key (tenant_id, payout_account_id) references client_bank_account (tenant_id, id)`)
  }
}
