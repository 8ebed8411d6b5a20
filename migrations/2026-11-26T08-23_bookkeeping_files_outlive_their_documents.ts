import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table bookkeeping_file drop constraint bookkeeping_file_document_id_foreign`)
  }
}
