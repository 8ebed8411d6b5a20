import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "unplaced_payment" drop constraint "unplaced_payment_status_check"`)
    this.addSql(
      `alter table "unplaced_payment" add constraint "unplaced_payment_status_check" check ("status" in ('OPEN', 'PROPOSED', 'LINKED', 'RETURN_REQUESTED', 'RETURNED', 'IGNORED', 'TAKEN_BACK'))`,
    )
  }
}
