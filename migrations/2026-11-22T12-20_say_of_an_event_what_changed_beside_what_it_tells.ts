import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "event" alter column "data" drop not null,
      add column "version" int null, add column "changed" json null`)
    // By the type, since that writes the table once and asks no policy.
    this.addSql(`alter table "event"
      alter column "version" type int using ("data" ->> 'version')::int,
      alter column "changed" type json using "data" -> 'changed',
      alter column "data" type json using nullif("data" - 'version' - 'changed', '{}')`)
  }
}
