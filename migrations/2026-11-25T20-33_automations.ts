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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'AU', 'AN', 'AQ'])[get_byte(uuid_send(id), 11)]
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
    this.addSql(`comment on function id_text is 'made of 578675b2b9667f64595e24d2e3e619c75f2516a804d2ee6346d8613cab3a2048'`)
    this.addSql(`create table "automation" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "type" varchar(60) not null, "event" varchar(60) null, "enabled" boolean not null, "client_id" uuid null, "of_client" boolean not null, "saved_by" uuid not null, "saved_by_name" varchar(200) not null, "bound" boolean not null, "suspended_for" varchar(60) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    this.addSql(`create index "automation_name_index" on "automation" ("tenant_id", "name", "id")`)
    this.addSql(`create index "automation_type_index" on "automation" ("tenant_id", "type", "id")`)
    this.addSql(`create index "automation_event_index" on "automation" ("tenant_id", "event", "id")`)
    this.addSql(`create index "automation_enabled_index" on "automation" ("tenant_id", "enabled", "id")`)
    this.addSql(`create index "automation_client_index" on "automation" ("tenant_id", "client_id", "id")`)
    this.addSql(`create table "automation_route" ("tenant_id" int not null, "type" varchar(60) not null, "automation_id" uuid not null, "event" varchar(60) null, "of_client" boolean not null, "only_client_id" uuid null, primary key ("tenant_id", "type", "automation_id"))`)
    this.addSql(`create table "automation_rule" ("tenant_id" int not null, "id" uuid not null, "automation_id" uuid not null, "client_id" uuid null, "of_client" boolean not null, "position" int not null, "conditions" jsonb null, "actions" jsonb not null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`)
    this.addSql(`create index "automation_rule_automation_index" on "automation_rule" ("tenant_id", "automation_id", "position")`)
    this.addSql(`create table "automation_run" ("tenant_id" int not null, "id" uuid not null, "automation_id" uuid not null, "event_id" uuid not null, "type" varchar(60) not null, "event" varchar(60) not null, "subject_type" varchar(60) not null, "subject_id" varchar(200) not null, "client_id" uuid null, "of_client" boolean not null, "about_id" varchar(200) null, "depth" int not null, "status" text not null, "code" varchar(60) null, "facts" json not null, "steps" jsonb null, "created_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "starts_at" timestamptz(3) null, "start_due_at" timestamptz(6) null, "start_attempts" int null, "start_error" varchar(500) null, primary key ("tenant_id", "id"))`)
    this.addSql(`create index "automation_run_automation_index" on "automation_run" ("tenant_id", "automation_id", "created_at", "id")`)
    this.addSql(`create index "automation_run_about_index" on "automation_run" ("tenant_id", "about_id", "id")`)
    this.addSql(`create index "automation_run_moving_index" on "automation_run" ("tenant_id", "id") where "ended_at" is null`)
    this.addSql(`create index "automation_run_ended_index" on "automation_run" ("ended_at") where "ended_at" is not null`)
    this.addSql(`create index automation_run_start_index on automation_run (tenant_id, starts_at) where starts_at is not null`)
    this.addSql(`alter table "system_errand" drop constraint "system_errand_type_check"`)
    this.addSql(`alter table "system_errand" add constraint "system_errand_type_check" check ("type" in ('INVOICE_VALIDATION', 'ACTIVATION_FAILED', 'POST_ACTIVATION', 'PAYMENT_MISMATCH', 'RECONCILIATION', 'VOUCHER', 'SYNC', 'DOCUMENT', 'DISTRIBUTION', 'ENFORCEMENT', 'CREDIT', 'AML', 'KYC', 'PAYOUT', 'MONITORING', 'LIMITATION', 'ONBOARDING', 'JOB', 'PROCESS', 'AUTOMATION'))`)
    this.addSql(`alter table "automation" enable row level security`)
    this.addSql(`alter table "automation" force row level security`)
    this.addSql(`create policy "automation_tenant" on "automation" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "automation_route" enable row level security`)
    this.addSql(`alter table "automation_route" force row level security`)
    this.addSql(`create policy "automation_route_tenant" on "automation_route" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`)
    this.addSql(`alter table "automation_rule" enable row level security`)
    this.addSql(`alter table "automation_rule" force row level security`)
    this.addSql(`create policy "automation_rule_tenant" on "automation_rule" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "automation_run" add constraint "automation_run_status_check" check ("status" in ('WAITING', 'RUNNING', 'DONE', 'NOT_MET', 'FAILED', 'ENDED'))`)
    this.addSql(`alter table "automation_run" enable row level security`)
    this.addSql(`alter table "automation_run" force row level security`)
    this.addSql(`create policy "automation_run_tenant" on "automation_run" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid and of_client when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`)
    this.addSql(`alter table automation add constraint automation_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`)
    this.addSql(`alter table automation add constraint automation_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`)
    this.addSql(`alter table automation_rule add constraint automation_rule_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`)
    this.addSql(`alter table automation_rule add constraint automation_rule_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`)
    this.addSql(`alter table automation_rule add constraint automation_rule_automation_id_foreign foreign key (tenant_id, automation_id) references automation (tenant_id, id)`)
    this.addSql(`alter table automation_run set (fillfactor = 80)`)
  }
}
