import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "financial_event" drop constraint "financial_event_type_check"`)
    this.addSql(
      `alter table "financial_event" add constraint "financial_event_type_check" check ("type" in ('INVOICE_BOOKED', 'CREDIT_BOOKED', 'CREDIT_LINK', 'CREDIT_UNLINK', 'PAYMENT', 'PAYMENT_REVERT', 'DIRECT_PAYMENT', 'OVERPAYMENT', 'REFUND', 'ROUNDING', 'FINANCED', 'RESERVE_RELEASED', 'RECOURSE', 'DILUTION', 'REFINANCED', 'TRANSFER', 'MANUAL_TRANSACTION', 'PAYOUT_BOOKED', 'CHARGES_BILLED', 'FX_DIFFERENCE', 'DOUBTFUL', 'LOAN_DISBURSED', 'LOAN_INTEREST', 'LOAN_FEE', 'INSTALMENT_PAID', 'SETTLEMENT', 'REVERSAL'))`,
    )
    this.addSql(
      `alter table settlement_account add constraint settlement_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table settlement_account_transaction add constraint settlement_account_transaction_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table settlement_account_transaction add constraint settlement_account_transaction_financial_event_id_foreign foreign key (tenant_id, financial_event_id) references financial_event (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor_payout_account add constraint debtor_payout_account_client_id_foreign foreign key (tenant_id, client_id) references client (tenant_id, id)`,
    )
    this.addSql(
      `alter table debtor_payout_account add constraint debtor_payout_account_debtor_id_foreign foreign key (tenant_id, debtor_id) references debtor (tenant_id, id)`,
    )
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
          where (a.role in ('AR', 'AR_DOUBTFUL', 'AR_PURCHASED', 'AR_FEES', 'AR_INTEREST',
              'CLIENT_BILLED_AR',
              'CLIENT_PAYABLE', 'RESERVE', 'UNALLOCATED', 'IN_TRANSIT', 'CLEARING',
              'CLEARING_RESERVE')
              or (a.role = 'SETTLEMENT' and v.owner_type = 'TENANT'))
            and (p.role is distinct from a.role or v.financial_event_id is null)
          limit 1;
        if found then
          raise exception 'voucher % moves what financial events keep', id_text(wrong)
            using errcode = 'check_violation', constraint = 'voucher_keeps_control';
        end if;
        return null;
      end $function$`)
    // What was settled before there were these accounts stands on them; policies show one tenant at a time.
    this.addSql(`do $$
      begin
        for tenant in 1 .. (select last_value from tenant_number) loop
          perform set_config('app.tenant_id', tenant::text, true);
          create temporary table settled on commit drop as
            select v.id, v.financial_event_id, v.date, v.text, v.currency, v.created_by, v.created_at,
              sum(p.amount)::bigint as amount, e.type, o.facts ->> 'variant' as variant,
              case when r.id is null then 'OTHER' else 'FINANCIER' end as whom, r.to_provider_code as code
            from voucher v
            join voucher_posting p on p.tenant_id = v.tenant_id and p.voucher_id = v.id
            left join financial_event e on e.tenant_id = v.tenant_id and e.id = v.financial_event_id
            left join financial_event o on o.tenant_id = v.tenant_id
              and o.id = coalesce(e.reverses_id, e.id)
            left join invoice_refinancing r on r.tenant_id = v.tenant_id and r.id = o.source_id
              and o.type = 'REFINANCED' and r.to_provider_code is not null
            where v.tenant_id = tenant and v.owner_type = 'TENANT' and p.role = 'SETTLEMENT'
            group by v.tenant_id, v.id, e.type, o.facts ->> 'variant', r.id, r.to_provider_code
            having sum(p.amount) <> 0;
          insert into settlement_account (tenant_id, id, counterparty_type, counterparty_code, currency,
            balance, version, created_at, updated_at)
          select tenant, id_within(162, uuidv7(), row_number() over ()::int), whom, code, currency,
            sum(amount), 1, now(), now()
          from settled group by whom, code, currency;
          insert into settlement_account_transaction (tenant_id, id, settlement_account_id, type, amount,
            balance_after, currency, book_date, financial_event_id, text, created_by, created_at)
          select tenant, id_beside(163, s.id, a.id), a.id,
            case when s.type = 'REVERSAL' then 'REVERSAL'
              when s.type = 'REFINANCED' then case s.variant when 'SOLD' then 'SOLD' else 'REPAID' end
              when s.type = 'MANUAL_TRANSACTION' then 'CLIENT_ACCOUNT' else 'MANUAL' end,
            s.amount, sum(s.amount) over (partition by a.id order by s.id), s.currency, s.date,
            s.financial_event_id, s.text, s.created_by, s.created_at
          from settled s join settlement_account a on a.tenant_id = tenant
            and a.counterparty_type = s.whom and a.counterparty_code is not distinct from s.code
            and a.currency = s.currency;
          drop table settled;
        end loop;
        perform set_config('app.tenant_id', '', true);
      end $$`)
  }
}
