import {
  isSameRate,
  rateAhead,
  rateWith,
  refuseFloating,
  type Floats,
} from '../../domain/loans/floating.ts'
import { plannedAnew } from '../../domain/loans/running.ts'
import { rateText } from '../../domain/money.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import type { BaseRate, BaseRateCode } from '../../domain/system/base-interest.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { EventDraft } from '../bookkeeping/book.ts'
import { baseRatesKnown, baseRatesOn } from '../system/base-rates.ts'
import { addEvent } from './add-event.ts'
import { accrue, roundAnew } from './accrue.ts'
import { planInstead, type HeldLoan } from './held-loans.ts'

/** The rate of terms on a day: what was agreed, or what it follows and so much more. */
export async function rateOn(
  unit: Unit,
  terms: Floats & { rate: string },
  day: string,
): Promise<string> {
  const { baseRateCode: code, margin, rate } = terms
  if (code == null || margin == null) return rate
  const [found] = await baseRatesOn(unit, day, [code])
  if (found === undefined) return refuse('LOAN_BASE_RATE_UNKNOWN')
  const now = rateWith(margin, found.rate)
  return isSameRate(now, rate) ? rate : now
}

/** A rate is agreed, or follows another one: never both. */
export async function rateSaid(
  unit: Unit,
  terms: Floats & { rate?: string | undefined; currency: string },
  sent: string | undefined,
): Promise<string> {
  refuseFloating(terms, terms.currency)
  const { rate, baseRateCode } = terms
  if (baseRateCode != null && sent !== undefined) {
    invalid('/rate', 'FOLLOWS_BASE_RATE', 'It follows `baseRateCode`, by `margin`')
  }
  if (baseRateCode == null && rate === undefined) {
    invalid('/rate', 'RATE_MISSING', 'It is agreed, or follows `baseRateCode`')
  }
  return rateOn(unit, { ...terms, rate: rate ?? '0' }, await unit.today())
}

export type Published = ReadonlyMap<BaseRateCode, readonly BaseRate[]>

/** All that was published of what these loans follow, by its days. */
export async function publishedFor(unit: Unit, all: readonly HeldLoan[]): Promise<Published> {
  const codes = [...new Set(all.flatMap(({ loan }) => loan.baseRateCode ?? []))]
  if (codes.length === 0) return new Map()
  return Map.groupBy(await baseRatesKnown(unit, codes), ({ code }) => code)
}

/** Says which rate will hold, as soon as it is known and long enough before. */
export function announceRate(unit: Unit, { loan }: HeldLoan, published: Published, day: string) {
  const { baseRateCode: code, margin, rate, nextRate, nextRateFrom } = loan
  if (code == null || margin == null) return
  const before =
    nextRate == null || nextRateFrom == null ? undefined : { rate: nextRate, from: nextRateFrom }
  const terms = { rate, margin, rateNoticeDays: loan.rateNoticeDays ?? 1, ahead: before }
  const ahead = rateAhead(terms, published.get(code) ?? [], day)
  if (ahead === before) return
  loan.nextRate = ahead?.rate ?? null
  loan.nextRateFrom = ahead?.from ?? null
  const text = ahead === undefined ? `${rateText(rate)} stays` : `${ahead.rate} from ${ahead.from}`
  addEvent(unit, loan, 'RATE_ANNOUNCED', { date: day, text })
}

/** From its day on the rate is what was announced, and what is to come is planned by it. */
export function changeRate(unit: Unit, held: HeldLoan, day: string): EventDraft[] {
  const { loan } = held
  const { nextRate, nextRateFrom } = loan
  if (nextRate == null || nextRateFrom == null || nextRateFrom > day) return []
  const drafts = accrue(unit, held, nextRateFrom)
  roundAnew(held, nextRateFrom)
  Object.assign(loan, { nextRate: null, nextRateFrom: null })
  if (isSameRate(loan.rate, nextRate)) return drafts
  loan.rate = nextRate
  const { open, planned } = held
  planInstead(unit, held, plannedAnew(loan, { day: nextRateFrom, open, planned }))
  addEvent(unit, loan, 'RATE_CHANGED', { date: nextRateFrom, text: rateText(nextRate) })
  return drafts
}
