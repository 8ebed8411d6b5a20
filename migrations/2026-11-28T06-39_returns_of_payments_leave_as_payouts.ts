import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "payout" add "return_id" uuid null`)
    this.addSql(`alter table "payout" alter column "client_id" drop not null`)
    this.addSql(`alter table "payout" alter column "client_account_id" drop not null`)
    this.addSql(
      `create unique index payout_return_unique on payout (tenant_id, return_id) where return_id is not null`,
    )
    this.addSql(`alter table "payout" add constraint "payout_is_of_an_account_or_a_return" check (case when return_id is null
        then client_id is not null and client_account_id is not null
        else num_nonnulls(client_id, client_account_id, debtor_id, claim_id, payout_account_id) = 0
          and num_nonnulls(payout_kind, payout_number) = 2 end)`)
    this.addSql(
      `alter table payout add constraint payout_return_id_foreign foreign key (tenant_id, return_id) references payment_return (tenant_id, id)`,
    )
  }
}
