import type { BusinessDate } from '../../domain/dates.ts'
import type { ChargeType } from '../../domain/pricing/price.ts'
import type { Client } from '../../entities/client.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { chainOfClient } from './effective-prices.ts'
import { pricesOf, type KeptPrice } from './prices-of.ts'
import { versionsUpTo, type Version } from './versions.ts'

/** What a client pays for something on a day, and the version of the list that says it. */
export interface PriceFound {
  list: Version
  price: KeptPrice
}

export interface PriceBook {
  on(day: BusinessDate, currency: string, chargeType: ChargeType): PriceFound | undefined
  /** Every charge that some list of these days has a price of. */
  priced: ReadonlySet<ChargeType>
  currencies: ReadonlySet<string>
  /** The days on which some version begins. */
  begins: ReadonlySet<BusinessDate>
}

/** All that may be charged by up to a day, read at once: the nearest list with a price says it. */
export async function priceBookOf(
  unit: Unit,
  client: Pick<Client, 'id' | 'templateId' | 'serviceProviderId'>,
  until: BusinessDate,
): Promise<PriceBook> {
  const chain = await chainOfClient(unit, client)
  // What a client pays is for it to see, whoever's list says it.
  const { versions, prices } = await unit.widened(async () => {
    const found = await versionsUpTo(unit, chain, until)
    const ids = found.map(({ id }) => id)
    return { versions: found, prices: await pricesOf(unit, ids) }
  })
  const listsOf = (day: BusinessDate, currency: string) =>
    chain.flatMap(({ targetType, targetId }) => {
      const isTheirs = (version: Version) =>
        version.currency === currency &&
        version.targetType === targetType &&
        version.targetId === targetId &&
        version.validFrom <= day
      return versions.find(isTheirs) ?? []
    })
  const known = new Map<string, PriceFound | undefined>()
  return {
    priced: new Set([...prices.values()].flat().map(({ chargeType }) => chargeType)),
    currencies: new Set(versions.map(({ currency }) => currency)),
    begins: new Set(versions.map(({ validFrom }) => validFrom)),
    on(day, currency, chargeType) {
      const key = `${day} ${currency} ${chargeType}`
      if (!known.has(key)) {
        const found = listsOf(day, currency).flatMap((list) => {
          const price = prices.get(list.id)?.find((each) => each.chargeType === chargeType)
          return price === undefined ? [] : [{ list, price }]
        })
        known.set(key, found[0])
      }
      return known.get(key)
    },
  }
}
