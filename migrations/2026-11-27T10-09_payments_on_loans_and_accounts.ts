import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create or replace function plain_reference(reference text) returns text
immutable strict parallel safe language sql return
regexp_replace(upper(regexp_replace(reference, '[[:space:]-]', '', 'g')), '^0+(?=[0-9]+$)', '')`)
    this.addSql(
      `comment on function plain_reference is 'made of 025397d0bd1c9b53ffce4a51bb0767d6e38b06bf1a3618852d5a7d694fffdb6d'`,
    )
  }
}
