import { Migration } from '@mikro-orm/migrations'

/** What is filled from what was there, whoever's it is. */
const read = ['voucher_posting', 'invoice', 'factoring_decision', 'debtor']

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "account_day" ("tenant_id" varchar(255) not null, "account_id" varchar(255) not null, "date" date not null, "recorded_on" date not null, "client_id" varchar(255) null, "amount" bigint not null, primary key ("tenant_id", "account_id", "date", "recorded_on"))`,
    )
    this.addSql(
      `create table "debtor_exposure" ("tenant_id" varchar(255) not null, "client_id" varchar(255) not null, "whose" varchar(60) not null, "currency" varchar(3) not null, "utilised" bigint not null, "reserved" bigint not null, primary key ("tenant_id", "client_id", "whose", "currency"))`,
    )
    this.addSql(
      `create index invoice_asked_index on invoice (tenant_id, debtor_id, invoice_date, gross_amount) where financing_status <> 'NONE'`,
    )
    this.addSql(`create index "job_run_age_index" on "job_run" ("as_of_date")`)
    this.addSql(`drop index "outbox_due_index"`)
    this.addSql(
      `create index outbox_waiting_index on outbox (due_at) where done_at is null and dead_at is null`,
    )
    for (const table of read) this.addSql(`alter table "${table}" no force row level security`)
    this.addSql(`insert into "account_day"
      select "tenant_id", "account_id", "date", ("recorded_at" at time zone 'UTC')::date, "client_id",
        sum("amount")
      from "voucher_posting" group by 1, 2, 3, 4, 5`)
    this.addSql(`insert into "debtor_exposure"
      select c."tenant_id", c."client_id", coalesce(d."system_debtor_id", d."id"), c."currency",
        sum(c."used"), sum(c."held")
      from (
        select "tenant_id", "client_id", "debtor_id", "base_currency" as "currency",
          "balance" as "used", 0::bigint as "held"
        from "invoice" where "financing_status" in ('FINANCED', 'REFINANCED')
        union all
        select "tenant_id", "client_id", "debtor_id", "currency", 0, "reserved"
        from "factoring_decision" where "status" <> 'DECIDED'
      ) c join "debtor" d on d."tenant_id" = c."tenant_id" and d."id" = c."debtor_id"
      group by 1, 2, 3, 4`)
    for (const table of read) this.addSql(`alter table "${table}" force row level security`)
    this.addSql(`alter table "account_day" enable row level security`)
    this.addSql(`alter table "account_day" force row level security`)
    this.addSql(`create policy "account_day_tenant" on "account_day" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(`alter table "debtor_exposure" enable row level security`)
    this.addSql(`alter table "debtor_exposure" force row level security`)
    this.addSql(`create policy "debtor_exposure_tenant" on "debtor_exposure" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table account_day add constraint account_day_account_id_foreign foreign key (tenant_id, account_id) references bookkeeping_account (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor_exposure add constraint debtor_exposure_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
  }
}
