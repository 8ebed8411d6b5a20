import { isBound } from '../../domain/access/scope.ts'
import { notFound } from '../../domain/refusal.ts'
import type { SettingSource, SharedLevel } from '../../domain/settings.ts'
import { baseRateOf, type BaseRateCode } from '../../domain/system/base-interest.ts'
import { dayCountOf, marginBy, type InterestTerms } from '../../domain/system/late-interest.ts'
import { Client } from '../../entities/client.ts'
import { ClientFinancialPriceTemplate } from '../../entities/client-financial-price-template.ts'
import { InstanceProvider, ServiceProvider } from '../../entities/provider.ts'
import { settingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { invoiceSettings, type InvoiceSettings } from '../clients/settings.ts'
import { choicesOf } from '../system/settings/choices.ts'

/** Of these settings it is told which level says them. */
export const interestSettings = [
  'baseInterestRate',
  'interestRateMargin',
  'fixedInterestRate',
  'interestRounding',
] as const
type InterestSetting = (typeof interestSettings)[number]

/** Late interest is not chosen for whoever owes. */
type Level = Exclude<SharedLevel, 'SYSTEM_DEBTOR'>
type Sources = Readonly<Record<InterestSetting, SettingSource>>

interface Found {
  targetType: 'CLIENT' | Level | 'TENANT'
  countryCode: string
  values: Pick<InvoiceSettings, InterestSetting>
  sources: Sources
}

export interface InterestSettingsOf extends Pick<Found, 'targetType' | 'sources'> {
  terms: InterestTerms
}

/** By what late interest is calculated for a target, and which level says so. */
export async function interestSettingsOf(
  unit: Unit,
  targetId: string,
  debtorType: 'COMPANY' | 'PERSON',
): Promise<InterestSettingsOf> {
  const { targetType, countryCode, values, sources } = await foundOf(unit, targetId)
  const { baseInterestRate, interestRateMargin, fixedInterestRate, interestRounding } = values
  const isChosen = sources.interestRateMargin !== 'DEFAULT'
  const terms = {
    baseRateCode: baseInterestRate === 'STATUTORY' ? statutory(countryCode) : baseInterestRate,
    marginPp: isChosen ? interestRateMargin : marginBy(countryCode, debtorType),
    fixedRate: fixedInterestRate,
    roundingRule: interestRounding,
    dayCount: dayCountOf(countryCode),
  }
  return { targetType, sources, terms }
}

/** Of countries whose law names none that is known here, that of Sweden. */
const statutory = (countryCode: string): BaseRateCode => baseRateOf(countryCode) ?? 'SE_REFERENCE'

async function foundOf(unit: Unit, targetId: string): Promise<Found> {
  const client = await unit.find(Client, { id: targetId })
  if (client !== null) return ofClient(unit, client)
  if (isBound(unit.scope)) return notFound()
  if (targetId === unit.tenantId) return ofClient(unit, null)
  const found = [
    ...(await levelOf('TEMPLATE', unit.find(ClientFinancialPriceTemplate, { id: targetId }))),
    ...(await levelOf('SERVICE_PROVIDER', unit.find(ServiceProvider, { id: targetId }))),
    ...(await levelOf('INSTANCE_PROVIDER', unit.find(InstanceProvider, { id: targetId }))),
  ]
  return found[0] === undefined ? notFound() : ofLevel(unit, found[0], targetId)
}

interface AtLevel {
  level: Level
  countryCode: string | undefined
}

async function levelOf(level: Level, find: Promise<object | null>): Promise<AtLevel[]> {
  const row: { countryCode?: string } | null = await find
  return row === null ? [] : [{ level, countryCode: row.countryCode }]
}

async function ofClient(unit: Unit, client: Client | null): Promise<Found> {
  const settings = await settingsInForce(
    unit,
    [invoiceSettings],
    client === null ? [] : [client.id],
  )
  const { sources } = settings.resolved(invoiceSettings, client?.id)
  return {
    targetType: client === null ? 'TENANT' : 'CLIENT',
    countryCode: (client ?? (await unit.tenant())).countryCode,
    values: settings.of(invoiceSettings, client?.id),
    sources: sourcesBy((name) => sources[name]),
  }
}

async function ofLevel(
  unit: Unit,
  { level, countryCode }: AtLevel,
  targetId: string,
): Promise<Found> {
  const choices = (await choicesOf(unit, level, [targetId]))(targetId)
  const choice = (name: InterestSetting) =>
    choices.find(({ setting }) => setting.key === `${invoiceSettings.name}.${name}`)
  const values = Object.fromEntries(interestSettings.map((name) => [name, choice(name)?.value]))
  return {
    targetType: level,
    countryCode: countryCode ?? (await unit.tenant()).countryCode,
    // Each setting of the group has a value at each level.
    values: values as Found['values'],
    sources: sourcesBy((name) => choice(name)?.source),
  }
}

const sourcesBy = (of: (name: InterestSetting) => SettingSource | undefined) =>
  Object.fromEntries(interestSettings.map((name) => [name, of(name) ?? 'DEFAULT'])) as Sources
