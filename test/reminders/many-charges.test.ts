import { expect, test } from 'vitest'
import { besideId } from '../support/ids-inside.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'
import { done, pricesOf } from './ground.ts'

const { at, tenant } = await worldWithTenant()
const count = 25_000

/** So many invoices more, booked as the one that there is. */
async function booked(clientId: string): Promise<void> {
  await at.owner('set session_replication_role = replica')
  await at.owner(
    `insert into financial_event select r.* from financial_event e, generate_series(2, $3::int) n
     cross join lateral jsonb_populate_record(e, jsonb_build_object(
       'id', ${besideId('e.id')}, 'source_key', 'many/' || n)) r
     where e.tenant_id = $1 and e.client_id = $2 and e.type = 'INVOICE_BOOKED'`,
    [tenant.id, clientId, count],
  )
  await at.owner('reset session_replication_role')
}

test('what happened is charged however much it is, each by how many there were', async () => {
  const clientId = await clientIn(tenant)
  const brackets = [
    { from: '0', to: '20001', fixed: '2' },
    { from: '20001', to: null, fixed: '1' },
  ]
  const price = { chargeType: 'INVOICE_FEE', bracketBasis: 'VOLUME', brackets }
  await pricesOf(tenant, clientId, [price])
  await activatedInvoice(tenant, clientId)
  await booked(clientId)
  await done(at, tenant, '/charges/generate', { clientIds: [clientId] })
  const rows = await at.owner(
    `select count(*)::int as n, count(distinct source_id)::int as happened, max(volume) as volume,
       sum(amount)::int as amount from charge where tenant_id = $1 and client_id = $2`,
    [tenant.id, clientId],
  )
  // 20,000 at 2.00 and 5,000 at 1.00, in hundredths.
  expect(rows).toEqual([{ n: count, happened: count, volume: count, amount: 4_500_000 }])
}, 90_000)
