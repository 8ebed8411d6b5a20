import { expect, test } from 'vitest'
import {
  generateCharges,
  vatFactsOf,
} from '../../src/activities/reminders/charges/generate-charges.ts'
import { priced } from '../../src/activities/reminders/charges/price-charge.ts'
import { priceBookOf } from '../../src/activities/pricing/price-book.ts'
import { plusDays } from '../../src/domain/dates.ts'
import type { ChargeType } from '../../src/domain/pricing/price.ts'
import { Client } from '../../src/entities/client.ts'
import { chance } from '../support/chance.ts'
import { besideId } from '../support/ids-inside.ts'
import { seed } from '../support/seed.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

// Charges are calculated in the database, all at once; each must be what is calculated of one.
const { at, tenant } = await worldWithTenant()
const today: string = (await tenant.api.get(`/price-lists/target/${tenant.id}`)).body.date
const days = 70
const last = plusDays(today, days)
const currencies = ['SEK', 'JPY', 'KWD']
type Pick = (below: number) => number

const exact = (pick: Pick) => `${pick(30)}.${pick(1_000_000)}`

function rateBy(pick: Pick) {
  const which = pick(3)
  return {
    ...(which !== 1 && { fixed: exact(pick) }),
    ...(which !== 0 && { percent: exact(pick) }),
  }
}

function priceBy(pick: Pick, chargeType: string): object {
  const limits = {
    ...(pick(3) === 0 && { min: `${pick(10)}` }),
    ...(pick(3) === 0 && { max: `${10 + pick(90)}.5` }),
  }
  const basis = (['NONE', 'AMOUNT', 'VOLUME'] as const)[pick(3)]!
  if (basis === 'NONE') return { chargeType, ...limits, ...rateBy(pick) }
  const ends = [...new Set([1 + pick(4), 5 + pick(20), 25 + pick(400)])].map(String)
  const brackets = ['0', ...ends].map((from, n) => ({
    from,
    to: ends[n] ?? null,
    ...rateBy(pick),
  }))
  return { chargeType, ...limits, bracketBasis: basis, brackets }
}

/** Lists of the client, the tenant and in each currency, whose versions begin on several days. */
async function said(pick: Pick, clientId: string): Promise<void> {
  for (let n = 0; n < 16; n++) {
    const target = pick(2) === 0 ? ['CLIENT', clientId] : ['TENANT', null]
    const types = ['INVOICE_FEE', 'CREDIT_INVOICE_FEE', 'DISCOUNT_INTEREST', 'PAYOUT_FEE']
    const { status, body } = await tenant.api.put('/price-lists/update', {
      targetType: target[0],
      targetId: target[1],
      currency: currencies[pick(3)],
      validFrom: plusDays(today, pick(days)),
      prices: types.flatMap((type) => (pick(3) === 0 ? [] : [priceBy(pick, type)])),
    })
    expect(status, JSON.stringify(body)).toBe(200)
  }
}

const kinds = [
  ['INVOICE_FEE', 'INVOICE_BOOKED'],
  ['CREDIT_INVOICE_FEE', 'CREDIT_BOOKED'],
  ['DISCOUNT_INTEREST', 'FINANCED'],
  ['PAYOUT_FEE', 'PAYOUT_BOOKED'],
] as const

/** As many more that happened like the one invoice that was booked, with other amounts. */
async function happened(pick: Pick, clientId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => {
    const amount = [pick(50_000), 0, pick(9), 10_000_000_000 + pick(1_000)][pick(4)]!
    const kind = kinds[pick(4)]!
    return {
      n: n + 2,
      type: kind[1],
      currency: currencies[pick(3)],
      book_date: plusDays(today, pick(days)),
      amount: kind[1] === 'CREDIT_BOOKED' ? -amount : amount,
      facts: { variant: pick(5) === 0 ? 'CONFIRMED' : 'SENT', amount, advance: amount },
    }
  })
  await at.owner('set session_replication_role = replica')
  await at.owner(
    `insert into financial_event select r.* from financial_event e,
       jsonb_array_elements($3::jsonb) v
     cross join lateral jsonb_populate_record(e, v || jsonb_build_object(
       'id', ${besideId('e.id', "(v->>'n')::int")}, 'source_key', 'slice/' || (v->>'n'))) r
     where e.tenant_id = $1 and e.client_id = $2 and e.type = 'INVOICE_BOOKED'`,
    [tenant.id, clientId, JSON.stringify(rows)],
  )
  await at.owner('reset session_replication_role')
}

