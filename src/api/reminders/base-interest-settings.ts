import { z } from 'zod'
import {
  interestSettings,
  interestSettingsOf,
} from '../../activities/reminders/interest-settings-of.ts'
import { baseRatesKnown } from '../../activities/system/base-rates.ts'
import { decimal, hasPlacesOf, minorOf, rateText } from '../../domain/money.ts'
import { invalid } from '../../domain/refusal.ts'
import { settingSources } from '../../domain/settings.ts'
import { baseRateCodes, baseRates, type BaseRate } from '../../domain/system/base-interest.ts'
import {
  dayCounts,
  interestRoundings,
  lateInterest,
  ratePeriods,
  type InterestPeriod,
  type InterestTerms,
  type RatePeriod,
} from '../../domain/system/late-interest.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { amountShown, amountSent, businessDate, currencyCode } from '../../kernel/read/amounts.ts'
import { anyId, askedDay } from '../../kernel/read/fields.ts'

const rate = z.string().meta({ example: '10' })

const ratePart = {
  rate,
  /** What the margin is added to; none where the rate is fixed. */
  baseRate: rate.nullable(),
  validFrom: businessDate.nullable(),
  /** That of the half-year is not known: an earlier one goes on. */
  isProvisional: z.boolean(),
}

const interestShown = z.object({
  currency: currencyCode,
  from: businessDate,
  to: businessDate,
  total: amountShown,
  periods: z.array(
    z.object({
      ...ratePart,
      from: businessDate,
      to: businessDate,
      days: z.int(),
      amount: amountShown,
    }),
  ),
})

const settingsView = z
  .object({
    targetType: z.enum(['CLIENT', 'TEMPLATE', 'SERVICE_PROVIDER', 'INSTANCE_PROVIDER', 'TENANT']),
    targetId: anyId('C.'),
    date: businessDate,
    baseRateCode: z.enum(baseRateCodes),
    marginPp: rate,
    fixedRate: rate.nullable(),
    roundingRule: z.enum(interestRoundings),
    dayCount: z.enum(dayCounts),
    ...ratePart,
    /** Which level says each of the settings. */
    sources: z.record(z.enum(interestSettings), z.enum(settingSources)),
    /** What late interest on the amount that was asked about would be. */
    interest: interestShown.nullable(),
  })
  .meta({ id: 'BaseInterestSettings' })

const query = z.strictObject({
  date: askedDay.optional().meta({ description: 'The day, if not today.' }),
  debtorType: z.enum(['COMPANY', 'PERSON']).optional(),
  amount: amountSent.optional().meta({ description: 'Capital on which interest is calculated.' }),
  currency: currencyCode.optional().meta({ description: 'By default that of the base rate.' }),
  from: askedDay.optional().meta({ description: 'The first day with interest.' }),
  to: askedDay.optional().meta({ description: 'The last day with interest, if not the day.' }),
})

const showRate = ({ rate: whole, base, isProvisional }: RatePeriod) => ({
  rate: whole,
  baseRate: base === null ? null : rateText(base.rate),
  validFrom: base?.validFrom ?? null,
  isProvisional,
})

const showPeriod = (period: InterestPeriod, currency: string) => ({
  ...showRate(period),
  from: period.from,
  to: period.to,
  days: period.days,
  amount: decimal(period.amount, currency),
})

/** An amount needs the days, and days the amount. */
function periodAsked({ amount, from, to, currency }: z.output<typeof query>, day: string) {
  if (amount === undefined && from === undefined && to === undefined) return undefined
  if (amount === undefined) return invalid('/amount', 'REQUIRED', 'Say on what there is interest')
  if (from === undefined) return invalid('/from', 'REQUIRED', 'Say from which day on')
  const last = to ?? day
  if (last < from) return invalid('/to', 'TOO_EARLY', 'It ends before it begins')
  if (last > `${Number(from.slice(0, 4)) + yearsMax}${from.slice(4)}`) {
    return invalid('/to', 'TOO_LONG', `At most ${yearsMax} years`)
  }
  return { amount, currency, from, to: last }
}

const yearsMax = 100

function interestOf(
  terms: InterestTerms,
  known: readonly BaseRate[],
  { amount, from, to, currency: sent }: NonNullable<ReturnType<typeof periodAsked>>,
) {
  const currency = sent ?? baseRates[terms.baseRateCode].currency
  if (!hasPlacesOf(amount, currency)) {
    invalid('/amount', 'TOO_MANY_PLACES', `${currency} has fewer decimal places`)
  }
  const owed = [{ from, amount: minorOf(amount, currency) }]
  const { periods, total } = lateInterest(terms, known, { owed, from, to })
  const shown = periods.map((each) => showPeriod(each, currency))
  return { currency, from, to, total: decimal(total, currency), periods: shown }
}

export default {
  readBaseInterestSettings: operation(
    'GET /base-interest-settings/{targetId}',
    'ReadBaseInterestSettings',
    {
      summary: 'Read by what late interest is calculated for a target',
      query,
      returns: settingsView,
      refuses: ['NOT_FOUND', 'BASE_RATE_UNKNOWN'],
    },
  ).handle(async ({ unit, params: { targetId }, query: asked }) => {
    const date = asked.date ?? (await unit.today())
    const period = periodAsked(asked, date)
    const of = await interestSettingsOf(unit, targetId, asked.debtorType ?? 'COMPANY')
    const { targetType, sources, terms } = of
    const known = await baseRatesKnown(unit, [terms.baseRateCode])
    const { marginPp, fixedRate, ...told } = terms
    const inForce = ratePeriods(terms, known, date, date)[0]!
    return {
      targetType,
      targetId,
      date,
      ...told,
      marginPp: rateText(marginPp),
      fixedRate: fixedRate === null ? null : rateText(fixedRate),
      ...showRate(inForce),
      sources,
      interest: period === undefined ? null : interestOf(terms, known, period),
    }
  }),
} satisfies Room
