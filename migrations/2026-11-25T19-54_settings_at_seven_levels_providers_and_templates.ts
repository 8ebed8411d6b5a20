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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of f1fc3320c5c5ed9bdf8a51a5d8576927131eb6c948078681254e8d5a07379056'`,
    )
    this.addSql(
      `create table "client_financial_price_template" ("tenant_id" int not null, "id" uuid not null, "name" varchar(100) not null, "description" varchar(500) not null, "products" text[] not null, "enabled" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index client_financial_price_template_name_alike on client_financial_price_template (tenant_id, folded_name(name))`,
    )
    this.addSql(
      `create index "client_financial_price_template_enabled_index" on "client_financial_price_template" ("tenant_id", "enabled", "id")`,
    )
    this.addSql(
      `create index "client_financial_price_template_created_index" on "client_financial_price_template" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "client_financial_price_template" add constraint "client_financial_price_template_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "content_user_setting" ("tenant_id" int not null, "id" uuid not null, "user_id" uuid not null, "type" varchar(100) not null, "value" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `alter table "content_user_setting" add constraint "content_user_setting_unique" unique ("tenant_id", "user_id", "type")`,
    )
    this.addSql(
      `create table "debtor_setting" ("tenant_id" int not null, "debtor_id" uuid not null, "client_id" uuid not null, "value" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "debtor_id"))`,
    )
    this.addSql(
      `create index "debtor_setting_client_index" on "debtor_setting" ("tenant_id", "client_id")`,
    )
    this.addSql(
      `create table "instance_provider" ("tenant_id" int not null, "id" uuid not null, "name" varchar(200) not null, "identification_number" varchar(40) null, "country_code" varchar(2) not null, "currency" varchar(3) not null, "email" varchar(254) null, "is_default" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index instance_provider_name_alike on instance_provider (tenant_id, folded_name(name))`,
    )
    this.addSql(
      `create unique index instance_provider_default_unique on instance_provider (tenant_id) where is_default`,
    )
    this.addSql(
      `create index "instance_provider_identification_index" on "instance_provider" ("tenant_id", "identification_number", "id")`,
    )
    this.addSql(
      `create index "instance_provider_country_index" on "instance_provider" ("tenant_id", "country_code", "id")`,
    )
    this.addSql(
      `create index "instance_provider_created_index" on "instance_provider" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "instance_provider" add constraint "instance_provider_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "service_provider" ("tenant_id" int not null, "id" uuid not null, "code" varchar(40) not null, "name" varchar(200) not null, "type" text not null, "identification_number" varchar(40) null, "country_code" varchar(2) not null, "is_internal" boolean not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "service_provider_name_index" on "service_provider" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `create index "service_provider_type_index" on "service_provider" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "service_provider_active_index" on "service_provider" ("tenant_id", "active", "id")`,
    )
    this.addSql(
      `create index "service_provider_created_index" on "service_provider" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `alter table "service_provider" add constraint "service_provider_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(
      `create table "setting_choice" ("tenant_id" int not null, "id" uuid not null, "level" varchar(40) not null, "target_id" uuid not null, "value" jsonb not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "setting_choice_level_index" on "setting_choice" ("tenant_id", "level", "id")`,
    )
    this.addSql(
      `alter table "setting_choice" add constraint "setting_choice_target_unique" unique ("tenant_id", "target_id")`,
    )
    this.addSql(
      `alter table "client" add "instance_provider_id" uuid null, add "service_provider_id" uuid null, add "template_id" uuid null`,
    )
    this.addSql(
      `create index "client_instance_provider_index" on "client" ("tenant_id", "instance_provider_id", "id") where "instance_provider_id" is not null`,
    )
    this.addSql(
      `create index "client_service_provider_index" on "client" ("tenant_id", "service_provider_id", "id") where "service_provider_id" is not null`,
    )
    this.addSql(
      `create index "client_template_index" on "client" ("tenant_id", "template_id", "id") where "template_id" is not null`,
    )
    this.addSql(`alter table "client_financial_price_template" enable row level security`)
    this.addSql(`alter table "client_financial_price_template" force row level security`)
    this.addSql(
      `create policy "client_financial_price_template_tenant" on "client_financial_price_template" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "content_user_setting" enable row level security`)
    this.addSql(`alter table "content_user_setting" force row level security`)
    this.addSql(
      `create policy "content_user_setting_tenant" on "content_user_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "debtor_setting" enable row level security`)
    this.addSql(`alter table "debtor_setting" force row level security`)
    this.addSql(`create policy "debtor_setting_tenant" on "debtor_setting" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "instance_provider" enable row level security`)
    this.addSql(`alter table "instance_provider" force row level security`)
    this.addSql(
      `create policy "instance_provider_tenant" on "instance_provider" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table "service_provider" add constraint "service_provider_type_check" check ("type" in ('ADMINISTRATOR', 'FINANCIER', 'COLLECTOR', 'INSURER'))`,
    )
    this.addSql(`alter table "service_provider" enable row level security`)
    this.addSql(`alter table "service_provider" force row level security`)
    this.addSql(
      `create policy "service_provider_tenant" on "service_provider" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "setting_choice" enable row level security`)
    this.addSql(`alter table "setting_choice" force row level security`)
    this.addSql(
      `create policy "setting_choice_tenant" on "setting_choice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int)`,
    )
    this.addSql(
      `alter table debtor_setting add constraint debtor_setting_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor_setting add constraint debtor_setting_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
    this.addSql(
      `alter table content_user_setting add constraint content_user_setting_user_id_foreign foreign key (tenant_id, user_id) references user_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_instance_provider_id_foreign foreign key (tenant_id, instance_provider_id) references instance_provider (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_service_provider_id_foreign foreign key (tenant_id, service_provider_id) references service_provider (tenant_id, id)`,
    )
    this.addSql(
      `alter table client add constraint client_template_id_foreign foreign key (tenant_id, template_id) references client_financial_price_template (tenant_id, id)`,
    )
    this.addSql(
      `alter table client_financial_price_template add constraint client_financial_price_template_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table instance_provider add constraint instance_provider_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table service_provider add constraint service_provider_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(`drop trigger client_steady on client`)
    this.addSql(`create constraint trigger setting_choice_steady after insert or delete or update of tenant_id, id, level, target_id, value, version, created_at, updated_at on setting_choice
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger setting_choice_steady on setting_choice is 'made of 71960c3ea5bd1dbec462ca8ab72e3eb5bcc356992435c19f1578cc018d176b1b'`,
    )
    this.addSql(`create constraint trigger debtor_setting_steady after insert or delete or update of tenant_id, debtor_id, client_id, value, version, created_at, updated_at on debtor_setting
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger debtor_setting_steady on debtor_setting is 'made of 5f7bfdbb5970f47b00137475bf9523cb610281900a7db636ed76310c5c3eba7c'`,
    )
    this.addSql(`create constraint trigger client_steady after insert or delete or update of tenant_id, id, number, identification_number, normal_number, name, country_code, locale, contact_information, address_information, preferred_language, status, invoice_erp_id, bookkeep_erp_id, reminder_profile_id, instance_provider_id, service_provider_id, template_id, version, created_at, updated_at on client
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger client_steady on client is 'made of f3cbc9c4a5417c0c7e3ac306588969e50aec35dc41fc9e07d745f449f7f84dad'`,
    )
    this.addSql(`create constraint trigger instance_provider_steady after insert or delete or update of tenant_id, id, name, identification_number, country_code, currency, email, is_default, version, created_at, updated_at on instance_provider
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger instance_provider_steady on instance_provider is 'made of ecd8276b9b12bd0605a69689063f779ae246c2494cd09ef91a970d42c21172de'`,
    )
  }
}
