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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF', 'PX', 'PL', 'UP', 'PA', 'SB', 'PB', 'PF', 'PN', 'PR', null, null, 'MD', 'MG', 'MB', 'PQ', 'AX', null, null, null, null, null, null, null, null, 'PJ', null, null, null, 'ME', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'KL', 'KQ', 'KB', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'FP', null, null, null, null, null, null, null, null, null, 'LP', 'BL', 'LG', 'LV', 'LN'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of ea52d6e2b64a2a44b07a70aede709bad83fea1bd0dac93dbdf3a1e00cfdc004b'`,
    )
    this.addSql(`create or replace function event_data(family text, data json) returns json
immutable strict parallel safe language sql return
case json_typeof(data)
  when 'null' then null
  when 'array' then (select coalesce(json_object_agg(f.name, v.value order by f.n), '{}')
    from json_array_elements(data) with ordinality v (value, n)
    join unnest(case family
      when 'PRICE_LIST' then array['targetType', 'targetId', 'currency', 'validFrom']
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
      when 'BUSINESS_LOAN' then array['loanNumber', 'status', 'outstandingPrincipal', 'currency']
      when 'BUSINESS_LOAN_INSTALMENT' then array['businessLoanId', 'type', 'plannedDate', 'principal', 'interest', 'fee']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(
      `comment on function event_data is 'made of ab7ca6e734a3333ce2034fe46da1e0feb9615cbbd8e2ab87af1906da78a2ed2f'`,
    )
    this.addSql(
      `create table "business_loan" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "loan_profile_id" uuid not null, "loan_number" varchar(40) not null, "purpose" varchar(500) not null, "currency" varchar(3) not null, "loan_type" varchar(20) not null, "amortization" varchar(20) not null, "rate" numeric(24,10) not null, "day_count" varchar(20) not null, "setup_fee" bigint not null, "setup_fee_percent" numeric(24,10) not null, "instalment_fee" bigint not null, "late_fee" bigint not null, "instalment_day" int null, "grace_days" int not null, "default_days" int not null, "auto_set_off" boolean not null, "requires_guarantor" boolean not null, "requires_signature" boolean not null, "term_months" int not null, "amount_applied" bigint not null, "amount_approved" bigint null, "status" varchar(20) not null, "decision_status" varchar(20) not null, "sub_status_id" varchar(20) null, "decision" varchar(20) null, "reason_codes" text[] not null, "conditions" varchar(1000) not null, "decided_by" uuid null, "decided_at" timestamptz(3) null, "signed_date" date null, "start_date" date null, "maturity_date" date null, "disbursed" bigint not null, "outstanding_principal" bigint not null, "accrued_interest" bigint not null, "fees_due" bigint not null, "bears_from" date null, "borne" bigint not null, "archived_at" timestamptz(3) null, "created_by" uuid not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "business_loan_client_index" on "business_loan" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "business_loan_status_index" on "business_loan" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "business_loan_decision_index" on "business_loan" ("tenant_id", "decision_status", "id")`,
    )
    this.addSql(
      `create index "business_loan_amount_index" on "business_loan" ("tenant_id", "amount_applied", "id")`,
    )
    this.addSql(
      `create index "business_loan_maturity_index" on "business_loan" ("tenant_id", "maturity_date", "id")`,
    )
    this.addSql(
      `create index "business_loan_created_index" on "business_loan" ("tenant_id", "created_at", "id")`,
    )
    this.addSql(
      `create index "business_loan_profile_index" on "business_loan" ("tenant_id", "loan_profile_id", "id")`,
    )
    this.addSql(
      `alter table "business_loan" add constraint "business_loan_number_unique" unique ("tenant_id", "loan_number")`,
    )
    this.addSql(
      `create table "business_loan_event" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "business_loan_id" uuid not null, "type" varchar(20) not null, "date" date not null, "amount" bigint null, "currency" varchar(3) not null, "text" varchar(500) not null, "created_by" uuid not null, "created_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "business_loan_event_loan_index" on "business_loan_event" ("tenant_id", "business_loan_id", "id")`,
    )
    this.addSql(
      `create index "business_loan_event_client_index" on "business_loan_event" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "business_loan_event_type_index" on "business_loan_event" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "business_loan_event_date_index" on "business_loan_event" ("tenant_id", "date", "id")`,
    )
    this.addSql(
      `create table "business_loan_ledger_event" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "business_loan_id" uuid not null, "type" varchar(20) not null, "number" int not null, "status" varchar(20) not null, "planned_date" date not null, "done_date" date null, "principal" bigint not null, "interest" bigint not null, "fee" bigint not null, "paid_principal" bigint not null, "paid_interest" bigint not null, "paid_fee" bigint not null, "currency" varchar(3) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "business_loan_ledger_event_loan_index" on "business_loan_ledger_event" ("tenant_id", "business_loan_id", "id")`,
    )
    this.addSql(
      `create index "business_loan_ledger_event_client_index" on "business_loan_ledger_event" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `create index "business_loan_ledger_event_type_index" on "business_loan_ledger_event" ("tenant_id", "type", "id")`,
    )
    this.addSql(
      `create index "business_loan_ledger_event_status_index" on "business_loan_ledger_event" ("tenant_id", "status", "id")`,
    )
    this.addSql(
      `create index "business_loan_ledger_event_date_index" on "business_loan_ledger_event" ("tenant_id", "planned_date", "id")`,
    )
    this.addSql(
      `create table "loan_guarantor" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "business_loan_id" uuid not null, "name" varchar(200) not null, "type" varchar(20) not null, "country_code" varchar(2) not null, "identification_number" varchar(40) not null, "normal_number" varchar(40) not null, "email" varchar(254) null, "limit_amount" bigint null, "currency" varchar(3) not null, "status" varchar(20) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create index "loan_guarantor_client_index" on "loan_guarantor" ("tenant_id", "client_id", "id")`,
    )
    this.addSql(
      `alter table "loan_guarantor" add constraint "loan_guarantor_number_unique" unique ("tenant_id", "business_loan_id", "country_code", "normal_number")`,
    )
    this.addSql(
      `create table "loan_profile" ("tenant_id" int not null, "id" uuid not null, "code" varchar(40) not null, "name" varchar(100) not null, "currency" varchar(3) not null, "loan_type" varchar(20) not null, "amortization" varchar(20) not null, "rate" numeric(24,10) not null, "day_count" varchar(20) not null, "setup_fee" bigint not null, "setup_fee_percent" numeric(24,10) not null, "instalment_fee" bigint not null, "late_fee" bigint not null, "instalment_day" int null, "grace_days" int not null, "default_days" int not null, "auto_set_off" boolean not null, "requires_guarantor" boolean not null, "requires_signature" boolean not null, "min_amount" bigint not null, "max_amount" bigint not null, "min_term_months" int not null, "max_term_months" int not null, "active" boolean not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(
      `create unique index loan_profile_name_alike on loan_profile (tenant_id, folded_name(name))`,
    )
    this.addSql(
      `create index "loan_profile_type_index" on "loan_profile" ("tenant_id", "loan_type", "id")`,
    )
    this.addSql(
      `create index "loan_profile_currency_index" on "loan_profile" ("tenant_id", "currency", "id")`,
    )
    this.addSql(
      `create index "loan_profile_active_index" on "loan_profile" ("tenant_id", "active", "id")`,
    )
    this.addSql(
      `create index "loan_profile_name_index" on "loan_profile" ("tenant_id", "name", "id")`,
    )
    this.addSql(
      `alter table "loan_profile" add constraint "loan_profile_code_unique" unique ("tenant_id", "code")`,
    )
    this.addSql(`alter table "business_loan" enable row level security`)
    this.addSql(`alter table "business_loan" force row level security`)
    this.addSql(`create policy "business_loan_tenant" on "business_loan" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "business_loan_event" enable row level security`)
    this.addSql(`alter table "business_loan_event" force row level security`)
    this.addSql(`create policy "business_loan_event_tenant" on "business_loan_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "business_loan_ledger_event" enable row level security`)
    this.addSql(`alter table "business_loan_ledger_event" force row level security`)
    this.addSql(`create policy "business_loan_ledger_event_tenant" on "business_loan_ledger_event" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "loan_guarantor" enable row level security`)
    this.addSql(`alter table "loan_guarantor" force row level security`)
    this.addSql(`create policy "loan_guarantor_tenant" on "loan_guarantor" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "loan_profile" enable row level security`)
    this.addSql(`alter table "loan_profile" force row level security`)
    this.addSql(
      `create policy "loan_profile_tenant" on "loan_profile" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(
      `alter table business_loan add constraint business_loan_loan_profile_id_foreign foreign key (tenant_id, loan_profile_id) references loan_profile (tenant_id, id)`,
    )
    this.addSql(
      `alter table loan_guarantor add constraint loan_guarantor_business_loan_id_foreign foreign key (tenant_id, business_loan_id) references business_loan (tenant_id, id)`,
    )
    this.addSql(
      `alter table business_loan_event add constraint business_loan_event_business_loan_id_foreign foreign key (tenant_id, business_loan_id) references business_loan (tenant_id, id)`,
    )
    this.addSql(
      `alter table business_loan_ledger_event add constraint business_loan_ledger_event_business_loan_id_foreign foreign key (tenant_id, business_loan_id) references business_loan (tenant_id, id)`,
    )
  }
}
