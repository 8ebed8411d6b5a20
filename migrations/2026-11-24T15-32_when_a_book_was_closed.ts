import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "locked_period" add "closed_at" timestamptz(3) null`)
    this.addSql(`drop trigger locked_period_steady on locked_period`)
    this.addSql(`create constraint trigger locked_period_steady after insert or delete or update of tenant_id, owner_id, owner_type, client_id, locked_until, closed_at, version, created_at, updated_at on locked_period
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger locked_period_steady on locked_period is 'made of 2538f4402e4e9ab79515b364c4ec961c55f67c0e4f452dfb7b80f181134659a3'`,
    )
  }
}
