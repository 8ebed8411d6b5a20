import { isDeepStrictEqual } from 'node:util'
import type { ProductCode } from '../../domain/clients/product.ts'
import { chosenAt } from '../../domain/settings.ts'
import type { Client } from '../../entities/client.ts'
import { ClientFinancialPriceTemplate } from '../../entities/client-financial-price-template.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { ClientSetting } from '../../entities/client-setting.ts'
import { SettingChoice } from '../../entities/setting-choice.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { versionsInForce } from './versions.ts'
import { pricesOf } from './prices-of.ts'

/** What a client has beside its template, and lacks of it. */
export interface Drift {
  isDrifted: boolean
  productsMissing: ProductCode[]
  productsBeside: ProductCode[]
  hasLogotype: boolean
  settingsBeside: string[]
  pricesBeside: string[]
}

export type Drifts = ReadonlyMap<string, Drift>

/** Of a client without a template. */
export const noDrift: Drift = {
  isDrifted: false,
  productsMissing: [],
  productsBeside: [],
  hasLogotype: true,
  settingsBeside: [],
  pricesBeside: [],
}

/** How these clients differ from their templates. */
export async function driftsOf(unit: Unit, clients: readonly Client[]): Promise<Drifts> {
  const clientId = clients.map(({ id }) => id)
  const templateId = [...new Set(clients.flatMap((client) => client.templateId ?? []))]
  if (templateId.length === 0) return new Map()
  await unit.flush()
  const [templates, products, settings, choices, prices] = await Promise.all([
    rowsOf(unit, ClientFinancialPriceTemplate, { id: templateId }, [
      'id',
      'products',
      'logotypeId',
    ]),
    rowsOf(unit, ClientProduct, { clientId, enabled: true }, ['clientId', 'productCode']),
    rowsOf(unit, ClientSetting, { clientId }, ['clientId', 'kind', 'value']),
    rowsOf(unit, SettingChoice, { targetId: templateId }, ['targetId', 'value']),
    ownPrices(unit, clientId),
  ])
  const isOn = Map.groupBy(products, (row) => row.clientId)
  const chosen = Map.groupBy(settings, (row) => row.clientId)
  const drifts = clients.flatMap(({ id, templateId: of }): [string, Drift][] => {
    const template = templates.find((each) => each.id === of)
    if (template === undefined) return []
    const has = (isOn.get(id) ?? []).map(({ productCode }) => productCode)
    const own = chosen.get(id) ?? []
    const wanted = choices.find(({ targetId }) => targetId === of)?.value ?? {}
    const drift = {
      productsMissing: template.products.filter((code) => !has.includes(code)).toSorted(),
      productsBeside: has.filter((code) => !isAmong(template.products, code)).toSorted(),
      hasLogotype: hasLogotypeOf(template.logotypeId, own),
      settingsBeside: settingsBeside(unit, wanted, own),
      pricesBeside: prices.get(id) ?? [],
    }
    return [[id, { ...drift, isDrifted: isDrifted(drift) }]]
  })
  return new Map(drifts)
}

const isAmong = (codes: readonly string[], code: string) => codes.includes(code)

const isDrifted = ({ hasLogotype, ...lists }: Omit<Drift, 'isDrifted'>) =>
  !hasLogotype || Object.values(lists).some((each) => each.length > 0)

type Own = readonly Pick<ClientSetting, 'kind' | 'value'>[]

function hasLogotypeOf(logotypeId: string | null | undefined, own: Own): boolean {
  if (logotypeId == null) return true
  const choice = own.find(({ kind }) => kind === 'DOCUMENT')
  return choice !== undefined && chosenAt(choice.value, ['logoDocumentId']) === logotypeId
}

/** What the client has chosen itself, where its template says something else. */
function settingsBeside(unit: Unit, wanted: Record<string, unknown>, own: Own): string[] {
  return unit.runtime.registered.settings
    .flatMap(({ kind, settings }) => settings.map((setting) => ({ kind, ...setting })))
    .filter(({ kind, key, path }) => {
      if (!Object.hasOwn(wanted, key)) return false
      const choice = own.find((each) => each.kind === kind)
      const value = choice === undefined ? undefined : chosenAt(choice.value, path)
      return value !== undefined && !isDeepStrictEqual(value, wanted[key])
    })
    .map(({ key }) => key)
    .toSorted()
}

/** A list without prices leaves all to the template. */
async function ownPrices(
  unit: Unit,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const targets = clientIds.map((targetId) => ({ targetType: 'CLIENT' as const, targetId }))
  const versions = await versionsInForce(unit, targets, await unit.today())
  const prices = await pricesOf(
    unit,
    versions.map(({ id }) => id),
  )
  const own = versions.filter(({ id }) => prices.has(id))
  const byClient = Map.groupBy(own, ({ targetId }) => targetId ?? '')
  return new Map(
    [...byClient].map(([id, lists]) => [id, lists.map(({ currency }) => currency).toSorted()]),
  )
}
