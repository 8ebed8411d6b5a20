import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "background_task" drop constraint "background_task_task_name_check"`)
    this.addSql(
      `alter table "background_task" add "selection" jsonb null, add "selected_until" varchar(60) null, add "walked_to" varchar(60) null, add "walked" boolean not null default true, add "settled_to" int not null default 0`,
    )
    this.addSql(
      `alter table "background_task" alter column "walked" drop default, alter column "settled_to" drop default`,
    )
    // What is at work is counted anew, from its first thing on.
    this.addSql(
      `update "background_task" set "processed" = 0, "succeeded" = 0, "failed" = 0 where "status" in ('QUEUED', 'RUNNING')`,
    )
    this.addSql(
      `alter table "background_task" alter column "task_name" type varchar(60) using ("task_name"::varchar(60))`,
    )
  }
}
