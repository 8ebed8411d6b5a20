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
  return (array['NF', 'ET', 'EP', 'C.', 'SD', 'DS', 'RP', 'D.', 'U', 'UI', 'PW', 'RO', 'UG', 'AC', 'SA', 'SS', 'TK', 'CS', 'OS', 'CP', 'CA', 'CT', 'CX', 'ER', 'PS', 'CY', 'I', 'CZ', 'DB', 'CD', 'CR', 'SC', 'AR', 'AL', 'IA', 'LE', 'FC', 'FD', 'IR', 'BA', 'FE', 'UA', 'V', 'VP', 'VR', 'PO', 'RC', 'DOC', 'IQ', 'WH', 'WHRL', 'IE', 'RT', 'RM', 'SE', 'EE', 'T', 'CC', 'NT', 'TD', 'LB', 'LA', 'ST', 'JR', 'CL', 'EV', 'OB', 'TN', 'WHT', 'SN', 'CG', 'KP', 'IP', 'SV', 'PT', 'CU', 'SO', 'SG', 'SX', 'CH', 'HB', 'CQ', 'GU', 'AU', 'AN', 'AQ', 'BN', 'BP', 'TX', 'SH', 'QS', 'BF', 'PX', 'PL', 'UP', 'PA', 'SB', 'PB', 'PF', 'PN', 'PR', null, null, 'MD', 'MG', 'MB', 'PQ', 'AX', null, null, null, null, null, null, null, null, 'PJ', null, null, null, 'ME', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'KL', 'KQ', 'KB', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'FP', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'KG', 'B'])[get_byte(uuid_send(id), 11)]
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
      `comment on function id_text is 'made of ac890b4adcbdddbe31356366bacc208439f56db0d95419a3fc847785be8c8dcd'`,
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
      when 'BILL' then array['number', 'status', 'gross', 'currency', 'billDate', 'dueDate']
      when 'CHARGE' then array['chargeType', 'status', 'amount', 'currency', 'chargeDate', 'billId']
      when 'REALTIME' then array['text']
      when 'CACHE' then array['module']
      when 'SETTING' then array['key'] end) with ordinality f (name, n) on f.n = v.n)
  else data end`)
    this.addSql(
      `comment on function event_data is 'made of a5b371f3247496dc1bee3c159270c92774f6be3a86bb9cd53f5eab09e21d7ac2'`,
    )
    this.addSql(
      `create table "bill" ("tenant_id" int not null, "id" uuid not null, "number" int not null, "client_id" uuid not null, "currency" varchar(3) not null, "bill_date" date not null, "due_date" date not null, "charge_count" int not null, "net" bigint not null, "vat" bigint not null, "gross" bigint not null, "vats" json not null, "set_off" boolean not null, "recipient_email" varchar(254) null, "invoice_reference" varchar(100) null, "status" text not null, "document_id" uuid null, "electronic_document_id" uuid null, "exported_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "bill_client_index" on "bill" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "bill_status_index" on "bill" ("tenant_id", "status", "id")`)
    this.addSql(`create index "bill_date_index" on "bill" ("tenant_id", "bill_date", "id")`)
    this.addSql(`create index "bill_due_index" on "bill" ("tenant_id", "due_date", "id")`)
    this.addSql(
      `alter table "bill" add constraint "bill_number_unique" unique ("tenant_id", "number")`,
    )
    this.addSql(
      `create table "charge" ("tenant_id" int not null, "id" uuid not null, "client_id" uuid not null, "charge_type" varchar(40) not null, "source_type" varchar(20) not null, "source_id" uuid null, "period" varchar(7) not null, "quantity" int not null, "basis_amount" bigint not null, "volume" int not null, "unit_price" numeric(24,10) null, "percent" numeric(24,10) null, "price_list_id" uuid null, "price_bracket_id" uuid null, "amount" bigint not null, "currency" varchar(3) not null, "vat_treatment" varchar(20) not null, "vat_rate" numeric(24,10) not null, "charge_date" date not null, "status" text not null, "bill_id" uuid null, "text" varchar(200) not null, "created_by" uuid not null, "authorized_by" uuid null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "charge_client_index" on "charge" ("tenant_id", "client_id", "id")`)
    this.addSql(`create index "charge_date_index" on "charge" ("tenant_id", "charge_date", "id")`)
    this.addSql(`create index "charge_type_index" on "charge" ("tenant_id", "charge_type", "id")`)
    this.addSql(
      `create index "charge_bill_index" on "charge" ("tenant_id", "bill_id", "id") where "bill_id" is not null`,
    )
    this.addSql(
      `create index charge_open_index on charge (tenant_id, status, id) where status in ('GENERATED', 'AUTHORIZED')`,
    )
    this.addSql(
      `create index charge_to_bill_index on charge (tenant_id, client_id, charge_date) where status = 'AUTHORIZED'`,
    )
    this.addSql(
      `alter table "charge" add constraint "charge_source_unique" unique ("tenant_id", "source_id", "charge_type", "period")`,
    )
    this.addSql(`alter table "bill" add constraint "bill_adds_up" check (net + vat = gross)`)
    this.addSql(
      `alter table "bill" add constraint "bill_status_check" check ("status" in ('CREATED', 'BOOKED', 'EXPORTED'))`,
    )
    this.addSql(`alter table "bill" enable row level security`)
    this.addSql(`alter table "bill" force row level security`)
    this.addSql(`create policy "bill_tenant" on "bill" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "charge" add constraint "charge_status_check" check ("status" in ('GENERATED', 'AUTHORIZED', 'BILLED', 'DELETED'))`,
    )
    this.addSql(`alter table "charge" enable row level security`)
    this.addSql(`alter table "charge" force row level security`)
    this.addSql(`create policy "charge_tenant" on "charge" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = nullif(current_setting('app.client_id', true), '')::uuid when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), '')::int, nullif(current_setting('app.holder_id', true), '')::uuid, client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table charge add constraint charge_bill_id_foreign foreign key (tenant_id, bill_id) references bill (tenant_id, id)`,
    )
    this.addSql(`alter table bill set (fillfactor = 80)`)
    this.addSql(`alter table charge set (fillfactor = 60)`)
  }
}
