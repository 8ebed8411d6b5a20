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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF', 'PX', 'PL', 'UP', 'PA', 'SB', 'PB', 'PF', 'PN', 'PR', null, null, 'MD', 'MG', 'MB', 'PQ', 'AX', null, null, null, null, null, null, null, null, 'PJ'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of fe14466ad336624b449900eb3342d341200fe686043026db27626996e6c05a61'`,
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
      when 'DISTRIBUTION' then array['type', 'invoiceId', 'channel', 'sentAt']
      when 'PAYMENT_FILE' then array['filename', 'format', 'status', 'entryCount', 'duplicateCount', 'findingCount']
      when 'PAYMENT_BATCH' then array['paymentFileId', 'status', 'account', 'bookDate', 'count', 'total', 'currency']
      when 'PAYMENT' then array['status', 'source', 'amount', 'currency', 'bookDate', 'linked', 'unplaced']
      when 'UNPLACED_PAYMENT' then array['transactionId', 'status', 'reasonCode', 'amountOpen', 'currency']
      when 'PAYMENT_RETURN' then array['transactionId', 'status', 'amount', 'currency']
      when 'PAYMENT_RECONCILIATION' then array['account', 'date', 'status', 'difference', 'currency']
      when 'PAYMENT_REQUEST' then array['direction', 'status', 'claimId', 'payoutId', 'amount', 'currency']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(
      `comment on function event_data is 'made of d19e55fc0518e4ec30b22c476bc4cba21f8b5b003b8afe6bd89ba3b863db7e85'`,
    )
    this.addSql(
      `create table "invoice_payment_choice" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "invoice_id" uuid not null, "method_id" uuid null, "configuration_id" uuid null, "enabled" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "invoice_payment_choice_client_index" on "invoice_payment_choice" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "invoice_payment_choice_of_method_index" on "invoice_payment_choice" ("tenant_id", "method_id", "id")`,
    )
    this.addSql(
      `create index "invoice_payment_choice_of_configuration_index" on "invoice_payment_choice" ("tenant_id", "configuration_id", "id")`,
    )
    this.addSql(
      `alter table "invoice_payment_choice" add constraint "invoice_payment_choice_method_unique" unique ("tenant_id", "invoice_id", "method_id")`,
    )
    this.addSql(
      `alter table "invoice_payment_choice" add constraint "invoice_payment_choice_configuration_unique" unique ("tenant_id", "invoice_id", "configuration_id")`,
    )
    this.addSql(
      `create table "payment_request" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "debtor_id" uuid null, "direction" text not null, "method_id" uuid not null, "configuration_id" uuid not null, "claim_type" text null, "claim_id" uuid null, "payout_id" uuid null, "amount" bigint not null, "currency" varchar(3) not null, "payer_alias" varchar(60) null, "status" text not null, "external_id" varchar(200) null, "redirect_url" varchar(2000) null, "reason" varchar(1000) null, "expires_at" timestamptz(3) not null, "attempts" int not null, "transaction_id" uuid null, "sent_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "payment_request_client_index" on "payment_request" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "payment_request_debtor_index" on "payment_request" ("tenant_id", "debtor_id", "id")`,
    )
    this.addSql(
      `create index "payment_request_method_index" on "payment_request" ("tenant_id", "method_id", "id")`,
    )
    this.addSql(
      `create index "payment_request_configuration_index" on "payment_request" ("tenant_id", "configuration_id", "id")`,
    )
    this.addSql(
      `create index "payment_request_claim_index" on "payment_request" ("tenant_id", "claim_id", "id") where "claim_id" is not null`,
    )
    this.addSql(
      `create index "payment_request_payout_index" on "payment_request" ("tenant_id", "payout_id", "id") where "payout_id" is not null`,
    )
    this.addSql(
      `create index "payment_request_status_index" on "payment_request" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "payment_request_direction_index" on "payment_request" ("tenant_id", "direction", "id")`,
    )
    this.addSql(
      `create index "payment_request_transaction_index" on "payment_request" ("tenant_id", "transaction_id") where "transaction_id" is not null`,
    )
    this.addSql(
      `create index payment_request_open_index on payment_request (tenant_id, expires_at) where status in ('CREATED', 'SENT', 'PENDING')`,
    )
    this.addSql(
      `create index payment_request_unsent_index on payment_request (tenant_id, updated_at) where status = 'CREATED'`,
    )
    this.addSql(
      `create unique index payment_request_payout_unique on payment_request (tenant_id, payout_id) where status in ('CREATED', 'SENT', 'PENDING', 'COMPLETED') and payout_id is not null`,
    )
    this.addSql(
      `alter table "invoice_payment_choice" add constraint "invoice_payment_choice_is_of_one" check ((method_id is null) <> (configuration_id is null))`,
    )
    this.addSql(`alter table "invoice_payment_choice" enable row level security`)
    this.addSql(`alter table "invoice_payment_choice" force row level security`)
    this.addSql(`create policy "invoice_payment_choice_tenant" on "invoice_payment_choice" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "payment_request" add constraint "payment_request_is_about_one" check (amount > 0 and case direction
        when 'PULL' then claim_id is not null else payout_id is not null end)`)
    this.addSql(
      `alter table "payment_request" add constraint "payment_request_direction_check" check ("direction" in ('PULL', 'PUSH'))`,
    )
    this.addSql(
      `alter table "payment_request" add constraint "payment_request_claim_type_check" check ("claim_type" in ('INVOICE', 'COLLECTION_BATCH', 'PART_PAYMENT_PLAN', 'PART_PAYMENT_ACCOUNT', 'BUSINESS_LOAN', 'ENFORCEMENT'))`,
    )
    this.addSql(
      `alter table "payment_request" add constraint "payment_request_status_check" check ("status" in ('CREATED', 'SENT', 'PENDING', 'COMPLETED', 'DECLINED', 'EXPIRED', 'FAILED', 'CANCELLED'))`,
    )
    this.addSql(`alter table "payment_request" enable row level security`)
    this.addSql(`alter table "payment_request" force row level security`)
    this.addSql(`create policy "payment_request_tenant" on "payment_request" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = nullif(current_setting('app.debtor_id', true), '')::uuid else false end)`)
  }
}
