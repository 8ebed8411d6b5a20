import { baseRates, type PublishedRate } from '../../domain/system/base-interest.ts'
import { BaseInterestRate } from '../../entities/base-interest-rate.ts'
import { bundledReferenceRates } from '../../ports/rates/reference-rates.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { baseRatesKnown } from './base-rates.ts'

/** Keeps what was published, and puts right what is there. Answers how many rates that were. */
export const loadReferenceRates = (unit: Unit, published: readonly PublishedRate[]) =>
  loaded(unit, published, (before, now) => Number(before.rate) !== Number(now.rate))

/** Keeps of what ships with the platform what nothing else is known of. */
export const addShippedRates = (unit: Unit) => loaded(unit, bundledReferenceRates(), () => false)

async function loaded(
  unit: Unit,
  published: readonly PublishedRate[],
  isCorrected: (before: { rate: string }, now: PublishedRate) => boolean,
): Promise<number> {
  if (published.length === 0) return 0
  await lockKey(unit, 'base rates', '')
  const known = new Map((await baseRatesKnown(unit)).map((each) => [keyOf(each), each]))
  const rows = published.flatMap((each) => {
    const before = known.get(keyOf(each))
    if (before !== undefined && !isCorrected(before, each)) return []
    const { currency } = baseRates[each.code]
    return [{ ...each, currency, revision: (before?.revision ?? 0) + 1, createdAt: unit.now }]
  })
  unit.insertUnrecorded(BaseInterestRate, rows)
  return rows.length
}

const keyOf = ({ code, validFrom }: Pick<PublishedRate, 'code' | 'validFrom'>) =>
  `${code} ${validFrom}`
