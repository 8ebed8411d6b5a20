import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "debtor" add "country_code" varchar(2) null`)
    // Who a debtor is has followed its address until now, and stays who it is.
    this.addSql(
      `update debtor d set country_code = s.country_code from system_debtor s, client c
       where s.tenant_id = d.tenant_id and s.id = d.system_debtor_id
       and c.tenant_id = d.tenant_id and c.id = d.client_id and s.country_code <> c.country_code`,
    )
    // The field was one of their own, which now has a place.
    this.addSql(
      `update debtor set country_code = coalesce(country_code,
         case when further->>'countryCode' ~ '^[A-Z]{2}$' and system_debtor_id is null
         then further->>'countryCode' end),
       further = further - 'countryCode' where jsonb_exists(further, 'countryCode')`,
    )
  }
}
