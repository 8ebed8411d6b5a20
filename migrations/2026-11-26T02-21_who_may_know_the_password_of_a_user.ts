import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "user_account" add "password_set_by" uuid null, add "email_set_by" uuid null`,
    )
    this.addSql(`drop trigger user_account_steady on user_account`)
    this.addSql(`create constraint trigger user_account_steady after delete or update of tenant_id, id, email, name, kind, status, client_id, debtor_id, super_user, mfa_required, mfa_enrolled_at, totp_seed, recovery_hashes, password_hash, password_changed_at, password_set_by, email_set_by, version, created_at, updated_at on user_account
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger user_account_steady on user_account is 'made of b1d589e150a84565ed7d375958e6187193675d46a7f16b4946735d0fc4ac0f0d'`,
    )
  }
}
