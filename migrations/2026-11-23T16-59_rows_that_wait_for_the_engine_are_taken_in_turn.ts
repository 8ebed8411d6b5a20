import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "outbox" add "by_caller" boolean not null default false`)
    this.addSql('alter table "outbox" alter column "by_caller" drop default')
    this.addSql('drop index "outbox_waiting_index"')
    this.addSql(
      'create index outbox_waiting_index on outbox (tenant_id, workflow, by_caller, due_at) where done_at is null and dead_at is null',
    )
    this.addSql('drop index "invoice_activation_start_index"')
    this.addSql(
      'create index invoice_activation_start_index on invoice_activation (tenant_id, starts_at) where starts_at is not null',
    )
  }
}
