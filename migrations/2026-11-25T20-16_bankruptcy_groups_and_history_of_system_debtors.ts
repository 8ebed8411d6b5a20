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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'SG', 'SX'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of da38567d1a507a1539a32fe7fd43df866663117fe3c1a87e5df18ff5855ded21'`,
    )
    this.addSql(
      `create table "bankrupt_claim" ("tenant_id" int not null, "invoice_id" uuid not null, "system_debtor_id" uuid not null, "client_id" uuid not null, "number" int not null, "stopped" boolean not null, "interest_paused_from" date null, "currency" varchar(3) not null, "doubtful" bigint not null, "doubtful_net" bigint not null, primary key ("tenant_id", "invoice_id"))`,
    )
    this.addSql(
      `create index "bankrupt_claim_debtor_index" on "bankrupt_claim" ("tenant_id", "system_debtor_id", "invoice_id")`,
    )
    this.addSql(
      `create index "bankrupt_claim_client_index" on "bankrupt_claim" ("tenant_id", "client_id", "system_debtor_id")`,
    )
    this.addSql(
      `create table "system_debtor_event" ("tenant_id" int not null, "id" uuid not null, "system_debtor_id" uuid not null, "type" text not null, "date" date not null, "text" varchar(500) not null, "created_by" uuid not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "system_debtor_event_debtor_index" on "system_debtor_event" ("tenant_id", "system_debtor_id", "date", "id")`,
    )
    this.addSql(
      `create index "system_debtor_event_date_index" on "system_debtor_event" ("tenant_id", "date", "id")`,
    )
    this.addSql(
      `create table "system_debtor_group" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "description" varchar(500) not null, "parent_id" uuid null, "currency" varchar(3) not null, "credit_limit" bigint null, "utilised" bigint not null, "reserved" bigint not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index system_debtor_group_name_alike on system_debtor_group (tenant_id, folded_name(name))`,
    )
    this.addSql(
      `create index "system_debtor_group_parent_index" on "system_debtor_group" ("tenant_id", "parent_id", "id")`,
    )
    this.addSql(
      `create index "system_debtor_group_created_index" on "system_debtor_group" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "system_debtor_group" add constraint "system_debtor_group_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "system_debtor_group_member" ("tenant_id" int not null, "group_id" uuid not null, "system_debtor_id" uuid not null, primary key ("tenant_id", "group_id", "system_debtor_id"))`,
    )
    this.addSql(
      `alter table "system_debtor_group_member" add constraint "system_debtor_group_member_debtor_unique" unique ("tenant_id", "system_debtor_id")`,
    )
    this.addSql(`alter table "debtor" add "bankrupt_since" date null, add "moved_to_id" uuid null`)
    this.addSql(
      `create index "debtor_moved_index" on "debtor" ("tenant_id", "moved_to_id") where "moved_to_id" is not null`,
    )
    this.addSql(`alter table "financial_event" drop constraint "financial_event_type_check"`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'REFINANCED', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'DOUBTFUL', 'REVERSAL'))`,
    )
    this.addSql(
      `alter table "system_debtor" add "status_before" text null, add "bankruptcy_date" date null, add "bankruptcy_case_number" varchar(60) null, add "bankruptcy_trustee" varchar(200) null, add "last_claim_date" date null, add "rating_internal" varchar(20) null`,
    )
    this.addSql(
      `create index "system_debtor_rating_index" on "system_debtor" ("tenant_id", "rating_internal", "id") where "rating_internal" is not null`,
    )
    this.addSql(
      `alter table "system_debtor" add constraint "system_debtor_status_before_check" check ("status_before" in ('ACTIVE', 'BANKRUPT', 'LIQUIDATION', 'RECONSTRUCTION', 'DECEASED'))`,
    )
    this.addSql(`alter table "system_errand" drop constraint "system_errand_type_check"`)
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_type_check" check ("type" in ('INVOICE_VALIDATION', 'ACTIVATION_FAILED', 'POST_ACTIVATION', 'PAYMENT_MISMATCH', 'RECONCILIATION', 'VOUCHER', 'SYNC', 'DOCUMENT', 'DISTRIBUTION', 'ENFORCEMENT', 'CREDIT', 'BANKRUPTCY', 'AML', 'KYC', 'PAYOUT', 'MONITORING', 'LIMITATION', 'ONBOARDING', 'JOB', 'PROCESS'))`,
    )
    this.addSql(`alter table "bankrupt_claim" enable row level security`)
    this.addSql(`alter table "bankrupt_claim" force row level security`)
    this.addSql(`create policy "bankrupt_claim_tenant" on "bankrupt_claim" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "system_debtor_event" add constraint "system_debtor_event_type_check" check ("type" in ('PAYMENT', 'LATE', 'REMINDER', 'COLLECTION', 'BANKRUPTCY', 'CREDIT_CHANGE', 'LIMIT_CHANGE', 'BLOCK'))`,
    )
    this.addSql(`alter table "system_debtor_event" enable row level security`)
    this.addSql(`alter table "system_debtor_event" force row level security`)
    this.addSql(
      `create policy "system_debtor_event_tenant" on "system_debtor_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "system_debtor_group" enable row level security`)
    this.addSql(`alter table "system_debtor_group" force row level security`)
    this.addSql(
      `create policy "system_debtor_group_tenant" on "system_debtor_group" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "system_debtor_group_member" enable row level security`)
    this.addSql(`alter table "system_debtor_group_member" force row level security`)
    this.addSql(
      `create policy "system_debtor_group_member_tenant" on "system_debtor_group_member" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_moved_to_id_foreign foreign key (tenant_id, moved_to_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor_group add constraint system_debtor_group_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table system_debtor_group add constraint system_debtor_group_parent_id_foreign foreign key (tenant_id, parent_id) references system_debtor_group (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor_group_member add constraint system_debtor_group_member_group_id_foreign foreign key (tenant_id, group_id) references system_debtor_group (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor_group_member add constraint system_debtor_group_member_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor_event add constraint system_debtor_event_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table bankrupt_claim add constraint bankrupt_claim_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table bankrupt_claim add constraint bankrupt_claim_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table bankrupt_claim add constraint bankrupt_claim_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(`drop trigger system_debtor_steady on system_debtor`)
    this.addSql(`drop trigger debtor_steady on debtor`)
    this.addSql(`create constraint trigger system_debtor_steady after delete or update of tenant_id, id, identification_number, country_code, type, name, status, status_before, bankruptcy_date, bankruptcy_case_number, bankruptcy_trustee, last_claim_date, rating_internal, version, created_at, updated_at on system_debtor
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger system_debtor_steady on system_debtor is 'made of 3969693bb4dce5d1856416954009f5eaff5c4fb93362d981f5a4a23d4135fce1'`,
    )
    this.addSql(`create constraint trigger debtor_steady after delete or update of tenant_id, id, client_id, customer_number, system_debtor_id, type, subtype_id, name, identification_number, country_code, email, phone, invoice_address, delivery_address, peppol_id, preferred_language, reminder_profile_id, bankrupt_since, moved_to_id, further, currency, created_at on debtor
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger debtor_steady on debtor is 'made of 1fdb56630c354e867c3f1f8324bda6a9af966937bb88ec0efcade1053c8147e3'`,
    )
  }
}
