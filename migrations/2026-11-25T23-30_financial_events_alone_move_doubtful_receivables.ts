import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`create or replace function voucher_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      declare wrong uuid;
      begin
        select p.voucher_id into wrong from added p
          left join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
          group by p.tenant_id, p.voucher_id, v.id, v.total
          having v.id is null or sum(p.amount) <> 0
            or sum(p.amount) filter (where p.amount > 0) <> v.total
            or min(p.line) <> 1 or max(p.line) <> count(*) or count(*) < 2
            or bool_or(p.owner_id <> v.owner_id or p.currency <> v.currency or p.date <> v.date)
          limit 1;
        if found then
          raise exception 'voucher % does not balance', id_text(wrong)
            using errcode = 'check_violation', constraint = 'voucher_balances';
        end if;
        select p.voucher_id into wrong from added p
          join bookkeeping_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
          join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
          where a.role in ('AR', 'AR_DOUBTFUL', 'AR_PURCHASED', 'AR_FEES', 'AR_INTEREST',
              'CLIENT_BILLED_AR',
              'CLIENT_PAYABLE', 'RESERVE', 'UNALLOCATED', 'IN_TRANSIT', 'CLEARING',
              'CLEARING_RESERVE')
            and (p.role is distinct from a.role or v.financial_event_id is null)
          limit 1;
        if found then
          raise exception 'voucher % moves what financial events keep', id_text(wrong)
            using errcode = 'check_violation', constraint = 'voucher_keeps_control';
        end if;
        return null;
      end $function$`)
  }
}
