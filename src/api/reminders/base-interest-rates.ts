import { z } from 'zod'
import { baseRatesOn } from '../../activities/system/base-rates.ts'
import { notFound } from '../../domain/refusal.ts'
import { baseRateCodes, baseRates, isOutdated } from '../../domain/system/base-interest.ts'
import { BaseInterestRate } from '../../entities/base-interest-rate.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { businessDate } from '../../kernel/read/amounts.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { askedDay } from '../../kernel/read/fields.ts'
import { partOf, viewOf } from '../../kernel/read/view.ts'
import { rateText } from '../../domain/money.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const rates = collection(BaseInterestRate, {
  noun: ['base interest rate', 'base interest rates'],
  shows: viewOf(BaseInterestRate, [
    'id',
    'code',
    'currency',
    'rate',
    'validFrom',
    'revision',
    'source',
    'createdAt',
  ]),
  filters: filtersOf(BaseInterestRate, ['code', 'currency', 'validFrom']),
  sort: ['-validFrom'],
})

const ratePart = partOf(BaseInterestRate, ['id', 'code', 'currency', 'rate', 'validFrom', 'source'])

const activeRate = ratePart.schema.extend({
  /** That of the half-year is not known: an earlier one goes on. */
  isOutdated: z.boolean(),
})

const activeView = z
  .object({ date: businessDate, rates: z.array(activeRate) })
  .meta({ id: 'ActiveBaseInterestRates' })
const activeOfCurrency = activeRate
  .extend({ date: businessDate })
  .meta({ id: 'ActiveBaseInterestRate' })

const query = z.strictObject({
  date: askedDay.optional().meta({ description: 'The day, if not today.' }),
})

async function activeOn(unit: Unit, day: string, codes: readonly (keyof typeof baseRates)[]) {
  const found = await baseRatesOn(unit, day, codes)
  return found.map(({ id, code, rate, validFrom, source }) => ({
    id,
    code,
    currency: baseRates[code].currency,
    rate: rateText(rate),
    validFrom,
    source,
    isOutdated: isOutdated({ validFrom }, day),
  }))
}

export default {
  listBaseInterestRates: operation('GET /base-interest-rates', 'ReadBaseInterestRate', rates.list),
  searchBaseInterestRates: operation(
    'POST /base-interest-rates/search',
    'SearchBaseInterestRate',
    rates.search,
  ),
  readBaseInterestRate: operation(
    'GET /base-interest-rates/{id}',
    'ReadBaseInterestRate',
    rates.read,
  ),

  readActiveBaseInterestRates: operation(
    'GET /base-interest-rates/active',
    'ReadBaseInterestRate',
    {
      summary: 'Read the base rates that hold on a day',
      query,
      returns: activeView,
    },
  ).handle(async ({ unit, query: { date } }) => {
    if (unit.scope.debtorId !== null) notFound()
    const day = date ?? (await unit.today())
    return { date: day, rates: await activeOn(unit, day, baseRateCodes) }
  }),

  readActiveBaseInterestRate: operation(
    'GET /base-interest-rates/{currency}/active',
    'ReadBaseInterestRate',
    {
      summary: 'Read the base rate of a currency that holds on a day',
      inPath: { currency: 'SEK' },
      query,
      returns: activeOfCurrency,
      refuses: ['NOT_FOUND'],
    },
  ).handle(async ({ unit, params, query: { date } }) => {
    if (unit.scope.debtorId !== null) notFound()
    const day = date ?? (await unit.today())
    const codes = baseRateCodes.filter((code) => baseRates[code].currency === params.currency)
    const [active] = await activeOn(unit, day, codes)
    return active === undefined ? notFound() : { ...active, date: day }
  }),
} satisfies Room
