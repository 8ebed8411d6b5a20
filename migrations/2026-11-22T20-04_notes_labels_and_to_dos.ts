import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `create table "label" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "name" varchar(100) not null, "colour" varchar(7) null, "scope" varchar(40) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "label_scope_index" on "label" ("tenant_id", "scope", "name", "id")`)
    this.addSql(`create index "label_created_index" on "label" ("tenant_id", "created_at", "id")`)
    this.addSql(
      `alter table "label" add constraint "label_name_unique" unique ("tenant_id", "name")`,
    )
    this.addSql(
      `create table "label_assignment" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "label_id" varchar(255) not null, "target_type" varchar(40) not null, "target_id" varchar(60) not null, "client_id" varchar(255) null, "created_by" varchar(60) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
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
      `create table "note" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "target_type" varchar(40) not null, "target_id" varchar(60) not null, "client_id" varchar(255) null, "debtor_id" varchar(255) null, "text" varchar(4000) not null, "visibility" text not null, "created_by" varchar(60) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "note_target_index" on "note" ("tenant_id", "target_id", "id")`)
    this.addSql(
      `create index "note_client_index" on "note" ("tenant_id", "client_id", "created_at", "id")`,
    )
    this.addSql(`create index "note_debtor_index" on "note" ("tenant_id", "debtor_id", "id")`)
    this.addSql(
      `create index "note_visibility_index" on "note" ("tenant_id", "visibility", "created_at", "id")`,
    )
    this.addSql(
      `create index "note_writer_index" on "note" ("tenant_id", "created_by", "created_at", "id")`,
    )
    this.addSql(`create index "note_created_index" on "note" ("tenant_id", "created_at", "id")`)
    this.addSql(
      `create table "to_do" ("tenant_id" varchar(255) not null, "id" varchar(255) not null, "target_type" varchar(40) not null, "target_id" varchar(60) not null, "client_id" varchar(255) null, "title" varchar(200) not null, "description" varchar(2000) not null, "due_date" date null, "assignee_user_id" varchar(255) null, "user_group_id" varchar(255) null, "status" text not null, "resolved_by" varchar(60) null, "created_by" varchar(60) not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("tenant_id", "id"))`,
    )
    this.addSql(`create index "to_do_target_index" on "to_do" ("tenant_id", "target_id", "id")`)
    this.addSql(
      `create index "to_do_client_index" on "to_do" ("tenant_id", "client_id", "created_at", "id")`,
    )
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
    this.addSql(`create index "to_do_created_index" on "to_do" ("tenant_id", "created_at", "id")`)
    this.addSql(`alter table "label" enable row level security`)
    this.addSql(`alter table "label" force row level security`)
    this.addSql(
      `create policy "label_tenant" on "label" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then true when 'few' then true when 'set' then true when 'none' then true else false end)`,
    )
    this.addSql(`alter table "label_assignment" enable row level security`)
    this.addSql(`alter table "label_assignment" force row level security`)
    this.addSql(`create policy "label_assignment_tenant" on "label_assignment" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
    this.addSql(
      `alter table "note" add constraint "note_visibility_check" check ("visibility" in ('INTERNAL', 'CLIENT', 'DEBTOR'))`,
    )
    this.addSql(`alter table "note" enable row level security`)
    this.addSql(`alter table "note" force row level security`)
    this.addSql(`create policy "note_tenant" on "note" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) and visibility = any (array['CLIENT', 'DEBTOR']) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and visibility = 'DEBTOR' and (target_type <> 'INVOICE' or target_id in (
select c.c from known_claims() c(c))) else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) and visibility = any (array['CLIENT', 'DEBTOR']) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true when 'debtor' then debtor_id = current_setting('app.debtor_id', true) and visibility = 'DEBTOR' and (target_type <> 'INVOICE' or target_id in (
select c.c from known_claims() c(c))) else false end)`)
    this.addSql(
      `alter table "to_do" add constraint "to_do_status_check" check ("status" in ('OPEN', 'RESOLVED', 'CANCELLED'))`,
    )
    this.addSql(`alter table "to_do" enable row level security`)
    this.addSql(`alter table "to_do" force row level security`)
    this.addSql(`create policy "to_do_tenant" on "to_do" using (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end) with check (tenant_id = nullif(current_setting('app.tenant_id', true), '') and case coalesce(current_setting('app.scope', true), '') when '' then true when 'one' then client_id = current_setting('app.client_id', true) when 'few' then is_assigned(nullif(current_setting('app.tenant_id', true), ''), current_setting('app.holder_id', true), client_id) when 'set' then (client_id in (
select c.c from assigned_clients() c(c))) is true else false end)`)
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
  }
}
