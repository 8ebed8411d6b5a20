import { monthsIn } from '../../../domain/reminders/charge.ts'
import { dayIn, type BusinessDate } from '../../../domain/dates.ts'
import { Charge } from '../../../entities/charge.ts'
import { Client } from '../../../entities/client.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import { settingsInForce } from '../../../kernel/read/settings-in-force.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Fields } from '../../../kernel/write/new-row.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { billingSettings } from '../../clients/settings.ts'
import { priceBookOf, type PriceBook } from '../../pricing/price-book.ts'
import { chargeSlice } from './charge-slice.ts'
import { termsOf } from './charge-terms.ts'
import { firstChargedDay, slicesOf, volumesOf } from './happenings.ts'
import { priced, type VatFacts } from './price-charge.ts'

type Due = Pick<Charge, 'sourceType' | 'sourceId' | 'period' | 'chargeType' | 'currency'> & {
  day: BusinessDate
  basis: bigint
}

/**
 * Charges for what happened to a client up to a day, today at the latest: each thing once, by the
 * list that was in force on its day. What no list prices is left out. Two who generate at once wait
 * for each other.
 */
export async function generateCharges(
  unit: Unit,
  clientId: string,
  wanted: BusinessDate,
): Promise<void> {
  const client = await unit.load(Client, clientId)
  const today = await unit.today()
  const toDate = wanted < today ? wanted : today
  const book = await priceBookOf(unit, client, toDate)
  if (book.priced.size === 0) return
  await lockKey(unit, 'charges', clientId)
  const vat = await vatFactsOf(unit, clientId)
  const first = firstChargedDay(toDate)
  const volumes = await volumesOf(unit, clientId, first)
  const charge = (due: Due) => chargeOf(unit, clientId, { due, book, vat, volumes })
  await unit.pour(Charge, (await monthsDue(unit, client, book, toDate)).flatMap(charge))
  const { priced: all } = book
  const charging = {
    clientId,
    toDate,
    priced: all,
    terms: termsOf(book, vat, first, toDate),
    volumes,
  }
  for (const slice of await slicesOf(unit, clientId, charging)) {
    await chargeSlice(unit, charging, slice)
  }
}

export async function vatFactsOf(unit: Unit, clientId: string): Promise<VatFacts> {
  const settings = await settingsInForce(unit, [billingSettings], [clientId])
  const { countryCode: country } = await unit.tenant()
  return { ofBills: settings.of(billingSettings, clientId).vatTreatment, country }
}

/** What is charged month by month, on its first day or the client's: once in the tenant's currency. */
async function monthsDue(
  unit: Unit,
  { id: sourceId, createdAt }: Client,
  { priced: all }: PriceBook,
  toDate: BusinessDate,
): Promise<Due[]> {
  if (!all.has('MONTHLY')) return []
  const { currency, timeZone } = await unit.tenant()
  const since = dayIn(timeZone, createdAt)
  const charged = await rowsOf(unit, Charge, { sourceId, chargeType: 'MONTHLY' }, ['period'])
  const known = new Set(charged.map(({ period }) => period))
  return monthsIn(firstChargedDay(toDate), toDate).flatMap((first) => {
    const period = first.slice(0, 7)
    const day = since.startsWith(period) ? since : first
    if (known.has(period) || day < since || day > toDate) return []
    const of = { sourceType: 'MONTH', chargeType: 'MONTHLY' } as const
    return [{ ...of, sourceId, period, currency, day, basis: 0n }]
  })
}

interface Adding {
  due: Due
  book: PriceBook
  vat: VatFacts
  volumes: Map<string, number>
}

function chargeOf(
  unit: Unit,
  clientId: string,
  { due, book, vat, volumes }: Adding,
): Fields<Charge> | [] {
  const { day, basis, ...source } = due
  const { chargeType, currency } = source
  const key = `${chargeType} ${currency} ${day.slice(0, 7)}`
  const volume = (volumes.get(key) ?? 0) + 1
  const found = priced(book, vat, { chargeType, day, currency, quantity: 1, basis, volume })
  if (found === undefined) return []
  volumes.set(key, volume)
  return {
    clientId,
    ...source,
    quantity: 1,
    basisAmount: basis,
    volume,
    ...found,
    chargeDate: day,
    status: 'GENERATED',
    text: '',
    createdBy: unit.principal.id,
  }
}
