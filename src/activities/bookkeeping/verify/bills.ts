import type { Check } from './check.ts'

export const checksOfBills: readonly Check[] = [
  {
    name: 'bill-charges',
    promise: 'a bill is the sum of its charges, and of its VAT by rate',
    sql: `with charged as (
        select bill_id, count(*) as count, sum(amount) as net,
          min(client_id::text) as client, max(client_id::text) as client_too,
          min(currency) as currency, max(currency) as currency_too
        from charge where tenant_id = $1 and bill_id is not null and status = 'BILLED' group by 1
      ), taxed as (
        select b.id, sum((v->>'net')::bigint) as net, sum((v->>'vat')::bigint) as vat
        from bill b, json_array_elements(b.vats) v where b.tenant_id = $1 group by 1
      )
      select b.id as subject, format('%s charges are %s, by rate %s and %s; it says %s: %s and %s',
        coalesce(c.count, 0), coalesce(c.net, 0), t.net, t.vat, b.charge_count, b.net, b.vat)
        as found
      from bill b left join charged c on c.bill_id = b.id left join taxed t on t.id = b.id
      where b.tenant_id = $1 and (
        (c.count, c.net, t.net, t.vat) is distinct from (b.charge_count, b.net, b.net, b.vat)
        or c.client <> b.client_id::text or c.client_too <> b.client_id::text
        or c.currency <> b.currency or c.currency_too <> b.currency)`,
  },
  {
    name: 'bill-vouchers',
    promise: 'a bill is in the books once it is booked, with what it says, and not before',
    sql: `select coalesce(b.id, e.source_id) as subject,
        format('%s: %s and %s, booked %s and %s', coalesce(b.status, 'no bill'), b.net, b.vat,
          e.facts->>'net', e.facts->>'vat') as found
      from (select * from bill where tenant_id = $1) b
      full join (select * from financial_event where tenant_id = $1 and type = 'CHARGES_BILLED'
        and source_type = 'BILL') e on e.source_id = b.id
      where b.id is null or (b.status = 'CREATED') <> (e.id is null)
        or (e.facts->>'net')::bigint <> b.net or (e.facts->>'vat')::bigint <> b.vat
        or e.client_id <> b.client_id or e.currency <> b.currency`,
  },
]