interface Event {
  id: string
  type: (typeof kinds)[number][1]
  day: string
  currency: string
  amount: string
}

/** What each costs, one after the other. */
async function expected(clientId: string) {
  const events = (await at.owner(
    `select id_text(id) as id, type, book_date::text as day, currency,
       case type when 'FINANCED' then facts->>'advance'
         when 'PAYOUT_BOOKED' then facts->>'amount' else abs(amount)::text end as amount
     from financial_event where tenant_id = $1 and client_id = $2
       and (type <> 'PAYOUT_BOOKED' or facts->>'variant' = 'SENT') order by book_date, id`,
    [tenant.id, clientId],
  )) as unknown as Event[]
  return tenant.work(async (unit) => {
    const book = await priceBookOf(unit, await unit.load(Client, clientId), last)
    const vat = await vatFactsOf(unit, clientId)
    const volumes = new Map<string, number>()
    return events.flatMap(({ id, type, day, currency, amount }) => {
      const chargeType: ChargeType = kinds.find(([, of]) => of === type)![0]
      const key = `${chargeType} ${currency} ${day.slice(0, 7)}`
      const volume = (volumes.get(key) ?? 0) + 1
      const basis = BigInt(amount)
      const of = { chargeType, day, currency, quantity: 1, basis, volume }
      const found = priced(book, vat, of)
      if (found === undefined) return []
      volumes.set(key, volume)
      const { amount: charged, priceListId, priceBracketId } = found
      return [
        `${id} ${chargeType} ${day} ${currency} ${basis} ${volume} ${charged} ${priceListId} ${priceBracketId} ${found.vatTreatment} ${Number(found.vatRate)}`,
      ]
    })
  })
}

async function charged(clientId: string): Promise<string[]> {
  const rows = await at.owner(
    `select concat_ws(' ', id_text(source_id), charge_type, charge_date::text, currency,
       basis_amount, volume, amount, id_text(price_list_id), coalesce(id_text(price_bracket_id), 'null'),
       vat_treatment, vat_rate::float8) as line
     from charge where tenant_id = $1 and client_id = $2 order by charge_date, source_id`,
    [tenant.id, clientId],
  )
  return rows.map(({ line }) => String(line))
}

test(`each of many is charged as one is (SEED=${seed})`, async () => {
  const pick = chance(seed)
  const clientId = await clientIn(tenant)
  await said(pick, clientId)
  await activatedInvoice(tenant, clientId)
  await happened(pick, clientId, 600)
  at.clock.now = new Date(at.clock.now.getTime() + days * 86_400_000)
  // In two steps, of which the second goes on counting.
  const middle = plusDays(today, pick(days))
  await tenant.work((unit) => generateCharges(unit, clientId, middle))
  await tenant.work((unit) => generateCharges(unit, clientId, last))
  const all = await expected(clientId)
  expect(all.length).toBeGreaterThan(100)
  expect(await charged(clientId), `SEED=${seed}`).toEqual(all)
  const told = await at.owner(
    `select c.id_text from (select id_text(id) as id_text, amount, currency from charge
       where tenant_id = $1 and client_id = $2) c
     left join event e on e.tenant_id = $1 and e.owner_id = c.id_text and e.type = 'CHARGE'
       and e.name = 'created'
       and (e.data->>'amount')::numeric = c.amount / (case c.currency when 'JPY' then 1.0
         when 'KWD' then 1000.0 else 100.0 end)
     where e.id is null`,
    [tenant.id, clientId],
  )
  expect(told).toEqual([])
}, 90_000)
