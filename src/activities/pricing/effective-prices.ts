import type { BusinessDate } from '../../domain/dates.ts'
import { isBound } from '../../domain/access/scope.ts'
import { notFound } from '../../domain/refusal.ts'
import {
  bracketOf,
  chargedBy,
  chargeTypes,
  type Basis,
  type ChargeType,
  type TargetType,
} from '../../domain/pricing/price.ts'
import { Client } from '../../entities/client.ts'
import { ClientFinancialPriceTemplate } from '../../entities/client-financial-price-template.ts'
import { ClientHandler, ClientHandlerClient } from '../../entities/client-handler.ts'
import { ServiceProvider } from '../../entities/provider.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { settingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { billingSettings } from '../clients/settings.ts'
import { pricesOf, type KeptBracket, type KeptPrice, type PricesOfLists } from './prices-of.ts'
import { versionsInForce, type Target, type Version } from './versions.ts'

export interface Asked {
  day: BusinessDate
  currency?: string | undefined
  /** What it is charged for, if it is to be said what that costs. */
  basis?: Basis | undefined
}

/** What a charge costs, and which list, version and bracket say so. */
export interface EffectivePrice {
  chargeType: ChargeType
  currency: string
  list: Version
  price: KeptPrice
  bracket: KeptBracket | null
  charged: string | null
  vatTreatment: NonNullable<KeptPrice['vatTreatment']> | null
}

export interface Effective extends Target {
  /** Those whose lists are asked, the nearest first. */
  chain: readonly Target[]
  prices: EffectivePrice[]
}

const tenantsOwn: Target = { targetType: 'TENANT', targetId: null }

/** What is in force for a target on a day, charge by charge: the nearest list that has it says it. */
export async function effectivePrices(
  unit: Unit,
  targetId: string,
  asked: Asked,
): Promise<Effective> {
  const chain = await chainOf(unit, targetId)
  // What a client pays is for it to see, whoever's list says it.
  const { versions, prices } = await unit.widened(async () => {
    const found = await versionsInForce(unit, chain, asked.day)
    return { versions: found, prices: await pricesOf(unit, found.map(idOf)) }
  })
  const ofBills = await treatmentOfBills(unit, chain[0]!)
  const currencies = [...new Set(versions.map(({ currency }) => currency))].toSorted()
  const wanted = currencies.filter((currency) => (asked.currency ?? currency) === currency)
  const inForce = wanted.flatMap((currency) => {
    const lists = nearestFirst(chain, versions, currency)
    return chargeTypes.flatMap((chargeType) => effectiveOf(lists, prices, chargeType, asked.basis))
  })
  const shown = inForce.map((each) => ({ ...each, vatTreatment: each.vatTreatment ?? ofBills }))
  return { ...chain[0]!, chain, prices: shown }
}

const idOf = ({ id }: { id: string }) => id

const nearestFirst = (chain: readonly Target[], versions: readonly Version[], currency: string) =>
  chain.flatMap(({ targetType, targetId }) =>
    versions.filter(
      (version) =>
        version.currency === currency &&
        version.targetType === targetType &&
        version.targetId === targetId,
    ),
  )

function effectiveOf(
  lists: readonly Version[],
  prices: PricesOfLists,
  chargeType: ChargeType,
  basis: Basis | undefined,
): EffectivePrice[] {
  for (const list of lists) {
    const price = prices.get(list.id)?.find((each) => each.chargeType === chargeType)
    if (price === undefined) continue
    const { currency } = list
    const bracket = basis === undefined ? undefined : bracketOf(price, basis)
    const charged = basis === undefined ? null : chargedBy(price, basis, currency)
    const { vatTreatment } = price
    return [{ chargeType, currency, list, price, bracket: bracket ?? null, charged, vatTreatment }]
  }
  return []
}

async function treatmentOfBills(unit: Unit, { targetType, targetId }: Target) {
  if (targetType !== 'CLIENT' || targetId === null) return null
  const settings = await settingsInForce(unit, [billingSettings], [targetId])
  return settings.of(billingSettings, targetId).vatTreatment
}

/** A target and those whose prices hold for it where it has none, the nearest first. */
async function chainOf(unit: Unit, targetId: string): Promise<Target[]> {
  const client = await unit.find(Client, { id: targetId })
  if (client !== null) return chainOfClient(unit, client)
  if (isBound(unit.scope)) return notFound()
  if (targetId === unit.tenantId) return [tenantsOwn]
  const own = async (targetType: TargetType, find: Promise<object | null>) =>
    (await find) === null ? [] : [{ targetType, targetId }, tenantsOwn]
  const found = [
    ...(await own('CLIENT_HANDLER', unit.find(ClientHandler, { id: targetId }))),
    ...(await own('TEMPLATE', unit.find(ClientFinancialPriceTemplate, { id: targetId }))),
    ...(await own('SERVICE_PROVIDER', unit.find(ServiceProvider, { id: targetId }))),
  ]
  return found.length === 0 ? notFound() : found
}

export async function chainOfClient(
  unit: Unit,
  client: Pick<Client, 'id' | 'templateId' | 'serviceProviderId'>,
): Promise<Target[]> {
  const { id: clientId, templateId, serviceProviderId } = client
  const [handled] = await rowsOf(unit, ClientHandlerClient, { clientId }, ['clientHandlerId'])
  const followed: [TargetType, string | null | undefined][] = [
    ['CLIENT', clientId],
    ['CLIENT_HANDLER', handled?.clientHandlerId],
    ['TEMPLATE', templateId],
    ['SERVICE_PROVIDER', serviceProviderId],
  ]
  const targets = followed.flatMap(([targetType, targetId]) =>
    targetId == null ? [] : [{ targetType, targetId }],
  )
  return [...targets, tenantsOwn]
}
