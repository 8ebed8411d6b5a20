import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "automation_run" add "start_traceparent" varchar(55) null`)
    this.addSql(`alter table "invoice_activation" add "start_traceparent" varchar(55) null`)
    this.addSql(`alter table "journal" add "traceparent" varchar(55) null`)
    this.addSql(`alter table "outbox" add "traceparent" varchar(55) null`)
    this.addSql(`alter table "webhook_payload" add "traceparent" varchar(55) null`)
  }
}
