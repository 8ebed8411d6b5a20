import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "invoice_activation" drop constraint "invoice_activation_status_check"`,
    )
    this.addSql(
      `alter table "invoice_activation" add constraint "invoice_activation_status_check" check ("status" in ('HELD', 'WAITING', 'RUNNING', 'FAILED', 'DONE', 'WITHDRAWN'))`,
    )
  }
}
