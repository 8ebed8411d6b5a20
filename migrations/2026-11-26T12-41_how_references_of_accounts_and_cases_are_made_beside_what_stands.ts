import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table "payment_reference_setting" drop constraint "payment_reference_setting_scheme_check"`,
    )
    this.addSql(`alter table "payment_reference_setting" add "former_prefixes" text[] null`)
    this.addSql(
      `alter table "payment_reference_setting" add constraint "payment_reference_setting_scheme_check" check ("scheme" in ('OCR', 'RF', 'KID_MOD10', 'KID_MOD11', 'FI', 'FIK'))`,
    )
    this.addSql(
      `alter table account_reference_setting add constraint account_reference_setting_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table account_reference_setting add constraint account_reference_setting_client_account_id_foreign foreign key (tenant_id, client_account_id) references client_account (tenant_id, id)`,
    )
    this.addSql(`drop trigger payment_reference_setting_steady on payment_reference_setting`)
    this.addSql(`create constraint trigger payment_reference_setting_steady after insert or delete or update of tenant_id, id, client_id, scheme, level, length, former_prefixes, version, created_at, updated_at on payment_reference_setting
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger payment_reference_setting_steady on payment_reference_setting is 'made of 3f0e7107ea1dfeb64f0852aaec6ab287affeea994656451f61dde65071c7233b'`,
    )
  }
}
