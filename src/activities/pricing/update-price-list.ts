import { z } from 'zod'
import { invalid } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { ClientFinancialPriceTemplate } from '../../entities/client-financial-price-template.ts'
import { ClientHandler } from '../../entities/client-handler.ts'
import { PriceList } from '../../entities/price-list.ts'
import { ServiceProvider } from '../../entities/provider.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { changingOf, refuseBound } from './change-prices.ts'
import { pricesOfSent, pricesSent, validFromSent } from './price-input.ts'
import { pricesOf } from './prices-of.ts'
import { keyOf, versionsInForce, type Target } from './versions.ts'
import { refuseFaults, refusePast, writeVersion } from './write-version.ts'

export const updatePriceListInput = bodyOf(PriceList, [
  'targetType',
  'targetId',
  'currency',
]).extend({
  validFrom: validFromSent,
  /** All of them; left out, those that are in force then go on. */
  prices: pricesSent.optional(),
})

/**
 * Says what a target's clients pay in a currency from a day on, whether or not it had a list; a
 * list without prices leaves all to those who are further away.
 */
export async function updatePriceList(
  unit: Unit,
  sent: z.output<typeof updatePriceListInput>,
): Promise<PriceList> {
  refuseBound(unit)
  const { targetType, targetId = null, currency } = sent
  const series = { targetType, targetId, currency }
  const today = await unit.today()
  const validFrom = sent.validFrom ?? today
  refusePast(validFrom, today)
  await refuseUnknown(unit, series)
  await lockKey(unit, 'price list', keyOf(series))
  const before = (await versionsInForce(unit, [series], validFrom)).find(
    (version) => version.currency === currency,
  )
  const prices =
    sent.prices === undefined ? await goingOn(unit, before?.id) : pricesOfSent(sent.prices)
  refuseFaults(prices)
  const after = before?.validFrom === validFrom ? before.revision : 0
  return writeVersion(unit, { ...series, validFrom, after, prices })
}

async function goingOn(unit: Unit, id: string | undefined) {
  if (id === undefined) return []
  return (await pricesOf(unit, [id])).get(id) ?? []
}

const pointer = '/targetId'

const targets = {
  CLIENT: (unit: Unit, id: string) => unit.load(Client, id, pointer),
  CLIENT_HANDLER: (unit: Unit, id: string) => unit.load(ClientHandler, id, pointer),
  TEMPLATE: (unit: Unit, id: string) => unit.load(ClientFinancialPriceTemplate, id, pointer),
  SERVICE_PROVIDER: (unit: Unit, id: string) => unit.load(ServiceProvider, id, pointer),
} as const

async function refuseUnknown(unit: Unit, { targetType, targetId }: Target): Promise<void> {
  if (targetType === 'TENANT') {
    if (targetId === null) return
    invalid(pointer, 'NOT_FOR_THE_TENANT', 'The tenant’s own list has no other target')
  }
  if (targetId === null) invalid(pointer, 'REQUIRED', 'Say whose list it is')
  await targets[targetType](unit, targetId)
}

export const updatePricesInput = z.strictObject({ validFrom: validFromSent, prices: pricesSent })

type PricesChange = z.output<typeof updatePricesInput>

/** Gives a list other prices from a day on. */
export const updatePrices = changingOf<PricesChange>((_, { prices }) => pricesOfSent(prices)).one
