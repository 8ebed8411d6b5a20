import { Migration } from '@mikro-orm/migrations'

/** What no code can talk its way around: an entry balances, and stays out of a locked period. */
export default class extends Migration {
  override up(): void {
    this.addSql(`create function voucher_balances() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from voucher_posting p
          where p.tenant_id = new.tenant_id and p.voucher_id = new.voucher_id
          group by p.owner_id, p.currency having sum(p.amount) <> 0) then
          raise exception 'voucher % does not balance', new.voucher_id
            using errcode = 'check_violation', constraint = 'voucher_balances';
        end if;
        return null;
      end $$`)
    this.addSql(`create constraint trigger voucher_balances after insert on voucher_posting
      deferrable initially deferred for each row execute function voucher_balances()`)
    this.addSql(`create function voucher_is_whole() returns trigger language plpgsql as $$
      begin
        if (select count(*) from voucher_posting p
          where p.tenant_id = new.tenant_id and p.voucher_id = new.id
            and p.owner_id = new.owner_id and p.currency = new.currency and p.date = new.date) < 2
        then
          raise exception 'voucher % has no postings of its own', new.id
            using errcode = 'check_violation', constraint = 'voucher_is_whole';
        end if;
        return null;
      end $$`)
    this.addSql(`create constraint trigger voucher_is_whole after insert on voucher
      deferrable initially deferred for each row execute function voucher_is_whole()`)
    this.addSql(`create function voucher_in_open_period() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from locked_period l
          where l.tenant_id = new.tenant_id and l.owner_id = new.owner_id
            and l.locked_until >= new.date) then
          raise exception 'the period of % is locked', new.date
            using errcode = 'check_violation', constraint = 'voucher_in_open_period';
        end if;
        return new;
      end $$`)
    this.addSql(`create trigger voucher_in_open_period before insert on voucher
      for each row execute function voucher_in_open_period()`)
  }
}
