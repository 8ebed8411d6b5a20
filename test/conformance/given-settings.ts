import { registered } from '../../src/activities/areas.ts'
import { dueDateRolls } from '../../src/domain/dates.ts'
import type { GivenCall, Named } from './given.ts'
import type { Stage } from './stage.ts'

const keysOfTenant = registered.settings.flatMap(({ settings }) =>
  settings.flatMap(({ key, levels }) => (levels.includes('TENANT') ? [key] : [])),
)

const keysOfClient = registered.settings.flatMap(({ settings }) =>
  settings.flatMap(({ key, levels }) => (levels.includes('CLIENT') ? [key] : [])),
)

export const settingParameters: Readonly<Record<string, Named>> = {
  '/system-setting/{key}': keysOfTenant,
  '/changelog/system-setting/{key}': keysOfTenant,
  '/settings/client/{clientId}': 'Client',
  '/settings/client/flag/{clientId}': 'Client',
  '/settings/client/{clientId}/{settingKey}': keysOfClient,
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
}
