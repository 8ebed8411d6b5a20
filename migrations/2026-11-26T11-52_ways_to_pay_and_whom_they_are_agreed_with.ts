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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF', 'PX', 'PL', 'UP', null, null, null, null, null, null, null, null, 'MD', 'MG', 'MB'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of 07b9f4c8bcf587626ea5ae68df610d24c089b730e94854af776252f124929260'`,
    )
    this.addSql(
      `create table "payment_method" ("tenant_id" int not null, "id" uuid not null, "code" text not null, "direction" text not null, "enabled" boolean not null, "countries" text[] not null, "currencies" text[] not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_method_code_index" on "payment_method" ("tenant_id", "code", "id")`,
    )
    this.addSql(
      `create index "payment_method_direction_index" on "payment_method" ("tenant_id", "direction", "id")`,
    )
    this.addSql(
      `create index "payment_method_enabled_index" on "payment_method" ("tenant_id", "enabled", "id")`,
    )
    this.addSql(
      `alter table "payment_method" add constraint "payment_method_code_unique" unique ("tenant_id", "code", "direction")`,
    )
    this.addSql(
      `create table "payment_method_binding" ("tenant_id" int not null, "id" uuid not null, "configuration_id" uuid not null, "owner_type" text not null, "client_id" uuid null, "service_provider_id" uuid null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_method_binding_configuration_index" on "payment_method_binding" ("tenant_id", "configuration_id", "id")`,
    )
    this.addSql(
      `create index "payment_method_binding_owner_index" on "payment_method_binding" ("tenant_id", "owner_type", "id")`,
    )
    this.addSql(
      `create index "payment_method_binding_of_client_index" on "payment_method_binding" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "payment_method_binding_of_provider_index" on "payment_method_binding" ("tenant_id", "service_provider_id", "id")`,
    )
    this.addSql(
      `alter table "payment_method_binding" add constraint "payment_method_binding_client_unique" unique ("tenant_id", "configuration_id", "client_id")`,
    )
    this.addSql(
      `alter table "payment_method_binding" add constraint "payment_method_binding_provider_unique" unique ("tenant_id", "configuration_id", "service_provider_id")`,
    )
    this.addSql(
      `create table "payment_method_configuration" ("tenant_id" int not null, "id" uuid not null, "method_id" uuid not null, "provider_code" varchar(40) not null, "credentials" text null, "currency" varchar(3) not null, "min_amount" bigint null, "max_amount" bigint null, "fee_bearer" text not null, "show_on_document" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_method_configuration_method_index" on "payment_method_configuration" ("tenant_id", "method_id", "id")`,
    )
    this.addSql(
      `create index "payment_method_configuration_provider_index" on "payment_method_configuration" ("tenant_id", "provider_code", "id")`,
    )
    this.addSql(
      `create index "payment_method_configuration_currency_index" on "payment_method_configuration" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `alter table "payment_method" add constraint "payment_method_code_check" check ("code" in ('BANK_TRANSFER', 'BANKGIRO', 'PLUSGIRO', 'SEPA', 'SWISH', 'CARD', 'AUTOGIRO', 'EFAKTURA', 'VIPPS', 'MOBILEPAY', 'PAY_LINK'))`,
    )
    this.addSql(
      `alter table "payment_method" add constraint "payment_method_direction_check" check ("direction" in ('IN', 'OUT'))`,
    )
    this.addSql(`alter table "payment_method" enable row level security`)
    this.addSql(`alter table "payment_method" force row level security`)
    this.addSql(
      `create policy "payment_method_tenant" on "payment_method" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "payment_method_binding" add constraint "payment_method_binding_has_one_owner" check (case owner_type when 'CLIENT' then client_id is not null and service_provider_id is null
        else client_id is null and service_provider_id is not null end)`)
    this.addSql(
      `alter table "payment_method_binding" add constraint "payment_method_binding_owner_type_check" check ("owner_type" in ('CLIENT', 'SERVICE_PROVIDER'))`,
    )
    this.addSql(`alter table "payment_method_binding" enable row level security`)
    this.addSql(`alter table "payment_method_binding" force row level security`)
    this.addSql(`create policy "payment_method_binding_tenant" on "payment_method_binding" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "payment_method_configuration" add constraint "payment_method_configuration_has_limits" check (min_amount > 0 and max_amount >= coalesce(min_amount, 1))`,
    )
    this.addSql(
      `alter table "payment_method_configuration" add constraint "payment_method_configuration_fee_bearer_check" check ("fee_bearer" in ('CLIENT', 'PAYER', 'TENANT'))`,
    )
    this.addSql(`alter table "payment_method_configuration" enable row level security`)
    this.addSql(`alter table "payment_method_configuration" force row level security`)
    this.addSql(
      `create policy "payment_method_configuration_tenant" on "payment_method_configuration" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table payment_method_configuration add constraint payment_method_configuration_method_id_foreign foreign key (tenant_id, method_id) references payment_method (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_method_binding add constraint payment_method_binding_configuration_id_foreign foreign key (tenant_id, configuration_id) references payment_method_configuration (tenant_id, id)`,
    )
  }
}
