import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "exchange_rate" ("tenant_id" varchar(255) not null, "base" varchar(3) not null, "currency" varchar(3) not null, "date" date not null, "rate" numeric(24,10) not null, "source" varchar(40) not null, "loaded_at" timestamptz(3) not null, primary key ("tenant_id", "base", "currency", "date"))`,
    )
    this.addSql(`create index "exchange_rate_date_index" on "exchange_rate" ("tenant_id", "date")`)
    this.addSql(
      `alter table "invoice" add "rate_date" date null, add "rate_source" varchar(40) null`,
    )
    this.addSql(`alter table "exchange_rate" enable row level security`)
    this.addSql(`alter table "exchange_rate" force row level security`)
    this.addSql(
      `create policy "exchange_rate_tenant" on "exchange_rate" using (tenant_id = nullif(current_setting('app.tenant_id', true), '')) with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))`,
    )
    this.addSql(
      `alter table exchange_rate add constraint exchange_rate_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
  }
}
