import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create sequence steady_number`)
    this.addSql(`create or replace function steady_changed() returns trigger language plpgsql as $$
declare
  tenant int := case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end;
  mark text := pg_current_xact_id()::text || ' ' || tenant;
begin
  if current_setting('app.steady_changed', true) is distinct from mark then
    update policy_version set steady = nextval('steady_number') where tenant_id = tenant;
    perform set_config('app.steady_changed', mark, true);
  end if;
  return null;
end $$`)
    this.addSql(
      `comment on function steady_changed is 'made of 9c623798e65c96ea24a644860e56f2e47bc883ee368b5d7f79017285c84005d0'`,
    )
    this.addSql(`alter table "policy_version" add "steady" bigint not null default 0`)
    this.addSql(`alter table "policy_version" alter column "steady" drop default`)
    this.addSql(`create constraint trigger tenant_steady after insert or delete or update of tenant_id, name, sandbox, time_zone, currency, country_code, advanced_login, webhook_workflows, version, created_at, updated_at on tenant
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger tenant_steady on tenant is 'made of 96a7c831840d738ddc78822c2b600272c2e6e1e17b304d226d32890b0b660645'`,
    )
    this.addSql(`create constraint trigger user_account_steady after delete or update of tenant_id, id, email, name, kind, status, client_id, debtor_id, super_user, mfa_required, mfa_enrolled_at, totp_seed, recovery_hashes, password_hash, password_changed_at, version, created_at, updated_at on user_account
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger user_account_steady on user_account is 'made of 748b465dbc1cbc9f03817af24199fd47ce663b30eb629cdbea934967f9fac2fc'`,
    )
    this.addSql(`create constraint trigger client_access_steady after insert or delete or update of tenant_id, id, holder_type, holder_id, client_id, reason, via_id, created_by, created_at on client_access
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger client_access_steady on client_access is 'made of ce5c39bb93c556aabbbbc8f9c5272be5a1f79ed18bdfef6fae82c701951e6254'`,
    )
    this.addSql(`create constraint trigger role_right_steady after insert or delete or update of tenant_id, role_id, right_name on role_right
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger role_right_steady on role_right is 'made of f2f58cdc00d576b3be41f7bc1fbd50cf20144b686a189b337039c4d1f9b6a81a'`,
    )
    this.addSql(`create constraint trigger user_role_steady after insert or delete or update of tenant_id, user_id, role_id on user_role
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger user_role_steady on user_role is 'made of bdf8d9fecb8f4835de1e47cf1e32e15f46e653a6c6845411f89ee8bcaf564e26'`,
    )
    this.addSql(`create constraint trigger user_group_member_steady after insert or delete or update of tenant_id, user_group_id, user_id on user_group_member
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger user_group_member_steady on user_group_member is 'made of 06d4dbabf3eadee94f1b2e10d85f74a0dc0c5e5e0fb782e13e7cf2e86cbe3046'`,
    )
    this.addSql(`create constraint trigger service_account_steady after delete or update of tenant_id, id, name, description, active, client_id, version, created_at, updated_at on service_account
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger service_account_steady on service_account is 'made of a99acfd221c886fce68608c31f3633bceb22aa6da1a7ff64749185b7555bccc4'`,
    )
    this.addSql(`create constraint trigger service_account_role_steady after insert or delete or update of tenant_id, service_account_id, role_id on service_account_role
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger service_account_role_steady on service_account_role is 'made of ef77da01cc5e404fb06426b5f4b8e35228ac683a6c29667a8364efca0aaf4284'`,
    )
    this.addSql(`create constraint trigger token_steady after delete or update of tenant_id, id, kind, name, hash, client_id, debtor_id, user_id, service_account_id, super_user, rights, created_by, lives_by, created_at, expires_at, idle_ms, revoked_at on token
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger token_steady on token is 'made of a532527dca420413a376473b5e80f53f68e75c527dce6eeff23cac37b29ff57f'`,
    )
    this.addSql(`create constraint trigger token_role_steady after insert or delete or update of tenant_id, token_id, role_id on token_role
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger token_role_steady on token_role is 'made of fb14bd6eb7b4e99c436fc501f6387c276c8df97cdcb9951f2b6792a780d30936'`,
    )
    this.addSql(`create constraint trigger system_setting_steady after insert or delete or update of tenant_id, id, key, value, version, created_at, updated_at on system_setting
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger system_setting_steady on system_setting is 'made of e141d3c731ac41918d8f396fa122d61868e95040b048b5dccbaf1eb64f13c832'`,
    )
    this.addSql(`create constraint trigger bookkeeping_account_steady after insert or delete or update of tenant_id, id, owner_type, owner_id, client_id, number, name, type, role, vat_code, sru_code, currency, beside_number, active, version, created_at, updated_at on bookkeeping_account
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger bookkeeping_account_steady on bookkeeping_account is 'made of 88c57c86379f5e5d8da99d9088437ad6337f2c4ab9612c6ceefe0464228aa17e'`,
    )
    this.addSql(`create constraint trigger locked_period_steady after insert or delete or update of tenant_id, owner_id, owner_type, client_id, locked_until, version, created_at, updated_at on locked_period
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger locked_period_steady on locked_period is 'made of 8cfa111e076f570de1c997944f4e9e8b357aeac197ccbcde9cd118c2ee016916'`,
    )
    this.addSql(`create constraint trigger client_steady after insert or delete or update of tenant_id, id, number, identification_number, normal_number, name, country_code, locale, contact_information, address_information, preferred_language, status, invoice_erp_id, bookkeep_erp_id, reminder_profile_id, version, created_at, updated_at on client
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger client_steady on client is 'made of 9b2191286eb61ec5785b1dda25cee4c11db11549781fa86552eb6575562380b0'`,
    )
    this.addSql(`create constraint trigger client_setting_steady after insert or delete or update of tenant_id, id, client_id, kind, value, version, created_at, updated_at on client_setting
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger client_setting_steady on client_setting is 'made of de621ec4cc4b7058ced08326c154aad1a2e36787caec384c681a53d217e812e0'`,
    )
    this.addSql(`create constraint trigger client_product_steady after insert or delete or update of tenant_id, id, client_id, product_code, family, enabled, is_default, recourse, recourse_days, advance_rate, reserve_rate, commission_rate, commission_vat_rate, min_tenor_days, max_tenor_days, limits_apply, manual_control, valid_from, version, created_at, updated_at on client_product
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger client_product_steady on client_product is 'made of cc4e55a9c756c27451a961d22695683beb002a7c779331587b34eed7308f17ef'`,
    )
    this.addSql(`create constraint trigger client_article_steady after insert or delete or update of tenant_id, id, client_id, article_number, description, unit, price, vat_percentage, account_number, active, version, created_at, updated_at on client_article
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger client_article_steady on client_article is 'made of 36dc9eb45e995a683dcf898d02844c27818336bef1df161313418c845971ea17'`,
    )
    this.addSql(`create constraint trigger payment_reference_setting_steady after insert or delete or update of tenant_id, id, client_id, scheme, level, length, version, created_at, updated_at on payment_reference_setting
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger payment_reference_setting_steady on payment_reference_setting is 'made of 1191ecfa00ac6d57b001f0cd5f4e8fc0b9f7034d4429712ed8ce00925c0b06be'`,
    )
    this.addSql(`create constraint trigger client_sync_steady after insert or delete or update of tenant_id, id, client_id, status, direction, scope, onboarding_url, onboarding_url_expires_at, created_at on client_sync
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger client_sync_steady on client_sync is 'made of 27a9b1980ec495fa3eeaf383943c117c1e823826e11b99288ac4b97c664dd275'`,
    )
    this.addSql(`create constraint trigger system_debtor_steady after delete or update of tenant_id, id, identification_number, country_code, type, name, status, version, created_at, updated_at on system_debtor
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger system_debtor_steady on system_debtor is 'made of 81208ad96c93c730f66bc3c33e4f4b766614f77cc49971048c8ddcb94a828128'`,
    )
    this.addSql(`create constraint trigger debtor_steady after delete or update of tenant_id, id, client_id, customer_number, system_debtor_id, type, subtype_id, name, identification_number, country_code, email, phone, invoice_address, delivery_address, peppol_id, preferred_language, reminder_profile_id, further, currency, created_at on debtor
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger debtor_steady on debtor is 'made of a1f0160c2db1c0ff584b0b68340d99ffbc15b6b47114273ac3b784f0230e4238'`,
    )
    this.addSql(`create constraint trigger debtor_blocked_steady after insert or delete or update of tenant_id, id, identification_number, country_code, scope, client_id, products, reason_code, comment, blocked_from, blocked_by, version, created_at, updated_at on debtor_blocked
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger debtor_blocked_steady on debtor_blocked is 'made of c3d370d6a260852845de736e48a591f3d6483b9da9158a6fdff32bceb53167e8'`,
    )
    this.addSql(`create constraint trigger credit_decision_status_steady after insert or delete or update of tenant_id, id, number, core_status, name, grouping, sort_order, colour, sla_hours, is_default, version, created_at, updated_at on credit_decision_status
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger credit_decision_status_steady on credit_decision_status is 'made of 8ff0d92b269a04d147fc273f8612e92947a91c1c911c121b943c81d8b0b17de8'`,
    )
    this.addSql(`create constraint trigger factoring_country_steady after insert or delete or update of tenant_id, id, code, enabled, currencies, max_limit, max_limit_currency, risk_weight, requires_insurance, version, created_at, updated_at on factoring_country
  deferrable initially deferred for each row execute function steady_changed()`)
    this.addSql(
      `comment on trigger factoring_country_steady on factoring_country is 'made of 8030f2795fd8ebe13cebfd97cc9277381b48c7eca773c1a068f8777d09e4267b'`,
    )
  }
}
