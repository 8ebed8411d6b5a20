import { Migration } from '@mikro-orm/migrations'

/** As `src/domain/identification-number.ts` has it, for the clients that are there. */
const normalNumber = `case country_code
    when 'SE' then case
      when bare <> digits and digits ~ '^\\d{10}01$' then left(digits, 10)
      when digits ~ '^(16|18|19|20)\\d{10}$' then substr(digits, 3)
      else digits end
    when 'NO' then regexp_replace(regexp_replace(digits, '^NO(?=\\d)', ''), '(?<=\\d)MVA$', '')
    else digits end`

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "client" add "normal_number" varchar(40) null`)
    // Policies bind the owner as well, who here speaks for all tenants.
    this.addSql(`alter table "client" no force row level security`)
    this.addSql(`update client c set normal_number = ${normalNumber} from (
        select tenant_id, id, bare, regexp_replace(bare, '^' || country_code || '(?=\\d)', '') as digits
        from (select *, upper(regexp_replace(identification_number, '[^0-9A-Za-z]', '', 'g')) as bare
          from client) b
      ) n where n.tenant_id = c.tenant_id and n.id = c.id`)
    this.addSql(`alter table "client" force row level security`)
    this.addSql(
      `create index "client_normal_index" on "client" ("tenant_id", "normal_number", "id")`,
    )
    this.addSql(
      `create index "system_debtor_number_index" on "system_debtor" ("tenant_id", "identification_number")`,
    )
  }
}
