import { registered } from '../../src/activities/areas.ts'
import { dueDateRolls } from '../../src/domain/dates.ts'
import type { GivenCall, Named } from './given.ts'
import type { Stage } from './stage.ts'

const keysOfTenant = registered.settings.flatMap(({ settings }) =>
  settings.flatMap(({ key, levels }) => (levels.includes('TENANT') ? [key] : [])),
)

export const settingParameters: Readonly<Record<string, Named>> = {
  '/system-setting/{key}': keysOfTenant,
  '/changelog/system-setting/{key}': keysOfTenant,
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

export const settingCalls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'PUT /system-setting/{key}': chosen,
}
