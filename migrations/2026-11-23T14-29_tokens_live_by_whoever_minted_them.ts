import { Migration } from '@mikro-orm/migrations'

const minted = `user_id is null and service_account_id is null
  and created_by <> 'ffffffff-ffff-ffff-ffff-ffffffffffff'`

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "token" add "lives_by" uuid null`)
    // The owner changes rows of all tenants, which the policy would hide from it.
    this.addSql(`alter table "token" no force row level security`)
    // Tokens that were minted by minted ones live by the user, account or first token behind all.
    this.addSql(`with recursive behind as (
  select tenant_id, id, created_by as maker from token where ${minted}
  union
  select b.tenant_id, b.id, m.created_by
  from behind b join (select * from token where ${minted}) m on m.tenant_id = b.tenant_id and m.id = b.maker)
update token t set lives_by = b.maker from behind b
where b.tenant_id = t.tenant_id and b.id = t.id and not exists (
  select from token m where m.tenant_id = b.tenant_id and m.id = b.maker and ${minted})`)
    this.addSql(`alter table "token" force row level security`)
    this.addSql(`create index "token_lives_by_index" on "token" ("tenant_id", "lives_by", "id")`)
  }
}
