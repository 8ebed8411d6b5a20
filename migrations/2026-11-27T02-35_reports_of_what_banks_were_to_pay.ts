import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "payment_file" drop constraint "payment_file_format_check"`)
    this.addSql(
      `alter table "payment_file" add constraint "payment_file_format_check" check ("format" in ('CAMT053', 'CAMT054', 'BGMAX', 'CSV', 'PAIN002'))`,
    )
  }
}
