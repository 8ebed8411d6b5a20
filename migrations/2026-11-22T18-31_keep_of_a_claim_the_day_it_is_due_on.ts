import { Migration } from '@mikro-orm/migrations'

export default class extends Migration {
  override up(): void {
    this.addSql(`alter table "invoice" add "due_date" date null`)
    this.addSql(`alter table "invoice" no force row level security`)
    this.addSql(`alter table "invoice_ledger_event" no force row level security`)
    // Holidays are not known here: what is there moves on from weekends alone.
    this.addSql(`update "invoice" set "due_date" = "expire_date" +
        case extract(isodow from "expire_date") when 6 then 2 when 7 then 1 else 0 end
      where "type" <> 'CREDIT_INVOICE'`)
    this.addSql(`update "invoice_ledger_event" e set "planned_date" =
        i."due_date" + case e."type" when 'OVERDUE' then 1 else 0 end
      from "invoice" i where i."tenant_id" = e."tenant_id" and i."id" = e."invoice_id"
        and e."status" = 'PLANNED' and e."type" in ('DUE', 'OVERDUE') and i."due_date" is not null
        and e."planned_date" = i."expire_date" + case e."type" when 'OVERDUE' then 1 else 0 end`)
    this.addSql(`update "invoice" set "ledger_status" = case
        when "ledger_status" = 'OVERDUE' and ("paid_amount" > 0 or "credited_amount" > 0)
        then 'PARTLY_PAID' else 'NOT_DUE' end where "ledger_status" in ('DUE', 'OVERDUE')`)
    this.addSql(`alter table "invoice" force row level security`)
    this.addSql(`alter table "invoice_ledger_event" force row level security`)
    this.addSql(
      `create index invoice_open_index on invoice (tenant_id, created_at, id, due_date) where ledger_status in ('NOT_DUE', 'PARTLY_PAID')`,
    )
  }
}
