import type { IdKind } from '../../src/entities/ids.ts'
import type { SettingLevel } from '../../src/domain/settings.ts'
import { moduleCodes } from '../../src/domain/system/modules.ts'
import type { Values } from '../support/rows.ts'
import { registered } from '../../src/activities/areas.ts'
import { dueDateRolls } from '../../src/domain/dates.ts'
import type { GivenCall, Named } from './given.ts'
import type { Stage } from './stage.ts'

const keysOf = (level: SettingLevel) =>
  registered.settings.flatMap(({ settings }) =>
    settings.flatMap(({ key, levels }) => (levels.includes(level) ? [key] : [])),
  )
/** A module that a sweep switched off would be missed by the others. */
const keysOfTenant = keysOf('TENANT').filter((key) => !key.startsWith('modules.'))
const keysOfClient = keysOf('CLIENT')

export const usualOfSettings: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  InstanceProvider: () => ({ isDefault: false, email: null, currency: 'SEK' }),
  ServiceProvider: () => ({ active: true }),
  ClientFinancialPriceTemplate: () => ({ enabled: true }),
  SettingChoice: () => ({ level: 'TEMPLATE', value: {} }),
  ContentUserSetting: () => ({ value: { columns: [] } }),
}

export const settingParameters: Readonly<Record<string, Named>> = {
  '/system-setting/{key}': keysOfTenant,
  '/changelog/system-setting/{key}': keysOfTenant,
  '/settings/client/{clientId}': 'Client',
  '/settings/client/flag/{clientId}': 'Client',
  '/settings/client/{clientId}/{settingKey}': keysOfClient,
  '/settings/client-financial-price-template/{templateId}': 'ClientFinancialPriceTemplate',
  '/settings/client-financial-price-template/flag/{templateId}': 'ClientFinancialPriceTemplate',
  '/settings/client-financial-price-template/{templateId}/{settingKey}': keysOf('TEMPLATE'),
  '/settings/instance-provider/{instanceProviderId}': 'InstanceProvider',
  '/settings/instance-provider/{instanceProviderId}/{settingKey}': keysOf('INSTANCE_PROVIDER'),
  '/settings/service-provider/{serviceProviderId}': 'ServiceProvider',
  '/settings/service-provider/{serviceProviderId}/{settingKey}': keysOf('SERVICE_PROVIDER'),
  '/settings/debtor/flag/{debtorId}': 'Debtor',
  '/settings/system-debtor/flag/{identificationNumber}': 'SystemDebtor',
  '/modules/{id}': moduleCodes,
}

let asked = 0

/** A tenant has each choice once: it is made anew for whoever is to change it. */
async function chosen(stage: Stage): Promise<GivenCall> {
  const key = 'dates.dueDateRoll'
  const [before, after] = [dueDateRolls[asked % 3], dueDateRolls[++asked % 3]]
  await stage.at.owner('delete from system_setting where tenant_id = $1 and key = $2', [
    stage.tenant.id,
    key,
  ])
  await stage.rows.add('system_setting', { key, value: { is: before } })
  return { params: { key }, body: { value: after } }
}

/** Whoever has switches of their own is of one client. */
async function ownClient(stage: Stage) {
  const rights = ['ManageOwnClientSettings'] as const
  return stage.tenant.holding([...rights], { clientId: await stage.client() })
}

/** A choice of days, another one each time. */
const days = async () => ({
  body: { settings: { 'invoice.paymentTermsDays': 1 + (++asked % 300) } },
})
const switched = async () => ({
  body: { settings: { 'invoice.yourReferenceRequired': ++asked % 2 === 0 } },
})

const chosenFor =
  (level: SettingLevel, table: string, param: string) =>
  async ({ rows }: Stage): Promise<GivenCall> => {
    const id = String((await rows.add(table))['id'])
    const settingKey = 'invoice.roundTotal'
    await rows.add('setting_choice', { level, targetId: id, value: { [settingKey]: true } })
    return { params: { [param]: id, settingKey } }
  }

/** Somebody with a saved view, and that. */
async function view(stage: Stage): Promise<GivenCall> {
  const { rows } = stage
  const { id: userId } = await rows.add('user_account')
  const rights = ['Create', 'Read', 'Update', 'Delete'].map((verb) => `${verb}ContentUserSetting`)
  const row = await rows.add('content_user_setting', { userId, type: 'invoices' })
  const as = await stage.token({ kind: 'USER', userId, rights })
  return { as, params: { id: String(row['id']) } }
}

export const settingCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'PUT /system-setting/{key}': chosen,
  'PUT /settings/client/{clientId}': async (stage) => ({
    params: { clientId: await stage.client() },
    body: { settings: { 'invoice.paymentTermsDays': 1 + (++asked % 300) } },
  }),
  'DELETE /settings/client/{clientId}/{settingKey}': async (stage) => {
    const clientId = await stage.client()
    await stage.rows.add('client_setting', { clientId, kind: 'BILLING', value: { combine: false } })
    return { params: { clientId, settingKey: 'billing.combine' } }
  },
  'GET /settings/client/flag': async (stage) => ({ as: await ownClient(stage) }),
  'PUT /settings/client/flag': async (stage) => ({
    as: await ownClient(stage),
    body: { settings: { 'invoice.yourReferenceRequired': true } },
  }),
  'PUT /settings/client/flag/{clientId}': async (stage) => ({
    params: { clientId: await stage.client() },
    body: { settings: { 'invoice.yourReferenceRequired': true } },
  }),
  'PUT /settings/client-financial-price-template/{templateId}': days,
  'PUT /settings/client-financial-price-template/flag/{templateId}': switched,
  'DELETE /settings/client-financial-price-template/{templateId}/{settingKey}': chosenFor(
    'TEMPLATE',
    'client_financial_price_template',
    'templateId',
  ),
  'PUT /settings/instance-provider/{instanceProviderId}': days,
  'DELETE /settings/instance-provider/{instanceProviderId}/{settingKey}': chosenFor(
    'INSTANCE_PROVIDER',
    'instance_provider',
    'instanceProviderId',
  ),
  'PUT /settings/service-provider/{serviceProviderId}': days,
  'DELETE /settings/service-provider/{serviceProviderId}/{settingKey}': chosenFor(
    'SERVICE_PROVIDER',
    'service_provider',
    'serviceProviderId',
  ),
  'PUT /settings/debtor/flag/{debtorId}': switched,
  'PUT /settings/system-debtor/flag/{identificationNumber}': switched,
  // A page of all would be too much to keep under a key.
  'POST /settings/client/search': async () => ({ body: { limit: 1 } }),
  'POST /content-user-setting': async (stage) => {
    const { as } = await view(stage)
    return { as: as!, body: { type: `type${++asked}`, value: {} } }
  },
  'GET /content-user-setting/{id}': async (stage) => ({
    as: (await view(stage)).as!,
    params: { id: 'invoices' },
  }),
  'PUT /content-user-setting/{id}': async (stage) => ({
    ...(await view(stage)),
    body: { value: { columns: [++asked] } },
  }),
  'DELETE /content-user-setting/{id}': view,
}
