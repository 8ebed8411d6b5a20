import type { BusinessDate } from '../../domain/dates.ts'
import { faultsOfPrices, type Price as PriceRule } from '../../domain/pricing/price.ts'
import { refuse } from '../../domain/refusal.ts'
import { Price, PriceBracket, PriceList } from '../../entities/price-list.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Series } from './versions.ts'

/** From today on: what was charged before is not priced anew. */
export function refusePast(validFrom: BusinessDate, today: BusinessDate): void {
  if (validFrom < today) refuse('PRICES_OF_THE_PAST', { detail: `Today is ${today}.` })
}

/** Refuses prices that leave a gap or say two things at once. */
export function refuseFaults(prices: readonly PriceRule[], at = '/prices'): void {
  const errors = faultsOfPrices(prices, at).slice(0, 20)
  if (errors.length > 0) refuse('VALIDATION_FAILED', { errors })
}

export interface NewVersion extends Series {
  validFrom: BusinessDate
  /** Of those that begin on its day, the one before it. */
  after: number
  prices: readonly PriceRule[]
}

/** Writes a version of a list, whose key is held, with its prices and their brackets. */
export function writeVersion(unit: Unit, sent: NewVersion): PriceList {
  const { targetType, targetId, currency, validFrom, after, prices } = sent
  const clientId = targetType === 'CLIENT' ? targetId : null
  const list = unit.insert(PriceList, {
    targetType,
    targetId,
    clientId,
    currency,
    validFrom,
    revision: after + 1,
  })
  const facts = { priceListId: list.id, clientId }
  for (const { brackets, ...price } of prices) {
    const { chargeType, fixed, percent, min, max, vatTreatment, bracketBasis } = price
    const values = { chargeType, fixed, percent, min, max, vatTreatment, bracketBasis }
    const { id: priceId } = unit.insert(Price, { ...facts, ...values })
    for (const { from, to, fixed: each, percent: share } of brackets) {
      const value = { from, to, fixed: each, percent: share }
      unit.insert(PriceBracket, { ...facts, priceId, chargeType, ...value })
    }
  }
  return list
}
