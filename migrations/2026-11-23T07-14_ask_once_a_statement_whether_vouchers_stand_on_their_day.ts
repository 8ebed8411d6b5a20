import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    for (const rule of ['voucher_in_open_period', 'voucher_in_fiscal_year']) {
      this.addSql(`drop trigger ${rule} on voucher`)
      this.addSql(`drop function ${rule}()`)
    }
    this.addSql(`create function voucher_on_its_day() returns trigger language plpgsql as $$
      declare wrong record;
      begin
        select v.date into wrong from added v
          join locked_period l on l.tenant_id = v.tenant_id and l.owner_id = v.owner_id
            and l.locked_until >= v.date
          limit 1;
        if found then
          raise exception 'the period of % is locked', wrong.date
            using errcode = 'check_violation', constraint = 'voucher_in_open_period';
        end if;
        select v.date, v.fiscal_year into wrong from added v
          left join client_setting s on s.tenant_id = v.tenant_id and s.client_id = v.owner_id
            and s.kind = 'BOOKKEEPING'
          where v.fiscal_year <> extract(year from v.date)
            - (to_char(v.date, 'MM-DD') < coalesce(s.value ->> 'fiscalYearStart', '01-01'))::int
          limit 1;
        if found then
          raise exception '% is not in the fiscal year %', wrong.date, wrong.fiscal_year
            using errcode = 'check_violation', constraint = 'voucher_in_fiscal_year';
        end if;
        return null;
      end $$`)
    this.addSql(`create trigger voucher_on_its_day after insert on voucher
      referencing new table as added for each statement execute function voucher_on_its_day()`)
  }
}
