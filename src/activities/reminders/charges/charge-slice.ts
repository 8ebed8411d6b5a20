import type { BusinessDate } from '../../../domain/dates.ts'
import type { ChargeType } from '../../../domain/pricing/price.ts'
import { Charge } from '../../../entities/charge.ts'
import { decimalIn, minorIn } from '../../../entities/money-in-sql.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { Terms } from './charge-terms.ts'
import { happenedIn, volumeKey, type Slice } from './happenings.ts'

export interface Charging {
  clientId: string
  toDate: BusinessDate
  priced: ReadonlySet<ChargeType>
  terms: readonly Terms[]
  /** How many there are so far, which grows by those that are charged. */
  volumes: Map<string, number>
}

/** A list for each column, and how the database reads it. */
type Lists = readonly (readonly [name: string, type: string, list: readonly unknown[]])[]

/**
 * Charges for all that happened in a slice, by one statement: what `priced` says of one thing, of
 * each. A test compares the two.
 */
export async function chargeSlice(unit: Unit, of: Charging, slice: Slice): Promise<void> {
  const { clientId, volumes } = of
  const alike = {
    clientId,
    period: '',
    quantity: 1,
    status: 'GENERATED',
    text: '',
    createdBy: unit.principal.id,
  } as const
  const charged = await unit.pour.made<Charge, { key: string; count: number }>(Charge, {
    ...chargesIn(of, await happenedIn(unit, clientId, of, slice)),
    alike,
    most: slice.count,
    told: `select ${volumeKey('charge_type', 'currency', 'charge_date')} as key,
      count(*)::int as count from made group by 1`,
  })
  for (const { key, count } of charged) volumes.set(key, (volumes.get(key) ?? 0) + count)
}

interface Happened {
  from: string
  values: readonly unknown[]
}

function chargesIn({ terms, volumes }: Charging, { from, values }: Happened) {
  const all = [...values]
  const listed = (lists: Lists) => {
    const sent = lists.map(([, type, list]) => `$${all.push(list)}::${type}[]`)
    return `unnest(${sent.join(', ')}) as l (${lists.map(([name]) => `"${name}"`).join(', ')})`
  }
  const keyOfVolume = volumeKey('h.charge_type', 'h.currency', 'h.day')
  const text = `with terms as (select l.* from ${listed(listsOfTerms(terms))}),
    brackets as (select l.* from ${listed(listsOfBrackets(terms))}),
    volumes as (select l.* from ${listed(listsOfVolumes(volumes))}),
    happened as (select h.* from ${from}),
    found as (select h.*, t.*, ${decimalIn('h.amount', 'h.currency')} as basis,
        row_number() over (order by h.day, h.id, h.charge_type) as n,
        coalesce(v.count, 0) + row_number() over (
          partition by ${keyOfVolume} order by h.day, h.id) as volume
      from happened h
      join terms t on t.of_type = h.charge_type and t.in_currency = h.currency
        and h.day between t.from_day and t.to_day
      left join volumes v on v.key = ${keyOfVolume})
    select f.n, ${Object.values(columns).join(', ')}
    from found f
    left join lateral (select s.* from brackets s where s.list_id = f.list_id
      and s.of_type = f.charge_type and s.from_value <= ${chosenBy}
      and (s.to_value is null or s.to_value > ${chosenBy}) limit 1) b on true
    cross join lateral (select
      case when b.bracket_id is null then f.fixed else b.fixed end as fixed,
      case when b.bracket_id is null then f.percent else b.percent end as percent) r`
  return { text, values: all, properties: Object.keys(columns) as (keyof typeof columns)[] }
}

/** Each so much, and of the amount so many hundredths; within its limits, and rounded once. */
const costs = `least(greatest(
  coalesce(r.fixed, 0) + f.basis * coalesce(r.percent, 0) * 0.01, f.lowest), f.highest)`

const columns = {
  chargeType: 'f.charge_type',
  sourceType: 'f.source_type',
  sourceId: 'f.id',
  currency: 'f.currency',
  basisAmount: 'f.amount',
  volume: 'f.volume',
  unitPrice: 'r.fixed',
  percent: 'r.percent',
  priceListId: 'f.list_id',
  priceBracketId: 'b.bracket_id',
  amount: minorIn(costs, 'f.currency'),
  vatTreatment: 'f.treatment',
  vatRate: 'f.vat_rate',
  chargeDate: 'f.day',
} as const

/** By what its bracket is. */
const chosenBy = `case f.by when 'AMOUNT' then f.basis else f.volume end`

const listsOfTerms = (terms: readonly Terms[]): Lists => [
  ['of_type', 'text', terms.map(({ chargeType }) => chargeType)],
  ['in_currency', 'text', terms.map(({ currency }) => currency)],
  ['from_day', 'date', terms.map(({ from }) => from)],
  ['to_day', 'date', terms.map(({ to }) => to)],
  ['list_id', 'uuid', terms.map(({ list }) => list.id)],
  ['by', 'text', terms.map(({ price }) => price.bracketBasis)],
  ['fixed', 'numeric', terms.map(({ price }) => price.fixed)],
  ['percent', 'numeric', terms.map(({ price }) => price.percent)],
  ['lowest', 'numeric', terms.map(({ price }) => price.min)],
  ['highest', 'numeric', terms.map(({ price }) => price.max)],
  ['treatment', 'text', terms.map(({ vat }) => vat.vatTreatment)],
  ['vat_rate', 'numeric', terms.map(({ vat }) => vat.vatRate)],
]

function listsOfBrackets(terms: readonly Terms[]): Lists {
  const byPrice = new Map(terms.map((term) => [term.price.id, term]))
  const all = [...byPrice.values()].flatMap(({ list, price, chargeType }) =>
    price.brackets.map((bracket) => ({ ...bracket, listId: list.id, chargeType })),
  )
  return [
    ['list_id', 'uuid', all.map(({ listId }) => listId)],
    ['of_type', 'text', all.map(({ chargeType }) => chargeType)],
    ['bracket_id', 'uuid', all.map(({ id }) => id)],
    ['from_value', 'numeric', all.map(({ from }) => from)],
    ['to_value', 'numeric', all.map(({ to }) => to)],
    ['fixed', 'numeric', all.map(({ fixed }) => fixed)],
    ['percent', 'numeric', all.map(({ percent }) => percent)],
  ]
}

const listsOfVolumes = (volumes: ReadonlyMap<string, number>): Lists => [
  ['key', 'text', [...volumes.keys()]],
  ['count', 'int', [...volumes.values()]],
]
