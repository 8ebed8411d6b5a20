import type { BusinessDate } from '../../domain/dates.ts'
import { isBound } from '../../domain/access/scope.ts'
import type { Price as PriceRule } from '../../domain/pricing/price.ts'
import { refuse } from '../../domain/refusal.ts'
import { PriceList } from '../../entities/price-list.ts'
import { lockKeys } from '../../kernel/write/lock-key.ts'
import { refuseSaidByClient } from '../../kernel/write/refuse-tenants-own.ts'
import { setForm } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { pricesOf, type KeptPrice, type PricesOfLists } from './prices-of.ts'
import { keyOf, versionsInForce, type Version } from './versions.ts'
import { refuseFaults, refusePast, writeVersion } from './write-version.ts'

/** A change of the prices of a list from a day on. */
interface Change {
  validFrom?: BusinessDate | undefined
}

interface Facts {
  today: BusinessDate
  day: BusinessDate
  inForce: ReadonlyMap<string, Version>
  prices: PricesOfLists
}

/** Whoever is bound to a client sees what it pays, and says nothing of it. */
export function refuseBound(unit: Unit): void {
  if (isBound(unit.scope)) refuseSaidByClient()
}

/**
 * Changes the version that is in force on the day when the change begins: another follows it from
 * then on, with what `pricesAfter` makes of its prices. Versions that begin later stay.
 */
export function changingOf<Input extends Change>(
  pricesAfter: (prices: readonly KeptPrice[], input: Input) => readonly PriceRule[],
  at = '/prices',
) {
  return setForm<PriceList, Input, Facts, readonly PriceRule[], PriceList>({
    hold: heldLists,
    idOf: ({ id }) => id,
    read,
    rule(list, { today, day, inForce, prices }, input) {
      refusePast(day, today)
      if (inForce.get(keyOfList(list))?.id !== list.id) refuse('PRICE_LIST_REPLACED')
      const after = pricesAfter(prices.get(list.id) ?? [], input)
      refuseFaults(after, at)
      return after
    },
    write(unit, list, prices, { day }) {
      const after = list.validFrom === day ? list.revision : 0
      const { targetType, targetId = null, currency } = list
      return writeVersion(unit, { targetType, targetId, currency, validFrom: day, after, prices })
    },
  })
}

async function heldLists(unit: Unit, ids: readonly string[]): Promise<PriceList[]> {
  refuseBound(unit)
  const lists = await unit.readEach(PriceList, 'id = any($2)', [ids])
  await lockKeys(unit, 'price list', lists.map(keyOfList))
  return lists
}

const keyOfList = ({ targetType, targetId = null, currency }: PriceList) =>
  keyOf({ targetType, targetId, currency })

async function read(
  unit: Unit,
  lists: readonly PriceList[],
  { validFrom }: Change,
): Promise<Facts> {
  const today = await unit.today()
  const day = validFrom ?? today
  const [inForce, prices] = await Promise.all([
    versionsInForce(unit, lists.map(targetOf), day),
    pricesOf(
      unit,
      lists.map(({ id }) => id),
    ),
  ])
  return { today, day, inForce: new Map(inForce.map((each) => [keyOf(each), each])), prices }
}

const targetOf = ({ targetType, targetId = null }: PriceList) => ({ targetType, targetId })
