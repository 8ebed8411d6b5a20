import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(
      `alter table payment_method add constraint payment_method_tenant_id_foreign foreign key (tenant_id) references tenant (tenant_id)`,
    )
    this.addSql(
      `alter table payment_method_binding add constraint payment_method_binding_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table payment_method_binding add constraint payment_method_binding_service_provider_id_foreign foreign key (tenant_id, service_provider_id) references service_provider (tenant_id, id)`,
    )
    // Tenants that stand get what new ones begin with; policies would hide them from the owner.
    this.addSql(`alter table tenant no force row level security`)
    this.addSql(`alter table payment_method no force row level security`)
    this.addSql(`insert into payment_method (tenant_id, id, code, direction, enabled, countries, currencies, created_at, updated_at)
select t.tenant_id, id_within(104, uuidv7(), m.n), m.code, m.direction, m.enabled, m.countries, m.currencies, now(), now()
from tenant t cross join (values
  (1, 'BANK_TRANSFER', 'IN', true, '{}'::text[], '{}'::text[]),
  (2, 'BANK_TRANSFER', 'OUT', true, '{}'::text[], '{}'::text[]),
  (3, 'BANKGIRO', 'IN', true, '{SE}'::text[], '{SEK}'::text[]),
  (4, 'BANKGIRO', 'OUT', true, '{SE}'::text[], '{SEK}'::text[]),
  (5, 'PLUSGIRO', 'IN', true, '{SE}'::text[], '{SEK}'::text[]),
  (6, 'PLUSGIRO', 'OUT', true, '{SE}'::text[], '{SEK}'::text[]),
  (7, 'SEPA', 'IN', true, '{}'::text[], '{EUR}'::text[]),
  (8, 'SEPA', 'OUT', true, '{}'::text[], '{EUR}'::text[]),
  (9, 'SWISH', 'IN', false, '{SE}'::text[], '{SEK}'::text[]),
  (10, 'SWISH', 'OUT', false, '{SE}'::text[], '{SEK}'::text[]),
  (11, 'CARD', 'IN', false, '{}'::text[], '{}'::text[]),
  (12, 'AUTOGIRO', 'IN', false, '{SE}'::text[], '{SEK}'::text[]),
  (13, 'EFAKTURA', 'IN', false, '{SE}'::text[], '{SEK}'::text[]),
  (14, 'VIPPS', 'IN', false, '{NO}'::text[], '{NOK}'::text[]),
  (15, 'MOBILEPAY', 'IN', false, '{DK,FI}'::text[], '{DKK,EUR}'::text[]),
  (16, 'PAY_LINK', 'IN', false, '{}'::text[], '{}'::text[])) m (n, code, direction, enabled, countries, currencies)`)
    this.addSql(`alter table payment_method force row level security`)
    this.addSql(`alter table tenant force row level security`)
  }
}
