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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF', 'PX', 'PL', 'UP', 'PA', 'SB', null, null, null, null, null, null, 'MD', 'MG', 'MB', null, 'AX'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of b87f989755dd60b6ccb22267b921d0ec96bfa7ece163127f6317e2630a5b72a5'`,
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
      when 'PAYMENT_ACCOUNT' then array['kind', 'currency', 'active']
      when 'PAYMENT' then array['status', 'source', 'amount', 'currency', 'bookDate', 'linked', 'unplaced']
      when 'UNPLACED_PAYMENT' then array['transactionId', 'status', 'reasonCode', 'amountOpen', 'currency']
      when 'DISTRIBUTION' then array['type', 'invoiceId', 'channel', 'sentAt']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(
      `comment on function event_data is 'made of 184cd1418aa9da2e990b648021a63f4b3a57e2b85a307c5600a3aa0b57336c05'`,
    )
    this.addSql(
      `create table "payment_account" ("tenant_id" int not null, "id" uuid not null, "kind" varchar(10) not null, "number" varchar(40) not null, "bic" varchar(11) null, "currency" varchar(3) not null, "system_bank_account_id" uuid null, "instance_provider_id" uuid null, "client_id" uuid null, "active" boolean not null, "reference_level" varchar(10) null, "reference_length" int null, "further_length" int null, "places_by_reference" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_account_kind_index" on "payment_account" ("tenant_id", "kind", "id")`,
    )
    this.addSql(
      `create index "payment_account_number_index" on "payment_account" ("tenant_id", "number", "id")`,
    )
    this.addSql(
      `create index "payment_account_currency_index" on "payment_account" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `create index "payment_account_active_index" on "payment_account" ("tenant_id", "active", "id")`,
    )
    this.addSql(
      `create index "payment_account_client_index" on "payment_account" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "payment_account_level_index" on "payment_account" ("tenant_id", "reference_level", "id")`,
    )
    this.addSql(
      `create index "payment_account_bank_index" on "payment_account" ("tenant_id", "system_bank_account_id", "id")`,
    )
    this.addSql(
      `alter table "payment_account" add constraint "payment_account_number_unique" unique ("tenant_id", "kind", "number")`,
    )
    this.addSql(
      `create table "system_bank_account" ("tenant_id" int not null, "id" uuid not null, "instance_provider_id" uuid null, "name" varchar(100) not null, "kind" varchar(10) not null, "number" varchar(40) not null, "bic" varchar(11) null, "currency" varchar(3) not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "system_bank_account_kind_index" on "system_bank_account" ("tenant_id", "kind", "id")`,
    )
    this.addSql(
      `create index "system_bank_account_currency_index" on "system_bank_account" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `create index "system_bank_account_active_index" on "system_bank_account" ("tenant_id", "active", "id")`,
    )
    this.addSql(
      `create index "system_bank_account_provider_index" on "system_bank_account" ("tenant_id", "instance_provider_id", "id")`,
    )
    this.addSql(
      `alter table "system_bank_account" add constraint "system_bank_account_number_unique" unique ("tenant_id", "kind", "number")`,
    )
    this.addSql(`alter table "payment_account" enable row level security`)
    this.addSql(`alter table "payment_account" force row level security`)
    this.addSql(`create policy "payment_account_tenant" on "payment_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "system_bank_account" enable row level security`)
    this.addSql(`alter table "system_bank_account" force row level security`)
    this.addSql(
      `create policy "system_bank_account_tenant" on "system_bank_account" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table payment_account add constraint payment_account_system_bank_account_id_foreign foreign key (tenant_id, system_bank_account_id) references system_bank_account (tenant_id, id)`,
    )
    this.addSql(`create constraint trigger system_bank_account_steady after insert or delete or update of tenant_id, id, instance_provider_id, name, kind, number, bic, currency, active, version, created_at, updated_at on system_bank_account
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger system_bank_account_steady on system_bank_account is 'made of cc70af4cdf7678db3714d56c12a6e9936785c63f89614fb13d078aefd6f05da9'`,
    )
    this.addSql(`create constraint trigger payment_account_steady after insert or delete or update of tenant_id, id, kind, number, bic, currency, system_bank_account_id, instance_provider_id, client_id, active, reference_level, reference_length, further_length, places_by_reference, version, created_at, updated_at on payment_account
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger payment_account_steady on payment_account is 'made of b12fec6ab8e25c48866b81c97ad981b26ea1f1e5095e2698919d561175ae5926'`,
    )
  }
}
