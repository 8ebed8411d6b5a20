import { z } from 'zod'
import { ratesOfDay } from '../../activities/system/rates-of-day.ts'
import { currencies } from '../../domain/currencies.ts'
import { Tenant } from '../../entities/tenant.ts'
import { askedDay } from '../../kernel/read/fields.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const currency = z.enum(currencies as [string, ...string[]]).meta({ example: 'SEK' })
const rate = z.string().meta({ example: '10.85' })

const RatesView = z
  .object({
    base: currency,
    date: z.iso.date(),
    rates: z.array(
      z.object({
        currency,
        rate: rate.meta({ description: 'How much of the currency one of the base is worth.' }),
        inverse: rate.meta({
          description: 'How much of the base one of the currency is worth, as invoices freeze it.',
        }),
        date: z.iso.date().meta({
          description: 'The day it was published for; of an indication, the first it is used on.',
        }),
        source: z.string().meta({
          example: 'ECB',
          description:
            '`INDICATION` where no rate of the day is known: a rough one of the year, which ' +
            'invoices of the day use as well.',
        }),
      }),
    ),
  })
  .meta({ id: 'ExchangeRates' })

export default {
  readExchangeRates: operation('GET /system/exchange-rates', 'ReadSystemExchangeRates', {
    summary: 'Read what currencies are worth on a day',
    query: z.strictObject({
      base: currency.optional().meta({ description: "The tenant's own by default." }),
      date: askedDay.optional().meta({ description: 'Today by default.' }),
    }),
    returns: RatesView,
  }).handle(async ({ unit, query }) => {
    const base = query.base ?? (await unit.load(Tenant, {})).currency
    const date = query.date ?? (await unit.today())
    return { base, date, rates: await ratesOfDay(unit, base, date) }
  }),
} satisfies Room
