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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of 5d90d95bc4a8feb83d134b50168d13d18fef6ca42da49b8a628ed5470d3ea447'`,
    )
    this.addSql(`create or replace function id_of(id text) returns uuid immutable strict parallel safe language plpgsql as $$
declare
  t text := right(id, 26);
  u uuid;
begin
  if id = 'platform' then return 'ffffffffffffffffffffffffffffffff'; end if;
  if id !~ '^[A-Z]{1,4}[.]?[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{26}$' then return null; end if;
  u := (lpad(to_hex((((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 1, 1)) - 1)::bigint << 55) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 2, 1)) - 1)::bigint << 50) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 3, 1)) - 1)::bigint << 45) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 4, 1)) - 1)::bigint << 40) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 5, 1)) - 1)::bigint << 35) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 6, 1)) - 1)::bigint << 30) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 7, 1)) - 1)::bigint << 25) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 8, 1)) - 1)::bigint << 20) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 9, 1)) - 1)::bigint << 15) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 10, 1)) - 1)::bigint << 10) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 11, 1)) - 1)::bigint << 5) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 12, 1)) - 1)::bigint << 0)) >> 0), 15, '0')
    || lpad(to_hex((((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 13, 1)) - 1)::bigint << 55) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 14, 1)) - 1)::bigint << 50) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 15, 1)) - 1)::bigint << 45) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 16, 1)) - 1)::bigint << 40) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 17, 1)) - 1)::bigint << 35) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 18, 1)) - 1)::bigint << 30) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 19, 1)) - 1)::bigint << 25) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 20, 1)) - 1)::bigint << 20) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 21, 1)) - 1)::bigint << 15) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 22, 1)) - 1)::bigint << 10) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 23, 1)) - 1)::bigint << 5) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 24, 1)) - 1)::bigint << 0)) >> 0), 15, '0')
    || lpad(to_hex((((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 25, 1)) - 1)::bigint << 5) | ((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substr(t, 26, 1)) - 1)::bigint << 0)) >> 2), 2, '0'))::uuid;
  return case when (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN'])[get_byte(uuid_send(u), 11)] || t = id then u end;
end $$`)
    this.addSql(
      `comment on function id_of is 'made of 8d189eced36b7d35eab54d0009a0f4b5382a8a04ac68ba3a7e4f15e8c504831d'`,
    )
    this.addSql(`create or replace function mixed(number bigint) returns bigint immutable strict parallel safe language plpgsql as $$
declare
  value bigint := number # (number >> 16);
begin
  value := (value * 2146121005) & 4294967295;
  value := value # (value >> 15) # (value >> 30);
  value := (value::numeric * 2221713035 % 4294967296)::bigint;
  return value # (value >> 16);
end $$`)
    this.addSql(
      `comment on function mixed is 'made of 4225f4d0aafe964c9e3cfba67dd1afa221068166717ce619c1a2f9a6edf584bd'`,
    )
    this.addSql(`create or replace function tenant_text(tenant int) returns text immutable strict parallel safe language plpgsql as $$
declare
  own bigint := mixed(tenant);
  words bigint[] := array[mixed(own # 12139) >> 5, own, mixed(own # 20973) >> 0, mixed(own # 31293) >> 0];
  hex text := '';
begin
  for at in 1..4 loop hex := hex || lpad(to_hex(words[at]), 8, '0'); end loop;
  return id_text(overlay(hex placing '44' from 23)::uuid);
end $$`)
    this.addSql(
      `comment on function tenant_text is 'made of 2b8ea9d1a6441127aa77a2d4b824894e92cc980b6225bb0663211b2dc6ec5a01'`,
    )
    this.addSql(`create or replace function id_within(kind int, journal_id uuid, ordinal int)
returns uuid immutable strict parallel safe language sql return
encode(set_byte(set_byte(set_byte(uuid_send(journal_id), 11, kind),
  14, ordinal >> 8), 15, ordinal & 255), 'hex')::uuid`)
    this.addSql(
      `comment on function id_within is 'made of 3a52413584edf863a6fbc3eea9813e123417e82292b964323ead0a418bf4f622'`,
    )
    this.addSql(`create or replace function id_beside(kind int, id uuid, other uuid)
returns uuid immutable strict parallel safe language sql return
encode(substr(uuid_send(id), 1, 6) || set_byte(substr(decode(md5(uuid_send(id) || uuid_send(other)),
  'hex'), 1, 10), 5, kind), 'hex')::uuid`)
    this.addSql(
      `comment on function id_beside is 'made of a3963893c02321df3e228b8bb35409bf0167c071f26c828eab19f1cf1c47522c'`,
    )
    this.addSql(`create sequence tenant_number as int`)
    this.addSql(`create function assigned_clients() returns setof uuid stable language plpgsql as $$
declare
  tenant int := nullif(current_setting('app.tenant_id', true), '')::int;
  holder uuid := nullif(current_setting('app.holder_id', true), '')::uuid;
  scope text := current_setting('app.scope', true);
begin
  perform set_config('app.scope', '', true);
  return query
    select a.client_id from client_access a
    where a.tenant_id = tenant and a.holder_id = holder
    union all select a.client_id from user_group_member m join client_access a
      on a.tenant_id = m.tenant_id and a.holder_id = m.user_group_id
    where m.tenant_id = tenant and m.user_id = holder;
  perform set_config('app.scope', scope, true);
end $$`)
    this.addSql(`create function is_assigned(tenant int, holder uuid, client uuid) returns boolean stable language plpgsql as $$
begin
  return exists (
      select from client_access a
      where a.tenant_id = tenant and a.holder_id = holder and a.client_id = client)
    or exists (
      select from user_group_member m join client_access a
        on a.tenant_id = m.tenant_id and a.holder_id = m.user_group_id
      where m.tenant_id = tenant and m.user_id = holder and a.client_id = client);
end $$`)
    this.addSql(`create function known_claims() returns setof uuid stable language plpgsql as $$
begin
  return query
    select i.id from invoice i
    where i.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int
      and i.debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid
      and i.main_status in ('ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED');
end $$`)
    this.addSql(`create function policy_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        update policy_version set revision = revision + 1
          where tenant_id in (select tenant_id from changed);
        return null;
      end $function$`)
    this.addSql(`create function voucher_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare wrong uuid;
      begin
        select p.voucher_id into wrong from added p
          left join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
          group by p.tenant_id, p.voucher_id, v.id, v.total
          having v.id is null or sum(p.amount) <> 0
            or sum(p.amount) filter (where p.amount > 0) <> v.total
            or min(p.line) <> 1 or max(p.line) <> count(*) or count(*) < 2
            or bool_or(p.owner_id <> v.owner_id or p.currency <> v.currency or p.date <> v.date)
          limit 1;
        if found then
          raise exception 'voucher % does not balance', id_text(wrong)
            using errcode = 'check_violation', constraint = 'voucher_balances';
        end if;
        select p.voucher_id into wrong from added p
          join bookkeeping_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
          join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
          where a.role in ('AR', 'AR_PURCHASED', 'AR_FEES', 'AR_INTEREST', 'CLIENT_BILLED_AR',
              'CLIENT_PAYABLE', 'RESERVE', 'UNALLOCATED', 'IN_TRANSIT', 'CLEARING',
              'CLEARING_RESERVE')
            and (p.role is distinct from a.role or v.financial_event_id is null)
          limit 1;
        if found then
          raise exception 'voucher % moves what financial events keep', id_text(wrong)
            using errcode = 'check_violation', constraint = 'voucher_keeps_control';
        end if;
        return null;
      end $function$`)
    this.addSql(`create function voucher_is_whole()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if not exists (select from voucher_posting p
          where p.tenant_id = new.tenant_id and p.voucher_id = new.id and p.line = 1)
        then
          raise exception 'voucher % has no postings of its own', id_text(new.id)
            using errcode = 'check_violation', constraint = 'voucher_is_whole';
        end if;
        return null;
      end $function$`)
    this.addSql(`create function webhook_log_astray()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        new.astray := case when new.status not in ('QUEUED', 'DELIVERED') then new.status end;
        return new;
      end $function$`)
    this.addSql(`create function webhook_routed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      begin
        if tg_op <> 'INSERT' then
          delete from webhook_route r where r.tenant_id = old.tenant_id and r.webhook_id = old.id;
        end if;
        if tg_op <> 'DELETE' and new.enabled then
          insert into webhook_route (tenant_id, type, webhook_id, only_client_id)
            values (new.tenant_id, new.type, new.id, new.client_id);
        end if;
        return null;
      end $function$`)
    this.addSql(`create function voucher_on_its_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare
        wrong date;
        year int;
      begin
        select v.date into wrong from added v
          join locked_period l on l.tenant_id = v.tenant_id and l.owner_id = v.owner_id
            and l.locked_until >= v.date
          limit 1;
        if found then
          raise exception 'the period of % is locked', wrong
            using errcode = 'check_violation', constraint = 'voucher_in_open_period';
        end if;
        select v.date, v.fiscal_year into wrong, year from added v
          left join client_setting s on s.tenant_id = v.tenant_id and s.client_id = v.owner_id
            and s.kind = 'BOOKKEEPING'
          where v.fiscal_year <> extract(year from v.date)
            - (to_char(v.date, 'MM-DD') < coalesce(s.value ->> 'fiscalYearStart', '01-01'))::int
          limit 1;
        if found then
          raise exception '% is not in the fiscal year %', wrong, year
            using errcode = 'check_violation', constraint = 'voucher_in_fiscal_year';
        end if;
        return null;
      end $function$`)
    this.addSql(
      `create table "account_day" ("tenant_id" int not null, "account_id" uuid not null, "date" date not null, "recorded_on" date not null, "client_id" uuid null, "amount" bigint not null, primary key ("tenant_id", "account_id", "date", "recorded_on"))`,
    )
    this.addSql(
      `create table "article" ("tenant_id" int not null, "id" uuid not null, "invoice_id" uuid not null, "client_id" uuid not null, "debtor_id" uuid not null, "row_no" int not null, "type" text not null, "article_number" varchar(60) null, "description" varchar(1000) null, "quantity" varchar(40) null, "unit" varchar(20) null, "price" varchar(40) null, "discount_percent" varchar(40) null, "discount_amount" varchar(40) null, "vat_percentage" numeric(24,10) null, "account_number" varchar(20) null, "cost_centre" varchar(60) null, "project" varchar(60) null, "currency" varchar(3) not null, "net_amount" bigint not null, "vat_amount" bigint not null, "gross_amount" bigint not null, "labels" text[] not null, "further" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "article_number_index" on "article" ("tenant_id", "article_number", "id") where "article_number" is not null`,
    )
    this.addSql(
      `create index "article_account_index" on "article" ("tenant_id", "account_number") where "account_number" is not null`,
    )
    this.addSql(`create index "article_client_index" on "article" ("tenant_id", "client_id", "id")`)
    this.addSql(
      `alter table "article" add constraint "article_row_unique" unique ("tenant_id", "invoice_id", "row_no")`,
    )
    this.addSql(
      `create table "article_label" ("tenant_id" int not null, "id" uuid not null, "invoice_id" uuid not null, "client_id" uuid not null, "debtor_id" uuid not null, "article_id" uuid null, "name" varchar(100) not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "article_label_invoice_index" on "article_label" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(
      `create table "background_task" ("tenant_id" int not null, "id" uuid not null, "task_name" varchar(60) not null, "client_id" uuid null, "status" text not null, "total" int not null, "processed" int not null, "succeeded" int not null, "failed" int not null, "input" jsonb not null, "selection" jsonb null, "selected_until" varchar(60) null, "walked_to" varchar(60) null, "walked" boolean not null, "settled_to" int not null, "result" jsonb null, "requested_by" uuid not null, "requested_by_name" varchar(200) not null, "opened_by" varchar(120) null, "assigned_only" boolean not null, "code" varchar(60) null, "started_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "background_task_name_index" on "background_task" ("tenant_id", "task_name", "id")`,
    )
    this.addSql(
      `create index "background_task_status_index" on "background_task" ("tenant_id", "status", "created_at")`,
    )
    this.addSql(
      `create index background_task_moving_index on background_task (tenant_id, updated_at) where status in ('QUEUED', 'RUNNING')`,
    )
    this.addSql(
      `create table "background_task_item" ("tenant_id" int not null, "task_id" uuid not null, "position" int not null, "entity_id" uuid not null, "status" text not null, "code" varchar(60) null, "message" varchar(500) null, primary key ("tenant_id", "task_id", "position"))`,
    )
    this.addSql(
      `create index background_task_item_waiting_index on background_task_item (tenant_id, task_id, position) where status = 'WAITING'`,
    )
    this.addSql(
      `create table "bookkeeping_account" ("tenant_id" int not null, "id" uuid not null, "owner_type" text not null, "owner_id" uuid not null, "client_id" uuid null, "number" varchar(20) not null, "name" varchar(200) not null, "type" text not null, "role" varchar(40) null, "vat_code" varchar(20) null, "sru_code" varchar(20) null, "currency" varchar(3) not null, "beside_number" varchar(20) null, "balance" bigint not null, "balance_as_of" date null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "bookkeeping_account_number_index" on "bookkeeping_account" ("tenant_id", "number", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_account_name_index" on "bookkeeping_account" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_account_client_index" on "bookkeeping_account" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "bookkeeping_account_owner_index" on "bookkeeping_account" ("tenant_id", "owner_type", "id")`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_number_unique" unique ("tenant_id", "owner_id", "number")`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_role_currency_unique" unique ("tenant_id", "owner_id", "role", "currency")`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_beside_unique" unique ("tenant_id", "owner_id", "beside_number", "currency")`,
    )
    this.addSql(
      `create table "cache_clear" ("tenant_id" int not null, "id" uuid not null, "module" text not null, "entries" int not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "cache_clear_module_index" on "cache_clear" ("tenant_id", "module", "id")`,
    )
    this.addSql(
      `create table "client" ("tenant_id" int not null, "id" uuid not null, "number" varchar(40) null, "identification_number" varchar(40) not null, "normal_number" varchar(40) null, "name" varchar(200) not null, "country_code" varchar(2) not null, "locale" varchar(20) null, "contact_information" jsonb null, "address_information" jsonb null, "preferred_language" text not null, "status" text not null, "invoice_erp_id" uuid null, "bookkeep_erp_id" uuid null, "reminder_profile_id" uuid null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "client_name_index" on "client" ("tenant_id", "name", "id")`)
    this.addSql(`create index "client_status_index" on "client" ("tenant_id", "status", "id")`)
    this.addSql(
      `create index "client_identification_index" on "client" ("tenant_id", "identification_number", "id")`,
    )
    this.addSql(
      `create index "client_normal_index" on "client" ("tenant_id", "normal_number", "id")`,
    )
    this.addSql(
      `create index client_onboarding_index on client (tenant_id, created_at) where status = 'ONBOARDING'`,
    )
    this.addSql(
      `alter table "client" add constraint "client_number_unique" unique ("tenant_id", "number")`,
    )
    this.addSql(
      `alter table "client" add constraint "client_identification_unique" unique ("tenant_id", "country_code", "identification_number")`,
    )
    this.addSql(
      `create table "client_access" ("tenant_id" int not null, "id" uuid not null, "holder_type" text not null, "holder_id" uuid not null, "client_id" uuid not null, "reason" text not null, "via_id" uuid not null, "created_by" uuid not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_access_client_index" on "client_access" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(`create index "client_access_via_index" on "client_access" ("tenant_id", "via_id")`)
    this.addSql(
      `alter table "client_access" add constraint "client_access_unique" unique ("tenant_id", "holder_id", "client_id", "reason", "via_id")`,
    )
    this.addSql(
      `create table "client_account" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "type" text not null, "currency" varchar(3) not null, "balance" bigint not null, "payout_account_id" uuid null, "payout_schedule" varchar(20) null, "min_payout" bigint null, "min_balance" bigint null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_account_type_index" on "client_account" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "client_account_currency_index" on "client_account" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `alter table "client_account" add constraint "client_account_unique" unique ("tenant_id", "client_id", "type", "currency")`,
    )
    this.addSql(
      `create table "client_account_transaction" ("tenant_id" int not null, "id" uuid not null, "client_account_id" uuid not null, "client_id" uuid not null, "type" text not null, "amount" bigint not null, "balance_after" bigint not null, "currency" varchar(3) not null, "book_date" date not null, "value_date" date not null, "financial_event_id" uuid not null, "source_type" varchar(40) not null, "source_id" uuid not null, "text" varchar(500) not null, "payout_id" uuid null, "reverses_id" uuid null, "reversed_by_id" uuid null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_account_transaction_account_index" on "client_account_transaction" ("tenant_id", "client_account_id", "id")`,
    )
    this.addSql(
      `create index "client_account_transaction_client_index" on "client_account_transaction" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "client_account_transaction_date_index" on "client_account_transaction" ("tenant_id", "book_date", "id")`,
    )
    this.addSql(
      `create index "client_account_transaction_type_index" on "client_account_transaction" ("tenant_id", "type")`,
    )
    this.addSql(
      `create index "client_account_transaction_event_index" on "client_account_transaction" ("tenant_id", "financial_event_id")`,
    )
    this.addSql(
      `create table "client_article" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "article_number" varchar(60) not null, "description" varchar(500) not null, "unit" varchar(20) null, "price" numeric(24,10) null, "vat_percentage" numeric(24,10) null, "account_number" varchar(20) null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_article_text_index" on "client_article" ("tenant_id", "description", "id")`,
    )
    this.addSql(
      `create index "client_article_number_index" on "client_article" ("tenant_id", "article_number", "id")`,
    )
    this.addSql(
      `alter table "client_article" add constraint "client_article_number_unique" unique ("tenant_id", "client_id", "article_number")`,
    )
    this.addSql(
      `create table "client_product" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "product_code" text not null, "family" text not null, "enabled" boolean not null, "is_default" boolean not null, "recourse" boolean not null, "recourse_days" int null, "advance_rate" numeric(24,10) not null, "reserve_rate" numeric(24,10) not null, "commission_rate" numeric(24,10) not null, "commission_vat_rate" numeric(24,10) not null, "min_tenor_days" int null, "max_tenor_days" int null, "limits_apply" boolean not null, "manual_control" boolean not null, "valid_from" date not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_product_code_index" on "client_product" ("tenant_id", "product_code", "id")`,
    )
    this.addSql(
      `create index "client_product_family_index" on "client_product" ("tenant_id", "family", "id")`,
    )
    this.addSql(
      `create index "client_product_enabled_index" on "client_product" ("tenant_id", "enabled", "id")`,
    )
    this.addSql(
      `alter table "client_product" add constraint "client_product_code_unique" unique ("tenant_id", "client_id", "product_code")`,
    )
    this.addSql(
      `create table "client_setting" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "kind" text not null, "value" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "client_setting" add constraint "client_setting_kind_unique" unique ("tenant_id", "client_id", "kind")`,
    )
    this.addSql(
      `create table "client_sync" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "status" text not null, "direction" text not null, "scope" jsonb not null, "cursor" varchar(500) null, "last_run_at" timestamptz(3) null, "last_error" varchar(1000) null, "onboarding_url" varchar(1000) null, "onboarding_url_expires_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "client_sync" add constraint "client_sync_unique" unique ("tenant_id", "client_id")`,
    )
    this.addSql(
      `create table "client_sync_invoice" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "external_id" varchar(200) not null, "invoice_id" uuid null, "direction" text not null, "status" text not null, "error" varchar(1000) null, "attempts" int not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "client_sync_invoice_client_index" on "client_sync_invoice" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "client_sync_invoice_status_index" on "client_sync_invoice" ("tenant_id", "client_id", "status", "id")`,
    )
    this.addSql(
      `create index "client_sync_invoice_created_index" on "client_sync_invoice" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index client_sync_invoice_moving_index on client_sync_invoice (tenant_id, updated_at) where direction = 'EXPORT' and status in ('PENDING', 'RUNNING')`,
    )
    this.addSql(
      `alter table "client_sync_invoice" add constraint "client_sync_invoice_unique" unique ("tenant_id", "client_id", "direction", "external_id")`,
    )
    this.addSql(
      `create table "credit_decision_status" ("tenant_id" int not null, "id" uuid not null, "number" int not null, "core_status" text not null, "name" varchar(100) not null, "grouping" varchar(100) null, "sort_order" int not null, "colour" varchar(20) null, "sla_hours" int null, "is_default" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "credit_decision_status_core_index" on "credit_decision_status" ("tenant_id", "core_status", "id")`,
    )
    this.addSql(
      `create index "credit_decision_status_name_index" on "credit_decision_status" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "credit_decision_status_order_index" on "credit_decision_status" ("tenant_id", "sort_order", "id")`,
    )
    this.addSql(
      `alter table "credit_decision_status" add constraint "credit_decision_status_number_unique" unique ("tenant_id", "number")`,
    )
    this.addSql(
      `create table "credit_status" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "currency" varchar(3) not null, "product_code" text not null, "credit_limit" bigint null, "temporary_limit" bigint null, "temporary_until" date null, "utilised" bigint not null, "reserved" bigint not null, "max_debtor_share" numeric(24,10) null, "status" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "credit_status_status_index" on "credit_status" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "credit_status_currency_index" on "credit_status" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `alter table "credit_status" add constraint "credit_status_unique" unique ("tenant_id", "client_id", "currency", "product_code")`,
    )
    this.addSql(
      `create table "debtor" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "customer_number" varchar(60) not null, "system_debtor_id" uuid null, "type" text not null, "subtype_id" uuid null, "name" varchar(200) not null, "identification_number" varchar(40) null, "country_code" varchar(2) null, "email" varchar(254) null, "phone" varchar(60) null, "invoice_address" jsonb null, "delivery_address" jsonb null, "peppol_id" varchar(100) null, "preferred_language" text null, "reminder_profile_id" uuid null, "further" jsonb not null, "currency" varchar(3) not null, "balance" bigint not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "debtor_customer_index" on "debtor" ("tenant_id", "customer_number", "id")`,
    )
    this.addSql(`create index "debtor_name_index" on "debtor" ("tenant_id", "name", "id")`)
    this.addSql(`create index "debtor_type_index" on "debtor" ("tenant_id", "type")`)
    this.addSql(`create index "debtor_client_index" on "debtor" ("tenant_id", "client_id", "id")`)
    this.addSql(
      `create index "debtor_system_index" on "debtor" ("tenant_id", "system_debtor_id", "id") where "system_debtor_id" is not null`,
    )
    this.addSql(
      `create index "debtor_identification_index" on "debtor" ("tenant_id", "identification_number", "id") where "identification_number" is not null`,
    )
    this.addSql(
      `alter table "debtor" add constraint "debtor_number_unique" unique ("tenant_id", "client_id", "customer_number")`,
    )
    this.addSql(
      `create table "debtor_blocked" ("tenant_id" int not null, "id" uuid not null, "identification_number" varchar(40) not null, "country_code" varchar(2) not null, "scope" text not null, "client_id" uuid null, "products" text[] not null, "reason_code" varchar(40) null, "comment" varchar(500) not null, "blocked_from" date not null, "blocked_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index debtor_blocked_all_unique on debtor_blocked (tenant_id, identification_number, country_code) where client_id is null`,
    )
    this.addSql(
      `create index "debtor_blocked_client_index" on "debtor_blocked" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "debtor_blocked_scope_index" on "debtor_blocked" ("tenant_id", "scope", "id")`,
    )
    this.addSql(
      `alter table "debtor_blocked" add constraint "debtor_blocked_unique" unique ("tenant_id", "identification_number", "country_code", "client_id")`,
    )
    this.addSql(
      `create table "debtor_exposure" ("tenant_id" int not null, "client_id" uuid not null, "whose" uuid not null, "currency" varchar(3) not null, "utilised" bigint not null, "reserved" bigint not null, primary key ("tenant_id", "client_id", "whose", "currency"))`,
    )
    this.addSql(
      `create table "debtor_subtype" ("tenant_id" int not null, "id" uuid not null, "code" varchar(40) not null, "debtor_type" text not null, "name" varchar(100) not null, "description" varchar(500) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "debtor_subtype_type_index" on "debtor_subtype" ("tenant_id", "debtor_type", "code", "id")`,
    )
    this.addSql(
      `create index "debtor_subtype_name_index" on "debtor_subtype" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `alter table "debtor_subtype" add constraint "debtor_subtype_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "document" ("tenant_id" int not null, "id" uuid not null, "type" text not null, "owner_type" text not null, "owner_id" uuid not null, "client_id" uuid null, "debtor_id" uuid null, "invoice_id" uuid null, "filename" varchar(200) not null, "mime_type" varchar(100) not null, "language" text null, "size" int not null, "sha256" varchar(64) not null, "storage_key" varchar(200) null, "frozen" json null, "sender_shown_id" uuid null, "debtor_shown_id" uuid null, "status" text not null, "distribution_status" text null, "channel" text null, "recipient" varchar(254) null, "sent_at" timestamptz(3) null, "source_key" varchar(200) null, "retention_until" date null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "document_owner_index" on "document" ("tenant_id", "owner_id", "id")`)
    this.addSql(
      `create index "document_client_index" on "document" ("tenant_id", "client_id", "id") where "client_id" is not null`,
    )
    this.addSql(
      `create index "document_type_index" on "document" ("tenant_id", "type", "id") where "type" != 'INVOICE'`,
    )
    this.addSql(
      `create index "document_filename_index" on "document" ("tenant_id", "filename", "id")`,
    )
    this.addSql(
      `create index document_distribution_index on document (tenant_id, distribution_status, id) where distribution_status is not null`,
    )
    this.addSql(
      `create index document_queued_index on document (tenant_id, updated_at) where distribution_status = 'QUEUED'`,
    )
    this.addSql(
      `create unique index "document_source_unique" on "document" ("tenant_id", "source_key") where "source_key" is not null`,
    )
    this.addSql(
      `create table "email_recipient" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "email" varchar(254) not null, "types" text[] not null, "language" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "email_recipient" add constraint "email_recipient_unique" unique ("tenant_id", "client_id", "email")`,
    )
    this.addSql(
      `create table "erp" ("tenant_id" int not null, "id" uuid not null, "erp_type_id" uuid not null, "name" varchar(100) not null, "uses" text not null, "connector" text not null, "target" varchar(1000) null, "billing" jsonb not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "erp_type_index" on "erp" ("tenant_id", "erp_type_id", "id")`)
    this.addSql(`create index "erp_active_index" on "erp" ("tenant_id", "active", "id")`)
    this.addSql(`alter table "erp" add constraint "erp_name_unique" unique ("tenant_id", "name")`)
    this.addSql(
      `create table "erp_type" ("tenant_id" int not null, "id" uuid not null, "code" varchar(40) not null, "name" varchar(100) not null, "connector" text not null, "uses" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "erp_type" add constraint "erp_type_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "errand_event" ("tenant_id" int not null, "id" uuid not null, "errand_id" uuid not null, "client_id" uuid null, "type" varchar(40) not null, "text" varchar(1000) not null, "data" jsonb not null, "created_by" uuid not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "errand_event_errand_index" on "errand_event" ("tenant_id", "errand_id", "id")`,
    )
    this.addSql(
      `create table "exchange_rate" ("tenant_id" int not null, "base" varchar(3) not null, "currency" varchar(3) not null, "date" date not null, "rate" numeric(24,10) not null, "source" varchar(40) not null, "loaded_at" timestamptz(3) not null, primary key ("tenant_id", "base", "currency", "date"))`,
    )
    this.addSql(`create index "exchange_rate_date_index" on "exchange_rate" ("tenant_id", "date")`)
    this.addSql(
      `create table "factoring_country" ("tenant_id" int not null, "id" uuid not null, "code" varchar(2) not null, "enabled" boolean not null, "currencies" text[] not null, "max_limit" bigint null, "max_limit_currency" varchar(3) null, "risk_weight" numeric(24,10) not null, "requires_insurance" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "factoring_country_enabled_index" on "factoring_country" ("tenant_id", "enabled", "id")`,
    )
    this.addSql(
      `alter table "factoring_country" add constraint "factoring_country_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "factoring_decision" ("tenant_id" int not null, "id" uuid not null, "invoice_id" uuid not null, "client_id" uuid not null, "debtor_id" uuid not null, "system_debtor_id" uuid null, "country_code" varchar(2) null, "status" text not null, "sub_status_id" varchar(255) null, "finance_decision" text null, "decided_by" text null, "decided_by_id" uuid null, "amount" bigint not null, "currency" varchar(3) not null, "reserved" bigint not null, "service_provider_code" varchar(40) null, "reason_codes" text[] not null, "comment" varchar(1000) not null, "criteria" jsonb not null, "terms_snapshot" jsonb null, "limit_snapshot" jsonb null, "external_reference" varchar(200) null, "history" jsonb not null, "requested_by" uuid not null, "requested_at" timestamptz(3) not null, "decided_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "factoring_decision_invoice_index" on "factoring_decision" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(
      `create index "factoring_decision_client_index" on "factoring_decision" ("tenant_id", "client_id", "requested_at", "id")`,
    )
    this.addSql(
      `create index "factoring_decision_debtor_index" on "factoring_decision" ("tenant_id", "debtor_id", "requested_at", "id")`,
    )
    this.addSql(
      `create index "factoring_decision_status_index" on "factoring_decision" ("tenant_id", "status", "requested_at", "id")`,
    )
    this.addSql(
      `create index "factoring_decision_verdict_index" on "factoring_decision" ("tenant_id", "finance_decision", "requested_at", "id")`,
    )
    this.addSql(
      `create index factoring_decision_open_index on factoring_decision (tenant_id, updated_at) where status <> 'DECIDED'`,
    )
    this.addSql(
      `create index "factoring_decision_requested_index" on "factoring_decision" ("tenant_id", "requested_at", "id")`,
    )
    this.addSql(
      `create table "financial_event" ("tenant_id" int not null, "id" uuid not null, "claim_type" text null, "claim_id" uuid null, "client_id" uuid null, "debtor_id" uuid null, "type" text not null, "component" text null, "amount" bigint not null, "currency" varchar(3) not null, "book_date" date not null, "value_date" date not null, "recorded_at" timestamptz(3) not null, "source_key" varchar(200) not null, "source_type" varchar(40) not null, "source_id" uuid not null, "reason_code" varchar(40) null, "text" varchar(500) not null, "voucher_count" int not null, "facts" jsonb not null, "reverses_id" uuid null, "reversed_by_id" uuid null, "created_by" uuid not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "financial_event_claim_index" on "financial_event" ("tenant_id", "claim_id", "id")`,
    )
    this.addSql(
      `create index "financial_event_client_index" on "financial_event" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "financial_event_debtor_index" on "financial_event" ("tenant_id", "debtor_id", "id")`,
    )
    this.addSql(
      `create index "financial_event_date_index" on "financial_event" ("tenant_id", "book_date", "id")`,
    )
    this.addSql(
      `create index "financial_event_type_index" on "financial_event" ("tenant_id", "type")`,
    )
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_source_unique" unique ("tenant_id", "source_key")`,
    )
    this.addSql(
      `create unique index "financial_event_reverses_unique" on "financial_event" ("tenant_id", "reverses_id") where "reverses_id" is not null`,
    )
    this.addSql(
      `create table "idempotency" ("tenant_id" int not null, "principal_id" uuid not null, "operation" varchar(120) not null, "key" varchar(255) not null, "fingerprint" varchar(64) not null, "status" int not null, "body" text null, "location" text null, "secret" boolean not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "principal_id", "operation", "key"))`,
    )
    this.addSql(`create index "idempotency_age_index" on "idempotency" ("created_at")`)
    this.addSql(
      `create table "inbound_event" ("tenant_id" int not null, "id" uuid not null, "kind" text not null, "external_id" varchar(200) not null, "owner_id" uuid not null, "client_id" uuid null, "subject_id" varchar(200) null, "status" text not null, "payload" jsonb not null, "received_from" varchar(60) not null, "applied_at" timestamptz(3) null, "error" varchar(1000) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "inbound_event_kind_index" on "inbound_event" ("tenant_id", "kind", "id")`,
    )
    this.addSql(
      `create index "inbound_event_status_index" on "inbound_event" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "inbound_event_external_index" on "inbound_event" ("tenant_id", "external_id", "id")`,
    )
    this.addSql(
      `create index "inbound_event_subject_index" on "inbound_event" ("tenant_id", "subject_id", "id")`,
    )
    this.addSql(
      `create index "inbound_event_client_index" on "inbound_event" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `alter table "inbound_event" add constraint "inbound_event_unique" unique ("tenant_id", "kind", "external_id", "owner_id")`,
    )
    this.addSql(
      `create table "internal_request" ("tenant_id" int not null, "id" uuid not null, "topic" varchar(60) not null, "subject_type" varchar(60) not null, "subject_id" uuid not null, "client_id" uuid null, "payload_hash" varchar(64) not null, "status" text not null, "comment" varchar(1000) null, "requested_by" uuid not null, "requested_by_name" varchar(200) not null, "decided_by" uuid null, "expires_at" timestamptz(3) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "internal_request_topic_index" on "internal_request" ("tenant_id", "topic", "subject_id", "id")`,
    )
    this.addSql(
      `create index internal_request_open_index on internal_request (tenant_id, expires_at) where status = 'OPEN'`,
    )
    this.addSql(
      `create table "user_invitation" ("tenant_id" int not null, "id" uuid not null, "user_id" uuid not null, "status" text not null, "expires_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "reminded_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invitation_user_index" on "user_invitation" ("tenant_id", "user_id", "id")`,
    )
    this.addSql(
      `create index invitation_open_index on user_invitation (tenant_id, created_at) where status = 'PENDING'`,
    )
    this.addSql(
      `create index "invitation_status_index" on "user_invitation" ("tenant_id", "status", "created_at")`,
    )
    this.addSql(
      `create table "invoice" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "debtor_id" uuid not null, "invoice_number" varchar(60) not null, "type" text not null, "product_code" text null, "service_provider_code" varchar(40) null, "main_status" text not null, "ledger_status" text not null, "financing_status" text not null, "paused_from" text null, "invoice_date" date not null, "expire_date" date not null, "due_date" date null, "delivery_date" date null, "booked_date" date null, "paused_until" date null, "interest_paused_from" date null, "sold_date" date null, "recourse_date" date null, "closed_date" date null, "archived_at" timestamptz(3) null, "invoice_currency" varchar(3) not null, "base_currency" varchar(3) not null, "rate" numeric(24,10) not null, "rate_date" date null, "rate_source" varchar(40) null, "article_rows_generate" boolean not null, "net_amount" bigint not null, "vat_amount" bigint not null, "rounding_amount" bigint not null, "gross_amount" bigint not null, "vats" jsonb not null, "balance" bigint not null, "paid_amount" bigint not null, "credited_amount" bigint not null, "fees_amount" bigint not null, "interest_amount" bigint not null, "written_off_amount" bigint not null, "payment_reference" varchar(30) null, "references" jsonb null, "debtor_sent" jsonb not null, "reason_codes" text[] not null, "activation_number" int not null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "invoice_client_index" on "invoice" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "invoice_debtor_index" on "invoice" ("tenant_id", "debtor_id", "id")`)
    this.addSql(
      `create index "invoice_date_index" on "invoice" ("tenant_id", "invoice_date", "id")`,
    )
    this.addSql(
      `create index "invoice_expire_index" on "invoice" ("tenant_id", "expire_date", "id")`,
    )
    this.addSql(
      `create index "invoice_draft_index" on "invoice" ("tenant_id", "id") where "booked_date" is null`,
    )
    this.addSql(
      `create index "invoice_booked_index" on "invoice" ("tenant_id", "booked_date", "id") where "booked_date" is not null`,
    )
    this.addSql(
      `create index "invoice_open_index" on "invoice" ("tenant_id", "id", "due_date") where "ledger_status" in ('NOT_DUE', 'PARTLY_PAID')`,
    )
    this.addSql(
      `create index "invoice_ledger_index" on "invoice" ("tenant_id", "ledger_status", "id") where "ledger_status" in ('REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED')`,
    )
    this.addSql(
      `create index "invoice_suspended_index" on "invoice" ("tenant_id", "id") where "paused_from" is not null and "closed_date" is null`,
    )
    this.addSql(
      `create index "invoice_archived_index" on "invoice" ("tenant_id", "id") where "archived_at" is not null`,
    )
    this.addSql(
      `create index "invoice_financing_index" on "invoice" ("tenant_id", "financing_status", "id") where "financing_status" != 'NONE'`,
    )
    this.addSql(
      `create index "invoice_type_index" on "invoice" ("tenant_id", "type", "id") where "type" != 'INVOICE'`,
    )
    this.addSql(
      `create index "invoice_reference_index" on "invoice" ("tenant_id", "payment_reference") where "payment_reference" is not null`,
    )
    this.addSql(
      `create index invoice_asked_index on invoice (tenant_id, debtor_id, invoice_date, gross_amount) where financing_status <> 'NONE'`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_number_unique" unique ("tenant_id", "invoice_number", "client_id", "type")`,
    )
    this.addSql(
      `create table "invoice_activation" ("tenant_id" int not null, "id" uuid not null, "invoice_id" uuid not null, "client_id" uuid not null, "number" int not null, "product_code" text not null, "status" text not null, "step" text not null, "error" varchar(500) null, "batch_id" varchar(60) null, "requested_by" uuid not null, "authorized_by" uuid null, "frozen" json null, "sender_shown_id" uuid null, "debtor_shown_id" uuid null, "begun_at" timestamptz(3) null, "documents_at" timestamptz(3) null, "booked_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invoice_activation_batch_index" on "invoice_activation" ("tenant_id", "batch_id") where "batch_id" is not null`,
    )
    this.addSql(
      `create index "invoice_activation_moving_index" on "invoice_activation" ("tenant_id", "id") where "ended_at" is null`,
    )
    this.addSql(
      `alter table "invoice_activation" add constraint "invoice_activation_unique" unique ("tenant_id", "invoice_id", "number")`,
    )
    this.addSql(
      `create table "invoice_ledger_event" ("tenant_id" int not null, "id" uuid not null, "invoice_id" uuid not null, "client_id" uuid not null, "debtor_id" uuid not null, "type" text not null, "status" text not null, "planned_date" date not null, "done_date" date null, "comment" varchar(500) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invoice_ledger_event_invoice_index" on "invoice_ledger_event" ("tenant_id", "invoice_id", "id")`,
    )
    this.addSql(
      `create index "invoice_ledger_event_client_index" on "invoice_ledger_event" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "invoice_ledger_event_date_index" on "invoice_ledger_event" ("tenant_id", "planned_date", "id")`,
    )
    this.addSql(
      `create index "invoice_ledger_event_type_index" on "invoice_ledger_event" ("tenant_id", "type")`,
    )
    this.addSql(
      `create index "invoice_ledger_event_status_index" on "invoice_ledger_event" ("tenant_id", "status")`,
    )
    this.addSql(
      `create table "invoice_refinancing" ("tenant_id" int not null, "id" uuid not null, "invoice_id" uuid not null, "client_id" uuid not null, "from_provider_code" varchar(40) null, "to_provider_code" varchar(40) null, "amount" bigint not null, "fee" bigint not null, "currency" varchar(3) not null, "valid_to" date null, "status" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invoice_refinancing_client_index" on "invoice_refinancing" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "invoice_refinancing_status_index" on "invoice_refinancing" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `alter table "invoice_refinancing" add constraint "invoice_refinancing_unique" unique ("tenant_id", "invoice_id")`,
    )
    this.addSql(
      `create table "job_run" ("tenant_id" int not null, "job" varchar(60) not null, "as_of_date" date not null, "status" text not null, "counts" jsonb not null, "started_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "error" varchar(500) null, primary key ("tenant_id", "job", "as_of_date"))`,
    )
    this.addSql(`create index "job_run_age_index" on "job_run" ("as_of_date")`)
    this.addSql(
      `create table "journal" ("tenant_id" int not null, "id" uuid not null, "owner_type" varchar(60) not null, "owner_id" varchar(200) not null, "client_id" uuid null, "debtor_id" uuid null, "principal_kind" varchar(20) not null, "principal_id" uuid not null, "principal_name" varchar(255) not null, "request_id" varchar(255) null, "workflow_id" varchar(255) null, "at" timestamptz(3) not null, "version" int null, "entries" json not null, "data" json null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "journal_owner_index" on "journal" ("tenant_id", "owner_id")`)
    this.addSql(
      `create index journal_settings_index on journal (tenant_id, id) where owner_type = 'SystemSetting'`,
    )
    this.addSql(
      `create table "label" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "colour" varchar(7) null, "scope" varchar(40) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "label_scope_index" on "label" ("tenant_id", "scope", "name", "id")`)
    this.addSql(
      `alter table "label" add constraint "label_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "label_assignment" ("tenant_id" int not null, "id" uuid not null, "label_id" uuid not null, "target_type" varchar(40) not null, "target_id" uuid not null, "client_id" uuid null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "label_assignment_target_index" on "label_assignment" ("tenant_id", "target_id", "id")`,
    )
    this.addSql(
      `create index "label_assignment_label_index" on "label_assignment" ("tenant_id", "label_id", "id")`,
    )
    this.addSql(
      `create index "label_assignment_client_index" on "label_assignment" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `alter table "label_assignment" add constraint "label_assignment_unique" unique ("tenant_id", "target_id", "label_id")`,
    )
    this.addSql(
      `create table "locked_period" ("tenant_id" int not null, "owner_id" uuid not null, "owner_type" text not null, "client_id" uuid null, "locked_until" date null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "owner_id"))`,
    )
    this.addSql(
      `create table "login_attempt" ("tenant_id" int not null, "subject" varchar(300) not null, "failed_at" timestamptz[] not null, primary key ("tenant_id", "subject"))`,
    )
    this.addSql(
      `create index login_attempt_last_index on login_attempt (coalesce(failed_at[cardinality(failed_at)], '-infinity'))`,
    )
    this.addSql(
      `create table "note" ("tenant_id" int not null, "id" uuid not null, "target_type" varchar(40) not null, "target_id" uuid not null, "client_id" uuid null, "debtor_id" uuid null, "text" varchar(4000) not null, "visibility" text not null, "created_by" uuid not null, "files" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "note_target_index" on "note" ("tenant_id", "target_id", "id")`)
    this.addSql(`create index "note_type_index" on "note" ("tenant_id", "target_type", "id")`)
    this.addSql(`create index "note_client_index" on "note" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "note_debtor_index" on "note" ("tenant_id", "debtor_id", "id")`)
    this.addSql(`create index "note_visibility_index" on "note" ("tenant_id", "visibility", "id")`)
    this.addSql(`create index "note_writer_index" on "note" ("tenant_id", "created_by", "id")`)
    this.addSql(
      `create table "onboarding_step" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "step" text not null, "status" text not null, "error" varchar(500) null, "done_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "onboarding_step_status_index" on "onboarding_step" ("tenant_id", "status", "created_at")`,
    )
    this.addSql(
      `alter table "onboarding_step" add constraint "onboarding_step_unique" unique ("tenant_id", "client_id", "step")`,
    )
    this.addSql(
      `create table "outbox" ("tenant_id" int not null, "id" uuid not null, "kind" varchar(10) not null, "workflow" varchar(60) not null, "workflow_id" varchar(300) not null, "signal" varchar(60) null, "input" jsonb not null, "attributes" jsonb not null, "attempts" int not null, "due_at" timestamptz(3) not null, "done_at" timestamptz(3) null, "dead_at" timestamptz(3) null, "last_error" text null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index outbox_waiting_index on outbox (due_at) where done_at is null and dead_at is null`,
    )
    this.addSql(`create index outbox_done_index on outbox (done_at) where done_at is not null`)
    this.addSql(`create index outbox_dead_index on outbox (dead_at) where dead_at is not null`)
    this.addSql(
      `create table "password_reset" ("tenant_id" int not null, "id" uuid not null, "user_id" uuid not null, "status" text not null, "expires_at" timestamptz(3) not null, "sent_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "password_reset_user_index" on "password_reset" ("tenant_id", "user_id", "id")`,
    )
    this.addSql(
      `create index password_reset_open_index on password_reset (tenant_id, created_at) where status = 'PENDING'`,
    )
    this.addSql(
      `create index "password_reset_status_index" on "password_reset" ("tenant_id", "status", "created_at")`,
    )
    this.addSql(
      `create table "payment_reference_setting" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "scheme" text not null, "level" text not null, "prefix" varchar(10) not null, "length" int null, "next_number" bigint not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "payment_reference_setting" add constraint "payment_reference_setting_unique" unique ("tenant_id", "client_id")`,
    )
    this.addSql(
      `create table "payout" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "client_account_id" uuid not null, "amount" bigint not null, "currency" varchar(3) not null, "planned_date" date not null, "reference" varchar(60) not null, "status" text not null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payout_account_index" on "payout" ("tenant_id", "client_account_id", "id")`,
    )
    this.addSql(
      `create index payout_open_index on payout (tenant_id, client_id) where status in ('CREATED', 'BLOCKED')`,
    )
    this.addSql(
      `create table "policy_version" ("tenant_id" int not null, "revision" bigint not null, primary key ("tenant_id"))`,
    )
    this.addSql(
      `create table "realtime_message" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid null, "debtor_id" uuid null, "text" varchar(500) not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create table "realtime_token" ("tenant_id" int not null, "id" uuid not null, "token_id" uuid not null, "expires_at" timestamptz(3) not null, "used_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "realtime_token_expires_index" on "realtime_token" ("tenant_id", "expires_at")`,
    )
    this.addSql(
      `create table "reason_code" ("tenant_id" int not null, "id" uuid not null, "code" varchar(40) not null, "type" text not null, "name" varchar(100) not null, "description" varchar(500) not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "reason_code_type_index" on "reason_code" ("tenant_id", "type", "code", "id")`,
    )
    this.addSql(
      `create index "reason_code_name_index" on "reason_code" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "reason_code_active_index" on "reason_code" ("tenant_id", "active", "code", "id")`,
    )
    this.addSql(
      `alter table "reason_code" add constraint "reason_code_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "reminder_profile" ("tenant_id" int not null, "id" uuid not null, "owner_type" text not null, "client_id" uuid null, "name" varchar(100) not null, "reminder_days" int[] not null, "is_default" boolean not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "reminder_profile_owner_index" on "reminder_profile" ("tenant_id", "owner_type", "client_id", "id")`,
    )
    this.addSql(
      `create table "role" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "description" varchar(500) not null, "template" varchar(40) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`alter table "role" add constraint "role_name_unique" unique ("tenant_id", "name")`)
    this.addSql(
      `create table "role_right" ("tenant_id" int not null, "role_id" uuid not null, "right_name" varchar(120) not null, primary key ("tenant_id", "role_id", "right_name"))`,
    )
    this.addSql(
      `create table "service_account" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "description" varchar(500) not null, "active" boolean not null, "client_id" uuid null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "service_account_client_index" on "service_account" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "service_account_active_index" on "service_account" ("tenant_id", "active", "id")`,
    )
    this.addSql(
      `alter table "service_account" add constraint "service_account_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "service_account_role" ("tenant_id" int not null, "service_account_id" uuid not null, "role_id" uuid not null, primary key ("tenant_id", "service_account_id", "role_id"))`,
    )
    this.addSql(
      `create index "service_account_role_role_index" on "service_account_role" ("tenant_id", "role_id")`,
    )
    this.addSql(
      `create table "service_account_secret" ("tenant_id" int not null, "id" uuid not null, "service_account_id" uuid not null, "hash" varchar(64) not null, "created_by" uuid null, "expires_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "service_account_secret_index" on "service_account_secret" ("tenant_id", "service_account_id", "id")`,
    )
    this.addSql(
      `create table "snapshot" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "body" json not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create table "system_debtor" ("tenant_id" int not null, "id" uuid not null, "identification_number" varchar(40) not null, "country_code" varchar(2) not null, "type" text not null, "name" varchar(200) not null, "status" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "system_debtor_number_index" on "system_debtor" ("tenant_id", "identification_number")`,
    )
    this.addSql(
      `alter table "system_debtor" add constraint "system_debtor_identification_unique" unique ("tenant_id", "country_code", "identification_number")`,
    )
    this.addSql(
      `create table "system_debtor_credit_status" ("tenant_id" int not null, "id" uuid not null, "system_debtor_id" uuid not null, "currency" varchar(3) not null, "credit_limit" bigint null, "utilised" bigint not null, "reserved" bigint not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "system_debtor_credit_status" add constraint "system_debtor_credit_status_unique" unique ("tenant_id", "system_debtor_id", "currency")`,
    )
    this.addSql(
      `create table "system_errand" ("tenant_id" int not null, "id" uuid not null, "type" text not null, "subject_type" varchar(60) not null, "subject_id" varchar(60) not null, "client_id" uuid null, "severity" text not null, "status" text not null, "title" varchar(200) not null, "assignee_id" uuid null, "due_at" timestamptz(3) null, "suggestion" jsonb null, "data" jsonb not null, "dedupe_key" varchar(200) not null, "comment" varchar(1000) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "system_errand_type_index" on "system_errand" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "system_errand_status_index" on "system_errand" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "system_errand_severity_index" on "system_errand" ("tenant_id", "severity", "id")`,
    )
    this.addSql(
      `create index "system_errand_subject_index" on "system_errand" ("tenant_id", "subject_id", "id")`,
    )
    this.addSql(
      `create index "system_errand_client_index" on "system_errand" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_dedupe_unique" unique ("tenant_id", "dedupe_key")`,
    )
    this.addSql(
      `create table "system_setting" ("tenant_id" int not null, "id" uuid not null, "key" varchar(100) not null, "value" jsonb null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "system_setting" add constraint "system_setting_key_unique" unique ("tenant_id", "key")`,
    )
    this.addSql(
      `create table "tenant" ("tenant_id" int not null, "name" varchar(200) not null, "sandbox" boolean not null, "time_zone" varchar(60) not null, "currency" varchar(3) not null, "country_code" varchar(2) not null, "advanced_login" boolean not null, "webhook_workflows" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id"))`,
    )
    this.addSql(
      `create table "to_do" ("tenant_id" int not null, "id" uuid not null, "target_type" varchar(40) not null, "target_id" uuid not null, "client_id" uuid null, "title" varchar(200) not null, "description" varchar(2000) not null, "due_date" date null, "assignee_user_id" uuid null, "user_group_id" uuid null, "status" text not null, "resolved_by" uuid null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "to_do_target_index" on "to_do" ("tenant_id", "target_id", "id")`)
    this.addSql(`create index "to_do_client_index" on "to_do" ("tenant_id", "client_id", "id")`)
    this.addSql(
      `create index "to_do_user_index" on "to_do" ("tenant_id", "assignee_user_id", "due_date", "id")`,
    )
    this.addSql(
      `create index "to_do_group_index" on "to_do" ("tenant_id", "user_group_id", "due_date", "id")`,
    )
    this.addSql(
      `create index "to_do_status_index" on "to_do" ("tenant_id", "status", "due_date", "id")`,
    )
    this.addSql(`create index "to_do_due_index" on "to_do" ("tenant_id", "due_date", "id")`)
    this.addSql(
      `create table "token" ("tenant_id" int not null, "id" uuid not null, "kind" text not null, "name" varchar(100) not null, "hash" varchar(64) not null, "client_id" uuid null, "debtor_id" uuid null, "user_id" uuid null, "service_account_id" uuid null, "super_user" boolean not null, "rights" text[] not null, "created_by" uuid not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "idle_ms" int null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "token_user_index" on "token" ("tenant_id", "user_id")`)
    this.addSql(
      `create index "token_service_account_index" on "token" ("tenant_id", "service_account_id")`,
    )
    this.addSql(`create index "token_kind_index" on "token" ("tenant_id", "kind", "id")`)
    this.addSql(`create index "token_client_index" on "token" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "token_maker_index" on "token" ("tenant_id", "created_by", "id")`)
    this.addSql(`create index "token_expires_index" on "token" ("tenant_id", "expires_at")`)
    this.addSql(
      `alter table "token" add constraint "token_hash_unique" unique ("tenant_id", "hash")`,
    )
    this.addSql(
      `create table "token_role" ("tenant_id" int not null, "token_id" uuid not null, "role_id" uuid not null, primary key ("tenant_id", "token_id", "role_id"))`,
    )
    this.addSql(`create index "token_role_role_index" on "token_role" ("tenant_id", "role_id")`)
    this.addSql(
      `create table "unallocated_item" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid null, "amount" bigint not null, "open" bigint not null, "currency" varchar(3) not null, "status" text not null, "source_key" varchar(200) not null, "opened_by_id" uuid not null, "ended_by_id" uuid null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "unallocated_item_status_index" on "unallocated_item" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "unallocated_item_client_index" on "unallocated_item" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `alter table "unallocated_item" add constraint "unallocated_item_source_unique" unique ("tenant_id", "source_key")`,
    )
    this.addSql(
      `create table "user_account" ("tenant_id" int not null, "id" uuid not null, "email" varchar(254) not null, "name" varchar(200) not null, "kind" text not null, "status" text not null, "client_id" uuid null, "debtor_id" uuid null, "super_user" boolean not null, "mfa_required" boolean not null, "mfa_enrolled_at" timestamptz(3) null, "totp_seed" text null, "totp_step" bigint null, "recovery_hashes" text[] null, "password_hash" text null, "password_changed_at" timestamptz(3) null, "last_login_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "user_name_index" on "user_account" ("tenant_id", "name", "id")`)
    this.addSql(
      `create index "user_client_index" on "user_account" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(`create index "user_kind_index" on "user_account" ("tenant_id", "kind", "id")`)
    this.addSql(
      `create index "user_super_index" on "user_account" ("tenant_id", "super_user", "id")`,
    )
    this.addSql(`create index "user_status_index" on "user_account" ("tenant_id", "status", "id")`)
    this.addSql(
      `alter table "user_account" add constraint "user_email_unique" unique ("tenant_id", "email")`,
    )
    this.addSql(
      `create table "user_group" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "description" varchar(500) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "user_group" add constraint "user_group_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "user_group_member" ("tenant_id" int not null, "user_group_id" uuid not null, "user_id" uuid not null, primary key ("tenant_id", "user_group_id", "user_id"))`,
    )
    this.addSql(
      `create index "user_group_member_user_index" on "user_group_member" ("tenant_id", "user_id")`,
    )
    this.addSql(
      `create table "user_role" ("tenant_id" int not null, "user_id" uuid not null, "role_id" uuid not null, primary key ("tenant_id", "user_id", "role_id"))`,
    )
    this.addSql(`create index "user_role_role_index" on "user_role" ("tenant_id", "role_id")`)
    this.addSql(
      `create table "voucher" ("tenant_id" int not null, "id" uuid not null, "owner_type" text not null, "owner_id" uuid not null, "client_id" uuid null, "series" varchar(10) not null, "number" int not null, "fiscal_year" int not null, "date" date not null, "text" varchar(500) not null, "rule" varchar(20) not null, "financial_event_id" uuid null, "source_type" varchar(40) not null, "source_id" varchar(60) not null, "status" text not null, "currency" varchar(3) not null, "total" bigint not null, "reverses_id" uuid null, "reversed_by_id" uuid null, "file_id" uuid null, "external_system" varchar(60) null, "external_id" varchar(200) null, "external_error" varchar(1000) null, "external_attempts" int not null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "voucher_client_index" on "voucher" ("tenant_id", "client_id", "id") where "client_id" is not null`,
    )
    this.addSql(`create index "voucher_date_index" on "voucher" ("tenant_id", "date", "id")`)
    this.addSql(`create index "voucher_series_index" on "voucher" ("tenant_id", "series")`)
    this.addSql(`create index "voucher_number_index" on "voucher" ("tenant_id", "number", "id")`)
    this.addSql(`create index "voucher_status_index" on "voucher" ("tenant_id", "status")`)
    this.addSql(`create index "voucher_source_index" on "voucher" ("tenant_id", "source_id")`)
    this.addSql(
      `create index "voucher_event_index" on "voucher" ("tenant_id", "financial_event_id") where "financial_event_id" is not null`,
    )
    this.addSql(
      `alter table "voucher" add constraint "voucher_number_unique" unique ("tenant_id", "owner_id", "series", "fiscal_year", "number")`,
    )
    this.addSql(
      `create table "voucher_posting" ("tenant_id" int not null, "id" uuid not null, "voucher_id" uuid not null, "owner_id" uuid not null, "client_id" uuid null, "account_id" uuid not null, "account_number" varchar(20) not null, "role" varchar(40) null, "line" int not null, "amount" bigint not null, "currency" varchar(3) not null, "date" date not null, "recorded_at" timestamptz(3) not null, "about_client_id" uuid null, "debtor_id" uuid null, "claim_type" text null, "claim_id" uuid null, "client_account_id" uuid null, "cost_centre" varchar(60) null, "project" varchar(60) null, "text" varchar(500) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "voucher_posting_account_index" on "voucher_posting" ("tenant_id", "account_id", "date", "id")`,
    )
    this.addSql(
      `create index "voucher_posting_number_index" on "voucher_posting" ("tenant_id", "account_number", "id")`,
    )
    this.addSql(
      `create index "voucher_posting_date_index" on "voucher_posting" ("tenant_id", "date", "id")`,
    )
    this.addSql(
      `create index "voucher_posting_claim_index" on "voucher_posting" ("tenant_id", "claim_id") where "claim_id" is not null`,
    )
    this.addSql(
      `alter table "voucher_posting" add constraint "voucher_posting_line_unique" unique ("tenant_id", "voucher_id", "line")`,
    )
    this.addSql(
      `create table "voucher_request" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid null, "financial_event_id" uuid not null, "rule" varchar(20) not null, "owner_type" text not null, "owner_id" uuid not null, "status" text not null, "error" varchar(1000) null, "voucher_id" uuid null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "voucher_request_status_index" on "voucher_request" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `alter table "voucher_request" add constraint "voucher_request_unique" unique ("tenant_id", "financial_event_id", "rule", "owner_id")`,
    )
    this.addSql(
      `create table "voucher_series" ("tenant_id" int not null, "owner_id" uuid not null, "series" varchar(10) not null, "fiscal_year" int not null, "next_number" int not null, primary key ("tenant_id", "owner_id", "series", "fiscal_year"))`,
    )
    this.addSql(
      `create table "webhook" ("tenant_id" int not null, "id" uuid not null, "title" varchar(200) not null, "url" varchar(2000) not null, "type" varchar(60) not null, "trigger" text not null, "method" text not null, "key" text not null, "former_key" text null, "former_key_until" timestamptz(3) null, "client_id" uuid null, "enabled" boolean not null, "custom_headers" jsonb not null, "secret_headers" text null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "webhook_type_index" on "webhook" ("tenant_id", "type", "id")`)
    this.addSql(`create index "webhook_client_index" on "webhook" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "webhook_title_index" on "webhook" ("tenant_id", "title", "id")`)
    this.addSql(`create index "webhook_enabled_index" on "webhook" ("tenant_id", "enabled", "id")`)
    this.addSql(
      `create table "webhook_attempt" ("tenant_id" int not null, "log_id" uuid not null, "number" int not null, "client_id" uuid null, "kind" text not null, "asked_by" jsonb null, "started_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "response_status" int null, "error" varchar(500) null, "duration_ms" int null, "response" varchar(4096) null, primary key ("tenant_id", "log_id", "number"))`,
    )
    this.addSql(
      `create table "webhook_log" ("tenant_id" int not null, "id" uuid not null, "webhook_id" uuid not null, "event_id" uuid not null, "client_id" uuid null, "to_client" boolean not null, "type" varchar(60) not null, "event" varchar(60) not null, "subject_type" varchar(60) not null, "subject_id" varchar(200) not null, "status" text not null, "astray" varchar(20) null, "automatic_attempts" int not null, "manual_attempts" int not null, "due_at" timestamptz(3) not null, "first_attempt_at" timestamptz(3) null, "last_attempt_at" timestamptz(3) null, "last_manual_at" timestamptz(3) null, "last_manual_by" jsonb null, "delivered_at" timestamptz(3) null, "response_status" int null, "error" varchar(500) null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "webhook_log_moving_index" on "webhook_log" ("tenant_id", "id") where "astray" in ('SENDING', 'RETRYING')`,
    )
    this.addSql(
      `create index "webhook_log_astray_index" on "webhook_log" ("tenant_id", "astray", "created_at", "id") where "astray" is not null`,
    )
    this.addSql(
      `create index "webhook_log_created_index" on "webhook_log" ("tenant_id", "created_at")`,
    )
    this.addSql(
      `create index "webhook_log_client_index" on "webhook_log" ("tenant_id", "client_id", "created_at") where "client_id" is not null`,
    )
    this.addSql(
      `create index "webhook_log_webhook_index" on "webhook_log" ("tenant_id", "webhook_id", "created_at")`,
    )
    this.addSql(`create index "webhook_log_type_index" on "webhook_log" ("tenant_id", "type")`)
    this.addSql(
      `create index "webhook_log_subject_index" on "webhook_log" ("tenant_id", "subject_id")`,
    )
    this.addSql(
      `create table "webhook_payload" ("tenant_id" int not null, "event_id" uuid not null, "client_id" uuid null, "payload" text not null, primary key ("tenant_id", "event_id"))`,
    )
    this.addSql(
      `create table "webhook_queue" ("tenant_id" int not null, "webhook_id" uuid not null, "due_at" timestamptz(3) not null, "log_id" uuid not null, primary key ("tenant_id", "webhook_id", "due_at", "log_id"))`,
    )
    this.addSql(
      `create table "webhook_route" ("tenant_id" int not null, "type" varchar(60) not null, "webhook_id" uuid not null, "only_client_id" uuid null, primary key ("tenant_id", "type", "webhook_id"))`,
    )
    this.addSql(
      `create table "webhook_taken" ("tenant_id" int not null, "id" uuid not null, "log_ids" uuid[] not null, "started_at" timestamptz(3) not null, "lease_until" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`alter table "account_day" enable row level security`)
    this.addSql(`alter table "account_day" force row level security`)
    this.addSql(`create policy "account_day_tenant" on "account_day" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "article" add constraint "article_type_check" check ("type" in ('LINE', 'TEXT', 'DISCOUNT', 'FREIGHT', 'ROUNDING'))`,
    )
    this.addSql(`alter table "article" enable row level security`)
    this.addSql(`alter table "article" force row level security`)
    this.addSql(`create policy "article_tenant" on "article" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and invoice_id in (
select c.c from known_claims() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and invoice_id in (
select c.c from known_claims() c(c)) else false end)`)
    this.addSql(`alter table "article_label" enable row level security`)
    this.addSql(`alter table "article_label" force row level security`)
    this.addSql(`create policy "article_label_tenant" on "article_label" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "background_task" add constraint "background_task_status_check" check ("status" in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'CLOSED'))`,
    )
    this.addSql(`alter table "background_task" enable row level security`)
    this.addSql(`alter table "background_task" force row level security`)
    this.addSql(`create policy "background_task_tenant" on "background_task" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = nullif(current_setting('app.holder_id', true), '')::uuid) when 'set' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = nullif(current_setting('app.holder_id', true), '')::uuid) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = nullif(current_setting('app.holder_id', true), '')::uuid) when 'set' then (client_id in (
select c.c from assigned_clients() c(c)) or requested_by = nullif(current_setting('app.holder_id', true), '')::uuid) else false end)`)
    this.addSql(
      `alter table "background_task_item" add constraint "background_task_item_status_check" check ("status" in ('WAITING', 'DONE', 'FAILED', 'SKIPPED'))`,
    )
    this.addSql(`alter table "background_task_item" enable row level security`)
    this.addSql(`alter table "background_task_item" force row level security`)
    this.addSql(
      `create policy "background_task_item_tenant" on "background_task_item" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(
      `alter table "bookkeeping_account" add constraint "bookkeeping_account_type_check" check ("type" in ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'))`,
    )
    this.addSql(`alter table "bookkeeping_account" enable row level security`)
    this.addSql(`alter table "bookkeeping_account" force row level security`)
    this.addSql(`create policy "bookkeeping_account_tenant" on "bookkeeping_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "cache_clear" add constraint "cache_clear_module_check" check ("module" in ('RIGHTS', 'CALLERS'))`,
    )
    this.addSql(`alter table "cache_clear" enable row level security`)
    this.addSql(`alter table "cache_clear" force row level security`)
    this.addSql(
      `create policy "cache_clear_tenant" on "cache_clear" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "client" add constraint "client_preferred_language_check" check ("preferred_language" in ('sv', 'en'))`,
    )
    this.addSql(
      `alter table "client" add constraint "client_status_check" check ("status" in ('ONBOARDING', 'ACTIVE', 'PAUSED', 'OFFBOARDING', 'CLOSED'))`,
    )
    this.addSql(`alter table "client" enable row level security`)
    this.addSql(`alter table "client" force row level security`)
    this.addSql(`create policy "client_tenant" on "client" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, id) when 'set' then (id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, id) when 'set' then (id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "client_access" add constraint "client_access_holder_type_check" check ("holder_type" in ('USER', 'SERVICE_ACCOUNT', 'USER_GROUP'))`,
    )
    this.addSql(
      `alter table "client_access" add constraint "client_access_reason_check" check ("reason" in ('ASSIGNMENT', 'HANDLER', 'CLIENT_GROUP'))`,
    )
    this.addSql(`alter table "client_access" enable row level security`)
    this.addSql(`alter table "client_access" force row level security`)
    this.addSql(`create policy "client_access_tenant" on "client_access" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then (holder_id = nullif(current_setting('app.holder_id', true), '')::uuid or holder_id in (
select m.user_group_id from user_group_member m where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and m.user_id = nullif(current_setting('app.holder_id', true), '')::uuid)) when 'set' then (holder_id = nullif(current_setting('app.holder_id', true), '')::uuid or holder_id in (
select m.user_group_id from user_group_member m where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and m.user_id = nullif(current_setting('app.holder_id', true), '')::uuid)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then (holder_id = nullif(current_setting('app.holder_id', true), '')::uuid or holder_id in (
select m.user_group_id from user_group_member m where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and m.user_id = nullif(current_setting('app.holder_id', true), '')::uuid)) when 'set' then (holder_id = nullif(current_setting('app.holder_id', true), '')::uuid or holder_id in (
select m.user_group_id from user_group_member m where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and m.user_id = nullif(current_setting('app.holder_id', true), '')::uuid)) else false end)`)
    this.addSql(
      `alter table "client_account" add constraint "client_account_type_check" check ("type" in ('MAIN', 'RESERVE', 'LOAN', 'BLOCKED'))`,
    )
    this.addSql(`alter table "client_account" enable row level security`)
    this.addSql(`alter table "client_account" force row level security`)
    this.addSql(`create policy "client_account_tenant" on "client_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "client_account_transaction" add constraint "client_account_transaction_type_check" check ("type" in ('PAYMENT', 'FINANCED', 'RESERVE_HELD', 'RESERVE_RELEASED', 'FEE', 'RECOURSE', 'DILUTION', 'PAYOUT', 'TRANSFER_IN', 'TRANSFER_OUT', 'MANUAL', 'REVERSAL'))`,
    )
    this.addSql(`alter table "client_account_transaction" enable row level security`)
    this.addSql(`alter table "client_account_transaction" force row level security`)
    this.addSql(`create policy "client_account_transaction_tenant" on "client_account_transaction" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "client_article" enable row level security`)
    this.addSql(`alter table "client_article" force row level security`)
    this.addSql(`create policy "client_article_tenant" on "client_article" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "client_product" add constraint "client_product_product_code_check" check ("product_code" in ('INVOICE_SERVICE', 'INVOICE_FACTORING_SELL', 'INVOICE_FACTORING_PLEDGE', 'REMINDER', 'COLLECTION', 'PART_PAYMENT', 'BUSINESS_LOAN', 'CREDIT_INSURANCE'))`,
    )
    this.addSql(
      `alter table "client_product" add constraint "client_product_family_check" check ("family" in ('INVOICING', 'FINANCING', 'HANDLING'))`,
    )
    this.addSql(`alter table "client_product" enable row level security`)
    this.addSql(`alter table "client_product" force row level security`)
    this.addSql(`create policy "client_product_tenant" on "client_product" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "client_setting" add constraint "client_setting_kind_check" check ("kind" in ('BILLING', 'BOOKKEEPING', 'INVOICE', 'INVOICE_TEXT', 'COMPLIANCE', 'DOCUMENT'))`,
    )
    this.addSql(`alter table "client_setting" enable row level security`)
    this.addSql(`alter table "client_setting" force row level security`)
    this.addSql(`create policy "client_setting_tenant" on "client_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "client_sync" add constraint "client_sync_status_check" check ("status" in ('DISABLED', 'ENABLED', 'AWAITING_ONBOARDING', 'CONNECTED', 'RUNNING', 'ERROR', 'ABORTED', 'COMPLETED_INTEGRATION'))`,
    )
    this.addSql(
      `alter table "client_sync" add constraint "client_sync_direction_check" check ("direction" in ('IMPORT', 'EXPORT', 'BOTH'))`,
    )
    this.addSql(`alter table "client_sync" enable row level security`)
    this.addSql(`alter table "client_sync" force row level security`)
    this.addSql(`create policy "client_sync_tenant" on "client_sync" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "client_sync_invoice" add constraint "client_sync_invoice_direction_check" check ("direction" in ('IMPORT', 'EXPORT'))`,
    )
    this.addSql(
      `alter table "client_sync_invoice" add constraint "client_sync_invoice_status_check" check ("status" in ('PENDING', 'RUNNING', 'SYNCED', 'FAILED', 'ABORTED'))`,
    )
    this.addSql(`alter table "client_sync_invoice" enable row level security`)
    this.addSql(`alter table "client_sync_invoice" force row level security`)
    this.addSql(`create policy "client_sync_invoice_tenant" on "client_sync_invoice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "credit_decision_status" add constraint "credit_decision_status_core_status_check" check ("core_status" in ('PENDING', 'READY_FOR_DECISION', 'WAITING', 'REFINANCE', 'DECIDED'))`,
    )
    this.addSql(`alter table "credit_decision_status" enable row level security`)
    this.addSql(`alter table "credit_decision_status" force row level security`)
    this.addSql(
      `create policy "credit_decision_status_tenant" on "credit_decision_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "credit_status" add constraint "credit_status_product_code_check" check ("product_code" in ('INVOICE_SERVICE', 'INVOICE_FACTORING_SELL', 'INVOICE_FACTORING_PLEDGE', 'REMINDER', 'COLLECTION', 'PART_PAYMENT', 'BUSINESS_LOAN', 'CREDIT_INSURANCE'))`,
    )
    this.addSql(
      `alter table "credit_status" add constraint "credit_status_status_check" check ("status" in ('OK', 'WARNING', 'BLOCKED'))`,
    )
    this.addSql(`alter table "credit_status" enable row level security`)
    this.addSql(`alter table "credit_status" force row level security`)
    this.addSql(`create policy "credit_status_tenant" on "credit_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "debtor" add constraint "debtor_type_check" check ("type" in ('COMPANY', 'PERSON'))`,
    )
    this.addSql(
      `alter table "debtor" add constraint "debtor_preferred_language_check" check ("preferred_language" in ('sv', 'en'))`,
    )
    this.addSql(`alter table "debtor" enable row level security`)
    this.addSql(`alter table "debtor" force row level security`)
    this.addSql(`create policy "debtor_tenant" on "debtor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end)`)
    this.addSql(
      `alter table "debtor_blocked" add constraint "debtor_blocked_scope_check" check ("scope" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(`alter table "debtor_blocked" enable row level security`)
    this.addSql(`alter table "debtor_blocked" force row level security`)
    this.addSql(`create policy "debtor_blocked_tenant" on "debtor_blocked" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "debtor_exposure" enable row level security`)
    this.addSql(`alter table "debtor_exposure" force row level security`)
    this.addSql(`create policy "debtor_exposure_tenant" on "debtor_exposure" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "debtor_subtype" add constraint "debtor_subtype_debtor_type_check" check ("debtor_type" in ('COMPANY', 'PERSON'))`,
    )
    this.addSql(`alter table "debtor_subtype" enable row level security`)
    this.addSql(`alter table "debtor_subtype" force row level security`)
    this.addSql(
      `create policy "debtor_subtype_tenant" on "debtor_subtype" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "document" add constraint "document_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'NOTICE_OF_ASSIGNMENT', 'PREVIEW', 'ATTACHMENT', 'BRAND', 'VOUCHER_EXPORT', 'OTHER'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_owner_type_check" check ("owner_type" in ('INVOICE', 'CLIENT', 'TENANT', 'VOUCHER'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_language_check" check ("language" in ('sv', 'en'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_status_check" check ("status" in ('STORED', 'FROZEN', 'DELETED'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_distribution_status_check" check ("distribution_status" in ('QUEUED', 'SENT', 'FAILED', 'CANCELLED'))`,
    )
    this.addSql(
      `alter table "document" add constraint "document_channel_check" check ("channel" in ('EMAIL', 'LETTER', 'PEPPOL', 'EFAKTURA', 'DIGITAL_MAILBOX', 'SMS', 'BY_HAND'))`,
    )
    this.addSql(`alter table "document" enable row level security`)
    this.addSql(`alter table "document" force row level security`)
    this.addSql(`create policy "document_tenant" on "document" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and status = any (array['STORED', 'FROZEN']) and (invoice_id is null or invoice_id in (
select c.c from known_claims() c(c))) and coalesce(distribution_status <> 'CANCELLED', true) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and status = any (array['STORED', 'FROZEN']) and (invoice_id is null or invoice_id in (
select c.c from known_claims() c(c))) and coalesce(distribution_status <> 'CANCELLED', true) else false end)`)
    this.addSql(
      `alter table "email_recipient" add constraint "email_recipient_language_check" check ("language" in ('sv', 'en'))`,
    )
    this.addSql(`alter table "email_recipient" enable row level security`)
    this.addSql(`alter table "email_recipient" force row level security`)
    this.addSql(`create policy "email_recipient_tenant" on "email_recipient" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "erp" add constraint "erp_uses_check" check ("uses" in ('INVOICE', 'BOOKKEEPING', 'BOTH'))`,
    )
    this.addSql(
      `alter table "erp" add constraint "erp_connector_check" check ("connector" in ('FILE', 'WEBHOOK'))`,
    )
    this.addSql(`alter table "erp" enable row level security`)
    this.addSql(`alter table "erp" force row level security`)
    this.addSql(
      `create policy "erp_tenant" on "erp" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "erp_type" add constraint "erp_type_connector_check" check ("connector" in ('FILE', 'WEBHOOK'))`,
    )
    this.addSql(
      `alter table "erp_type" add constraint "erp_type_uses_check" check ("uses" in ('INVOICE', 'BOOKKEEPING', 'BOTH'))`,
    )
    this.addSql(`alter table "erp_type" enable row level security`)
    this.addSql(`alter table "erp_type" force row level security`)
    this.addSql(
      `create policy "erp_type_tenant" on "erp_type" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "errand_event" enable row level security`)
    this.addSql(`alter table "errand_event" force row level security`)
    this.addSql(`create policy "errand_event_tenant" on "errand_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "exchange_rate" enable row level security`)
    this.addSql(`alter table "exchange_rate" force row level security`)
    this.addSql(
      `create policy "exchange_rate_tenant" on "exchange_rate" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "factoring_country" enable row level security`)
    this.addSql(`alter table "factoring_country" force row level security`)
    this.addSql(
      `create policy "factoring_country_tenant" on "factoring_country" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "factoring_decision" add constraint "factoring_decision_status_check" check ("status" in ('PENDING', 'READY_FOR_DECISION', 'WAITING', 'REFINANCE', 'DECIDED'))`,
    )
    this.addSql(
      `alter table "factoring_decision" add constraint "factoring_decision_finance_decision_check" check ("finance_decision" in ('APPROVED', 'DENIED', 'DENIED_SERVICE', 'REFINANCE'))`,
    )
    this.addSql(
      `alter table "factoring_decision" add constraint "factoring_decision_decided_by_check" check ("decided_by" in ('ENGINE', 'OPERATOR', 'EXTERNAL'))`,
    )
    this.addSql(`alter table "factoring_decision" enable row level security`)
    this.addSql(`alter table "factoring_decision" force row level security`)
    this.addSql(`create policy "factoring_decision_tenant" on "factoring_decision" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_claim_type_check" check ("claim_type" in ('INVOICE', 'COLLECTION_BATCH', 'PART_PAYMENT_PLAN', 'PART_PAYMENT_ACCOUNT', 'BUSINESS_LOAN', 'ENFORCEMENT'))`,
    )
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'REFINANCED', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'REVERSAL'))`,
    )
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_component_check" check ("component" in ('CAPITAL', 'REMINDER_FEE', 'LATE_INTEREST', 'LATE_COMPENSATION', 'COLLECTION_FEE', 'ENFORCEMENT_COST', 'PLAN_FEE', 'CREDIT_INTEREST', 'NOTICE_FEE'))`,
    )
    this.addSql(`alter table "financial_event" enable row level security`)
    this.addSql(`alter table "financial_event" force row level security`)
    this.addSql(`create policy "financial_event_tenant" on "financial_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and type = any (array['INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'REVERSAL']) and (type <> 'REVERSAL' or amount <> 0) and claim_id in (
select c.c from known_claims() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and type = any (array['INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'OVERPAYMENT', 'REVERSAL']) and (type <> 'REVERSAL' or amount <> 0) and claim_id in (
select c.c from known_claims() c(c)) else false end)`)
    this.addSql(`alter table "idempotency" enable row level security`)
    this.addSql(`alter table "idempotency" force row level security`)
    this.addSql(
      `create policy "idempotency_tenant" on "idempotency" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "inbound_event" add constraint "inbound_event_kind_check" check ("kind" in ('AML_MONITORING_RESULT', 'SYNC_PAYMENT_COMPLETE', 'SYNC_VOUCHER_COMPLETE', 'SIGNATURE_EVENT', 'PAYMENT_REQUEST_COMPLETE'))`,
    )
    this.addSql(
      `alter table "inbound_event" add constraint "inbound_event_status_check" check ("status" in ('APPLIED', 'KEPT'))`,
    )
    this.addSql(`alter table "inbound_event" enable row level security`)
    this.addSql(`alter table "inbound_event" force row level security`)
    this.addSql(`create policy "inbound_event_tenant" on "inbound_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "internal_request" add constraint "internal_request_status_check" check ("status" in ('OPEN', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED'))`,
    )
    this.addSql(`alter table "internal_request" enable row level security`)
    this.addSql(`alter table "internal_request" force row level security`)
    this.addSql(`create policy "internal_request_tenant" on "internal_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "user_invitation" add constraint "user_invitation_status_check" check ("status" in ('PENDING', 'ACCEPTED', 'WITHDRAWN', 'EXPIRED'))`,
    )
    this.addSql(`alter table "user_invitation" enable row level security`)
    this.addSql(`alter table "user_invitation" force row level security`)
    this.addSql(
      `create policy "user_invitation_tenant" on "user_invitation" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_type_check" check ("type" in ('INVOICE', 'CREDIT_INVOICE', 'INTEREST_INVOICE', 'FEE_INVOICE', 'DEBIT_NOTE', 'TAKEOVER'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_product_code_check" check ("product_code" in ('INVOICE_SERVICE', 'INVOICE_FACTORING_SELL', 'INVOICE_FACTORING_PLEDGE', 'REMINDER', 'COLLECTION', 'PART_PAYMENT', 'BUSINESS_LOAN', 'CREDIT_INSURANCE'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_main_status_check" check ("main_status" in ('CREATED', 'PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING', 'ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_ledger_status_check" check ("ledger_status" in ('NOT_BOOKED', 'NOT_DUE', 'DUE', 'OVERDUE', 'REMINDER', 'COLLECTION', 'ENFORCEMENT', 'SURVEILLANCE', 'PART_PAYMENT', 'PARTLY_PAID', 'PAID', 'OVERPAID', 'CREDITED', 'WRITTEN_OFF', 'REVERSED'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_financing_status_check" check ("financing_status" in ('NONE', 'REQUESTED', 'FINANCED', 'REFINANCED', 'RECOURSED', 'DENIED'))`,
    )
    this.addSql(
      `alter table "invoice" add constraint "invoice_paused_from_check" check ("paused_from" in ('CREATED', 'PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING', 'ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED'))`,
    )
    this.addSql(`alter table "invoice" enable row level security`)
    this.addSql(`alter table "invoice" force row level security`)
    this.addSql(`create policy "invoice_tenant" on "invoice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and main_status = any (array['ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED']) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and main_status = any (array['ACTIVATED', 'DENIED_FINANCING', 'PAUSED', 'DISPUTED', 'STOPPED', 'CLOSED', 'ARCHIVED']) else false end)`)
    this.addSql(
      `alter table "invoice_activation" add constraint "invoice_activation_product_code_check" check ("product_code" in ('INVOICE_SERVICE', 'INVOICE_FACTORING_SELL', 'INVOICE_FACTORING_PLEDGE', 'REMINDER', 'COLLECTION', 'PART_PAYMENT', 'BUSINESS_LOAN', 'CREDIT_INSURANCE'))`,
    )
    this.addSql(
      `alter table "invoice_activation" add constraint "invoice_activation_status_check" check ("status" in ('HELD', 'WAITING', 'RUNNING', 'FAILED', 'DONE', 'WITHDRAWN'))`,
    )
    this.addSql(
      `alter table "invoice_activation" add constraint "invoice_activation_step_check" check ("step" in ('BEGIN', 'DOCUMENTS', 'BOOK', 'POST_ACTIVATE', 'DONE'))`,
    )
    this.addSql(`alter table "invoice_activation" enable row level security`)
    this.addSql(`alter table "invoice_activation" force row level security`)
    this.addSql(`create policy "invoice_activation_tenant" on "invoice_activation" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "invoice_ledger_event" add constraint "invoice_ledger_event_type_check" check ("type" in ('BOOKED', 'DUE', 'OVERDUE', 'REMINDER', 'COLLECTION', 'FINANCED', 'RECOURSED', 'PAUSED', 'RESUMED', 'STOPPED', 'CREDITED', 'CLOSED'))`,
    )
    this.addSql(
      `alter table "invoice_ledger_event" add constraint "invoice_ledger_event_status_check" check ("status" in ('PLANNED', 'DONE', 'SKIPPED'))`,
    )
    this.addSql(`alter table "invoice_ledger_event" enable row level security`)
    this.addSql(`alter table "invoice_ledger_event" force row level security`)
    this.addSql(`create policy "invoice_ledger_event_tenant" on "invoice_ledger_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and type <> 'FINANCED' and type <> 'RECOURSED' and invoice_id in (
select c.c from known_claims() c(c)) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and type <> 'FINANCED' and type <> 'RECOURSED' and invoice_id in (
select c.c from known_claims() c(c)) else false end)`)
    this.addSql(
      `alter table "invoice_refinancing" add constraint "invoice_refinancing_status_check" check ("status" in ('PROPOSED', 'ACTIVE', 'REPAID', 'RECOURSED'))`,
    )
    this.addSql(`alter table "invoice_refinancing" enable row level security`)
    this.addSql(`alter table "invoice_refinancing" force row level security`)
    this.addSql(`create policy "invoice_refinancing_tenant" on "invoice_refinancing" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "job_run" add constraint "job_run_status_check" check ("status" in ('WAITING', 'RUNNING', 'DONE', 'FAILED'))`,
    )
    this.addSql(`alter table "job_run" enable row level security`)
    this.addSql(`alter table "job_run" force row level security`)
    this.addSql(
      `create policy "job_run_tenant" on "job_run" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "journal" enable row level security`)
    this.addSql(`alter table "journal" force row level security`)
    this.addSql(`create policy "journal_tenant" on "journal" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and case when owner_type = any (array['Debtor', 'RealtimeMessage']) then true when owner_type = 'Invoice' then id_of(owner_id) in (
select c.c from known_claims() c(c)) else false end else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`)
    this.addSql(`alter table "label" enable row level security`)
    this.addSql(`alter table "label" force row level security`)
    this.addSql(
      `create policy "label_tenant" on "label" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "label_assignment" enable row level security`)
    this.addSql(`alter table "label_assignment" force row level security`)
    this.addSql(`create policy "label_assignment_tenant" on "label_assignment" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "locked_period" add constraint "locked_period_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(`alter table "locked_period" enable row level security`)
    this.addSql(`alter table "locked_period" force row level security`)
    this.addSql(`create policy "locked_period_tenant" on "locked_period" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "login_attempt" enable row level security`)
    this.addSql(`alter table "login_attempt" force row level security`)
    this.addSql(
      `create policy "login_attempt_tenant" on "login_attempt" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "note" add constraint "note_visibility_check" check ("visibility" in ('INTERNAL', 'CLIENT', 'DEBTOR'))`,
    )
    this.addSql(`alter table "note" enable row level security`)
    this.addSql(`alter table "note" force row level security`)
    this.addSql(`create policy "note_tenant" on "note" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and visibility = any (array['CLIENT', 'DEBTOR']) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and visibility = 'DEBTOR' and (target_type <> 'INVOICE' or target_id in (
select c.c from known_claims() c(c))) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and visibility = any (array['CLIENT', 'DEBTOR']) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid and visibility = 'DEBTOR' and (target_type <> 'INVOICE' or target_id in (
select c.c from known_claims() c(c))) else false end)`)
    this.addSql(
      `alter table "onboarding_step" add constraint "onboarding_step_step_check" check ("step" in ('SETTINGS', 'PRODUCTS', 'CLIENT_ACCOUNTS', 'CHART_OF_ACCOUNTS', 'REFERENCE_SETTINGS', 'REMINDER_PROFILES', 'CREDIT_LIMITS', 'COMPLIANCE'))`,
    )
    this.addSql(
      `alter table "onboarding_step" add constraint "onboarding_step_status_check" check ("status" in ('WAITING', 'DONE', 'FAILED'))`,
    )
    this.addSql(`alter table "onboarding_step" enable row level security`)
    this.addSql(`alter table "onboarding_step" force row level security`)
    this.addSql(`create policy "onboarding_step_tenant" on "onboarding_step" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "outbox" enable row level security`)
    this.addSql(`alter table "outbox" force row level security`)
    this.addSql(
      `create policy "outbox_tenant" on "outbox" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "password_reset" add constraint "password_reset_status_check" check ("status" in ('PENDING', 'USED', 'EXPIRED'))`,
    )
    this.addSql(`alter table "password_reset" enable row level security`)
    this.addSql(`alter table "password_reset" force row level security`)
    this.addSql(
      `create policy "password_reset_tenant" on "password_reset" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "payment_reference_setting" add constraint "payment_reference_setting_scheme_check" check ("scheme" in ('OCR', 'RF'))`,
    )
    this.addSql(
      `alter table "payment_reference_setting" add constraint "payment_reference_setting_level_check" check ("level" in ('SOFT', 'HARD', 'VARIABLE', 'FIXED'))`,
    )
    this.addSql(`alter table "payment_reference_setting" enable row level security`)
    this.addSql(`alter table "payment_reference_setting" force row level security`)
    this.addSql(`create policy "payment_reference_setting_tenant" on "payment_reference_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "payout" add constraint "payout_status_check" check ("status" in ('CREATED', 'BLOCKED', 'CANCELLED'))`,
    )
    this.addSql(`alter table "payout" enable row level security`)
    this.addSql(`alter table "payout" force row level security`)
    this.addSql(`create policy "payout_tenant" on "payout" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "policy_version" enable row level security`)
    this.addSql(`alter table "policy_version" force row level security`)
    this.addSql(
      `create policy "policy_version_tenant" on "policy_version" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(`alter table "realtime_message" enable row level security`)
    this.addSql(`alter table "realtime_message" force row level security`)
    this.addSql(`create policy "realtime_message_tenant" on "realtime_message" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end)`)
    this.addSql(`alter table "realtime_token" enable row level security`)
    this.addSql(`alter table "realtime_token" force row level security`)
    this.addSql(
      `create policy "realtime_token_tenant" on "realtime_token" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "reason_code" add constraint "reason_code_type_check" check ("type" in ('DISPUTE', 'CREDIT', 'WRITE_OFF', 'DENY', 'STOP', 'RETURN', 'REPRIEVE', 'OVERRIDE'))`,
    )
    this.addSql(`alter table "reason_code" enable row level security`)
    this.addSql(`alter table "reason_code" force row level security`)
    this.addSql(
      `create policy "reason_code_tenant" on "reason_code" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "reminder_profile" add constraint "reminder_profile_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(`alter table "reminder_profile" enable row level security`)
    this.addSql(`alter table "reminder_profile" force row level security`)
    this.addSql(`create policy "reminder_profile_tenant" on "reminder_profile" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "role" enable row level security`)
    this.addSql(`alter table "role" force row level security`)
    this.addSql(
      `create policy "role_tenant" on "role" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(`alter table "role_right" enable row level security`)
    this.addSql(`alter table "role_right" force row level security`)
    this.addSql(
      `create policy "role_right_tenant" on "role_right" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(`alter table "service_account" enable row level security`)
    this.addSql(`alter table "service_account" force row level security`)
    this.addSql(`create policy "service_account_tenant" on "service_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "service_account_role" enable row level security`)
    this.addSql(`alter table "service_account_role" force row level security`)
    this.addSql(
      `create policy "service_account_role_tenant" on "service_account_role" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(`alter table "service_account_secret" enable row level security`)
    this.addSql(`alter table "service_account_secret" force row level security`)
    this.addSql(
      `create policy "service_account_secret_tenant" on "service_account_secret" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(`alter table "snapshot" enable row level security`)
    this.addSql(`alter table "snapshot" force row level security`)
    this.addSql(`create policy "snapshot_tenant" on "snapshot" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "system_debtor" add constraint "system_debtor_type_check" check ("type" in ('COMPANY', 'PERSON'))`,
    )
    this.addSql(
      `alter table "system_debtor" add constraint "system_debtor_status_check" check ("status" in ('ACTIVE', 'BANKRUPT', 'LIQUIDATION', 'RECONSTRUCTION', 'DECEASED'))`,
    )
    this.addSql(`alter table "system_debtor" enable row level security`)
    this.addSql(`alter table "system_debtor" force row level security`)
    this.addSql(
      `create policy "system_debtor_tenant" on "system_debtor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "system_debtor_credit_status" enable row level security`)
    this.addSql(`alter table "system_debtor_credit_status" force row level security`)
    this.addSql(
      `create policy "system_debtor_credit_status_tenant" on "system_debtor_credit_status" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_type_check" check ("type" in ('INVOICE_VALIDATION', 'ACTIVATION_FAILED', 'POST_ACTIVATION', 'PAYMENT_MISMATCH', 'RECONCILIATION', 'VOUCHER', 'SYNC', 'DOCUMENT', 'DISTRIBUTION', 'ENFORCEMENT', 'CREDIT', 'AML', 'KYC', 'PAYOUT', 'MONITORING', 'LIMITATION', 'ONBOARDING', 'JOB'))`,
    )
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_severity_check" check ("severity" in ('LOW', 'NORMAL', 'HIGH', 'CRITICAL'))`,
    )
    this.addSql(
      `alter table "system_errand" add constraint "system_errand_status_check" check ("status" in ('OPEN', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'))`,
    )
    this.addSql(`alter table "system_errand" enable row level security`)
    this.addSql(`alter table "system_errand" force row level security`)
    this.addSql(`create policy "system_errand_tenant" on "system_errand" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "system_setting" enable row level security`)
    this.addSql(`alter table "system_setting" force row level security`)
    this.addSql(
      `create policy "system_setting_tenant" on "system_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "tenant" add constraint "tenant_webhook_workflows_check" check ("webhook_workflows" in ('ON_FAILURE', 'ALWAYS'))`,
    )
    this.addSql(`alter table "tenant" enable row level security`)
    this.addSql(`alter table "tenant" force row level security`)
    this.addSql(
      `create policy "tenant_tenant" on "tenant" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "to_do" add constraint "to_do_status_check" check ("status" in ('OPEN', 'RESOLVED', 'CANCELLED'))`,
    )
    this.addSql(`alter table "to_do" enable row level security`)
    this.addSql(`alter table "to_do" force row level security`)
    this.addSql(`create policy "to_do_tenant" on "to_do" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "token" add constraint "token_kind_check" check ("kind" in ('SYSTEM', 'CLIENT', 'PORTAL', 'DEBTOR', 'USER', 'SERVICE_ACCOUNT'))`,
    )
    this.addSql(`alter table "token" enable row level security`)
    this.addSql(`alter table "token" force row level security`)
    this.addSql(`create policy "token_tenant" on "token" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end)`)
    this.addSql(`alter table "token_role" enable row level security`)
    this.addSql(`alter table "token_role" force row level security`)
    this.addSql(
      `create policy "token_role_tenant" on "token_role" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table "unallocated_item" add constraint "unallocated_item_status_check" check ("status" in ('OPEN', 'PLACED', 'REVERSED'))`,
    )
    this.addSql(`alter table "unallocated_item" enable row level security`)
    this.addSql(`alter table "unallocated_item" force row level security`)
    this.addSql(`create policy "unallocated_item_tenant" on "unallocated_item" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "user_account" add constraint "user_account_kind_check" check ("kind" in ('STAFF', 'CLIENT', 'DEBTOR', 'SYSTEM'))`,
    )
    this.addSql(
      `alter table "user_account" add constraint "user_account_status_check" check ("status" in ('INVITED', 'ACTIVE', 'DISABLED'))`,
    )
    this.addSql(`alter table "user_account" enable row level security`)
    this.addSql(`alter table "user_account" force row level security`)
    this.addSql(`create policy "user_account_tenant" on "user_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end)`)
    this.addSql(`alter table "user_group" enable row level security`)
    this.addSql(`alter table "user_group" force row level security`)
    this.addSql(
      `create policy "user_group_tenant" on "user_group" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "user_group_member" enable row level security`)
    this.addSql(`alter table "user_group_member" force row level security`)
    this.addSql(
      `create policy "user_group_member_tenant" on "user_group_member" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "user_role" enable row level security`)
    this.addSql(`alter table "user_role" force row level security`)
    this.addSql(
      `create policy "user_role_tenant" on "user_role" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(`alter table "voucher" add constraint "voucher_total_positive" check (total > 0)`)
    this.addSql(
      `alter table "voucher" add constraint "voucher_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(
      `alter table "voucher" add constraint "voucher_status_check" check ("status" in ('BOOKED', 'EXPORTED', 'EXTERNAL_BOOKED', 'EXTERNAL_FAILED', 'REVERSED'))`,
    )
    this.addSql(`alter table "voucher" enable row level security`)
    this.addSql(`alter table "voucher" force row level security`)
    this.addSql(`create policy "voucher_tenant" on "voucher" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "voucher_posting" add constraint "voucher_posting_moves" check (amount <> 0)`,
    )
    this.addSql(
      `alter table "voucher_posting" add constraint "voucher_posting_claim_type_check" check ("claim_type" in ('INVOICE', 'COLLECTION_BATCH', 'PART_PAYMENT_PLAN', 'PART_PAYMENT_ACCOUNT', 'BUSINESS_LOAN', 'ENFORCEMENT'))`,
    )
    this.addSql(`alter table "voucher_posting" enable row level security`)
    this.addSql(`alter table "voucher_posting" force row level security`)
    this.addSql(`create policy "voucher_posting_tenant" on "voucher_posting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "voucher_request" add constraint "voucher_request_owner_type_check" check ("owner_type" in ('TENANT', 'CLIENT'))`,
    )
    this.addSql(
      `alter table "voucher_request" add constraint "voucher_request_status_check" check ("status" in ('PENDING', 'CREATED', 'FAILED', 'CANCELLED'))`,
    )
    this.addSql(`alter table "voucher_request" enable row level security`)
    this.addSql(`alter table "voucher_request" force row level security`)
    this.addSql(`create policy "voucher_request_tenant" on "voucher_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "voucher_series" enable row level security`)
    this.addSql(`alter table "voucher_series" force row level security`)
    this.addSql(
      `create policy "voucher_series_tenant" on "voucher_series" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "webhook" add constraint "webhook_trigger_check" check ("trigger" in ('PUSH'))`,
    )
    this.addSql(
      `alter table "webhook" add constraint "webhook_method_check" check ("method" in ('POST'))`,
    )
    this.addSql(`alter table "webhook" enable row level security`)
    this.addSql(`alter table "webhook" force row level security`)
    this.addSql(`create policy "webhook_tenant" on "webhook" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "webhook_attempt" add constraint "webhook_attempt_kind_check" check ("kind" in ('AUTOMATIC', 'MANUAL'))`,
    )
    this.addSql(`alter table "webhook_attempt" enable row level security`)
    this.addSql(`alter table "webhook_attempt" force row level security`)
    this.addSql(`create policy "webhook_attempt_tenant" on "webhook_attempt" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`)
    this.addSql(
      `alter table "webhook_log" add constraint "webhook_log_status_check" check ("status" in ('QUEUED', 'SENDING', 'RETRYING', 'DELIVERED', 'FAILED'))`,
    )
    this.addSql(`alter table "webhook_log" enable row level security`)
    this.addSql(`alter table "webhook_log" force row level security`)
    this.addSql(`create policy "webhook_log_tenant" on "webhook_log" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and to_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`)
    this.addSql(`alter table "webhook_payload" enable row level security`)
    this.addSql(`alter table "webhook_payload" force row level security`)
    this.addSql(`create policy "webhook_payload_tenant" on "webhook_payload" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`)
    this.addSql(`alter table "webhook_queue" enable row level security`)
    this.addSql(`alter table "webhook_queue" force row level security`)
    this.addSql(
      `create policy "webhook_queue_tenant" on "webhook_queue" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(`alter table "webhook_route" enable row level security`)
    this.addSql(`alter table "webhook_route" force row level security`)
    this.addSql(
      `create policy "webhook_route_tenant" on "webhook_route" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(`alter table "webhook_taken" enable row level security`)
    this.addSql(`alter table "webhook_taken" force row level security`)
    this.addSql(
      `create policy "webhook_taken_tenant" on "webhook_taken" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table user_account add constraint user_account_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table user_account add constraint user_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_account add constraint user_account_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_access add constraint client_access_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_invitation add constraint user_invitation_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table password_reset add constraint password_reset_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table role add constraint role_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table role_right add constraint role_right_role_id_foreign foreign key (tenant_id, role_id) references role (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_role add constraint user_role_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_role add constraint user_role_role_id_foreign foreign key (tenant_id, role_id) references role (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_group add constraint user_group_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table user_group_member add constraint user_group_member_user_group_id_foreign foreign key (tenant_id, user_group_id) references user_group (tenant_id, id)`,
    )
    this.addSql(
      `alter table user_group_member add constraint user_group_member_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table service_account add constraint service_account_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table service_account add constraint service_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table service_account_role add constraint service_account_role_service_account_id_foreign foreign key (tenant_id, service_account_id) references service_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table service_account_role add constraint service_account_role_role_id_foreign foreign key (tenant_id, role_id) references role (tenant_id, id)`,
    )
    this.addSql(
      `alter table service_account_secret add constraint service_account_secret_service_account_id_foreign foreign key (tenant_id, service_account_id) references service_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table token add constraint token_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table token add constraint token_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table token add constraint token_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table token add constraint token_service_account_id_foreign foreign key (tenant_id, service_account_id) references service_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table token_role add constraint token_role_token_id_foreign foreign key (tenant_id, token_id) references token (tenant_id, id)`,
    )
    this.addSql(
      `alter table token_role add constraint token_role_role_id_foreign foreign key (tenant_id, role_id) references role (tenant_id, id)`,
    )
    this.addSql(
      `alter table label add constraint label_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table label_assignment add constraint label_assignment_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table label_assignment add constraint label_assignment_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table label_assignment add constraint label_assignment_label_id_foreign foreign key (tenant_id, label_id) references label (tenant_id, id)`,
    )
    this.addSql(
      `alter table note add constraint note_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table note add constraint note_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table note add constraint note_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table to_do add constraint to_do_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table to_do add constraint to_do_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table to_do add constraint to_do_assignee_user_id_foreign foreign key (tenant_id, assignee_user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table to_do add constraint to_do_user_group_id_foreign foreign key (tenant_id, user_group_id) references user_group (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_errand add constraint system_errand_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table system_errand add constraint system_errand_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table errand_event add constraint errand_event_errand_id_foreign foreign key (tenant_id, errand_id) references system_errand (tenant_id, id)`,
    )
    this.addSql(
      `alter table background_task add constraint background_task_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table background_task add constraint background_task_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table background_task_item add constraint background_task_item_task_id_foreign foreign key (tenant_id, task_id) references background_task (tenant_id, id)`,
    )
    this.addSql(
      `alter table cache_clear add constraint cache_clear_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table job_run add constraint job_run_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table exchange_rate add constraint exchange_rate_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table webhook add constraint webhook_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table webhook add constraint webhook_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table inbound_event add constraint inbound_event_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table inbound_event add constraint inbound_event_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table realtime_token add constraint realtime_token_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table realtime_token add constraint realtime_token_token_id_foreign foreign key (tenant_id, token_id) references token (tenant_id, id)`,
    )
    this.addSql(
      `alter table realtime_message add constraint realtime_message_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table realtime_message add constraint realtime_message_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table reason_code add constraint reason_code_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table document add constraint document_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table document add constraint document_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table snapshot add constraint snapshot_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table internal_request add constraint internal_request_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table internal_request add constraint internal_request_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table account_day add constraint account_day_account_id_foreign foreign key (tenant_id, account_id) references bookkeeping_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table bookkeeping_account add constraint bookkeeping_account_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table bookkeeping_account add constraint bookkeeping_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table financial_event add constraint financial_event_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table unallocated_item add constraint unallocated_item_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table voucher add constraint voucher_financial_event_id_foreign foreign key (tenant_id, financial_event_id) references financial_event (tenant_id, id)`,
    )
    this.addSql(
      `alter table voucher_posting add constraint voucher_posting_account_id_foreign foreign key (tenant_id, account_id) references bookkeeping_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table voucher_request add constraint voucher_request_financial_event_id_foreign foreign key (tenant_id, financial_event_id) references financial_event (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table client add constraint client_invoice_erp_id_foreign foreign key (tenant_id, invoice_erp_id) references erp (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_bookkeep_erp_id_foreign foreign key (tenant_id, bookkeep_erp_id) references erp (tenant_id, id)`,
    )
    this.addSql(
      `alter table reminder_profile add constraint reminder_profile_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table reminder_profile add constraint reminder_profile_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_setting add constraint client_setting_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table onboarding_step add constraint onboarding_step_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_product add constraint client_product_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_account add constraint client_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_account_transaction add constraint client_account_transaction_client_account_id_foreign foreign key (tenant_id, client_account_id) references client_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_article add constraint client_article_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table email_recipient add constraint email_recipient_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_reference_setting add constraint payment_reference_setting_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_sync add constraint client_sync_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_sync_invoice add constraint client_sync_invoice_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_sync_invoice add constraint client_sync_invoice_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table system_debtor add constraint system_debtor_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table system_debtor_credit_status add constraint system_debtor_credit_status_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor_subtype add constraint debtor_subtype_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_system_debtor_id_foreign foreign key (tenant_id, system_debtor_id) references system_debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_subtype_id_foreign foreign key (tenant_id, subtype_id) references debtor_subtype (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor add constraint debtor_reminder_profile_id_foreign foreign key (tenant_id, reminder_profile_id) references reminder_profile (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor_blocked add constraint debtor_blocked_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table debtor_blocked add constraint debtor_blocked_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table credit_decision_status add constraint credit_decision_status_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table credit_status add constraint credit_status_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor_exposure add constraint debtor_exposure_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table factoring_country add constraint factoring_country_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table factoring_decision add constraint factoring_decision_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table factoring_decision add constraint factoring_decision_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table factoring_decision add constraint factoring_decision_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_refinancing add constraint invoice_refinancing_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_refinancing add constraint invoice_refinancing_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice add constraint invoice_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice add constraint invoice_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table article add constraint article_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table article_label add constraint article_label_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table article_label add constraint article_label_article_id_foreign foreign key (tenant_id, article_id) references article (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_activation add constraint invoice_activation_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table invoice_ledger_event add constraint invoice_ledger_event_invoice_id_foreign foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout add constraint payout_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payout add constraint payout_client_account_id_foreign foreign key (tenant_id, client_account_id) references client_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table erp_type add constraint erp_type_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table erp add constraint erp_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table erp add constraint erp_erp_type_id_foreign foreign key (tenant_id, erp_type_id) references erp_type (tenant_id, id)`,
    )
    this.addSql(`alter table webhook_log set (fillfactor = 45)`)
    this.addSql(`alter table bookkeeping_account set (fillfactor = 50)`)
    this.addSql(`alter table voucher_series set (fillfactor = 20)`)
    this.addSql(`alter table client_account set (fillfactor = 50)`)
    this.addSql(`alter table payment_reference_setting set (fillfactor = 20)`)
    this.addSql(`alter table debtor set (fillfactor = 80)`)
    this.addSql(`alter table invoice set (fillfactor = 80)`)
    this.addSql(`alter table invoice_activation set (fillfactor = 80)`)
    this.addSql(`create or replace view changelog with (security_invoker = true) as select j.tenant_id, case when e.entry -> 'entity' is null then j.owner_id else e.entry ->> 'id' end as entity_id,
  id_within(65, j.id, e.n::int - 1) as id, coalesce(e.entry ->> 'entity', j.owner_type) as entity, e.entry ->> 'action' as action,
  case
    when e.entry -> 'part' is null or e.entry -> 'changes' is null then e.entry -> 'changes'
    when e.entry ->> 'action' = 'UPDATED' then json_build_object(e.entry ->> 'part', (
      select json_build_object('from', coalesce(json_object_agg(key, value -> 'from')
          filter (where value -> 'from' is not null), '{}'),
        'to', coalesce(json_object_agg(key, value -> 'to')
          filter (where value -> 'to' is not null), '{}'))
      from json_each(e.entry -> 'changes')))
    else json_build_object(e.entry ->> 'part', e.entry -> 'changes') end as changes, j.client_id, j.principal_kind, j.principal_id, j.principal_name,
  j.request_id, j.workflow_id, j.at, j.owner_type, j.owner_id,
  coalesce(e.entry ->> 'part', coalesce(e.entry ->> 'entity', j.owner_type)) as row_type,
  coalesce(e.entry ->> 'id', j.owner_id) as row_id, case when e.entry -> 'id' is null then j.version else (e.entry ->> 'version')::int end as row_version,
  e.entry -> 'kept' as kept
from journal j cross join lateral json_array_elements(j.entries) with ordinality e (entry, n)
where e.entry -> 'action' is not null and coalesce(current_setting('app.scope', true), '') <> 'debtor'`)
    this.addSql(
      `comment on view changelog is 'made of 9418ad37c969e56e292ab45cf80f2c800f2de046cb2e0d86ec396b773a45d2ee'`,
    )
    this.addSql(`create or replace view event with (security_invoker = true) as select * from (select j.tenant_id as tenant_id,
  id_within(66, j.id, (e.n::int - 1) * 8 + v.n::int - 1) as id,
  v.type as type,
  v.name as name,
  coalesce(e.entry ->> 'entity', j.owner_type) as subject_type,
  case when e.entry -> 'entity' is null then j.owner_id else e.entry ->> 'id' end as subject_id,
  j.client_id as client_id,
  case when e.entry -> 'debtor' is null then j.debtor_id end as debtor_id,
  case when e.entry -> 'id' is null then j.version else (e.entry ->> 'version')::int end as version,
  coalesce(e.entry -> 'changed', case when e.entry ->> 'action' = 'UPDATED' then (
    select ('[' || coalesce(string_agg(to_json(k)::text, ','), '') || ']')::json
    from json_object_keys(e.entry -> 'changes') k) end) as changed,
  case when e.entry -> 'id' is null then j.data else e.entry -> 'data' end -> v.type as data,
  j.at as occurred_at,
  j.owner_type, j.owner_id
from journal j cross join lateral json_array_elements(j.entries) with ordinality e (entry, n)
  cross join lateral json_each_text(e.entry -> 'events') with ordinality v (type, name, n)) event
where case coalesce(current_setting('app.scope', true), '') when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid
  and case when type = any (array['DEBTOR', 'REALTIME']) then true when type = any (array['INVOICE', 'INVOICE_BALANCE']) then id_of(subject_id) in (
select c.c from known_claims() c(c)) else false end else true end`)
    this.addSql(
      `comment on view event is 'made of 3bd70f86e07a82c28e1b7dbebeb28a1a79f2ca583afd83f223673c7e827566e8'`,
    )
    this.addSql(
      `CREATE CONSTRAINT TRIGGER voucher_is_whole AFTER INSERT ON voucher DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION voucher_is_whole()`,
    )
    this.addSql(
      `CREATE TRIGGER role_right_added AFTER INSERT ON role_right REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION policy_changed()`,
    )
    this.addSql(
      `CREATE TRIGGER role_right_removed AFTER DELETE ON role_right REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION policy_changed()`,
    )
    this.addSql(
      `CREATE TRIGGER voucher_balances AFTER INSERT ON voucher_posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION voucher_balances()`,
    )
    this.addSql(
      `CREATE TRIGGER webhook_log_astray BEFORE INSERT OR UPDATE ON webhook_log FOR EACH ROW WHEN (((new.status <> ALL (ARRAY['QUEUED'::text, 'DELIVERED'::text])) OR (new.astray IS NOT NULL))) EXECUTE FUNCTION webhook_log_astray()`,
    )
    this.addSql(
      `CREATE TRIGGER webhook_routed AFTER INSERT OR DELETE OR UPDATE ON webhook FOR EACH ROW EXECUTE FUNCTION webhook_routed()`,
    )
    this.addSql(
      `CREATE TRIGGER voucher_on_its_day AFTER INSERT ON voucher REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION voucher_on_its_day()`,
    )
  }
}
