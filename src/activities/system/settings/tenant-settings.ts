import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isBound } from '../../../domain/access/scope.ts'
import { inForce, withChoice, type SettingSource } from '../../../domain/settings.ts'
import { notFound } from '../../../domain/refusal.ts'
import { SystemSetting } from '../../../entities/system-setting.ts'
import { acceptedValue } from '../../../kernel/read/setting.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Pending } from '../../../kernel/write/pending.ts'
import type { KeyedSetting } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { pendingLaxer } from './loosened.ts'
import { settingNamed, settingsOfLevel, settingToChoose } from './setting-named.ts'

/** A setting as it is for all clients that choose nothing else. */
export interface TenantSetting {
  setting: KeyedSetting
  value: unknown
  source: SettingSource
  /** What the tenant chose, or once chose; null where it never did. */
  row: SystemSetting | null
}

/** All that a tenant can choose, with what it chose; of no concern to its clients and debtors. */
export async function tenantSettings(unit: Unit): Promise<TenantSetting[]> {
  if (isBound(unit.scope)) notFound()
  const rows = await unit.all(SystemSetting, {})
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return settingsOfLevel(unit, 'TENANT').map(({ setting }) =>
    asChosen(setting, byKey.get(setting.key) ?? null),
  )
}

export async function tenantSetting(unit: Unit, key: string): Promise<TenantSetting> {
  if (isBound(unit.scope)) return notFound()
  const { setting } = settingNamed(unit, key, 'TENANT')
  return asChosen(setting, await unit.find(SystemSetting, { key }))
}

/** Only the key says which type the value has. */
export const changeTenantSettingInput = z.strictObject({
  value: z
    .unknown()
    .refine((value) => value !== undefined, 'It has to be sent')
    .meta({ example: 'FOLLOWING' }),
})

/** Chooses for the tenant; null takes the choice back, so that the default holds again. */
export async function changeTenantSetting(
  unit: Unit,
  key: string,
  { value }: z.output<typeof changeTenantSettingInput>,
): Promise<TenantSetting | Pending> {
  if (isBound(unit.scope)) return notFound()
  const { setting } = settingToChoose(unit, key, 'TENANT')
  await lockKey(unit, 'setting', key)
  const pending = await pendingLaxerOfTenant(unit, setting, value)
  if (pending !== undefined) return pending
  const row = await unit.find(SystemSetting, { key })
  const chosen = value === null ? null : { is: acceptedValue(setting, value, '/value') }
  if (row === null) return asChosen(setting, unit.add(SystemSetting, { key, value: chosen }))
  if (!isDeepStrictEqual(row.value ?? null, chosen)) row.value = chosen
  return asChosen(setting, row)
}

async function pendingLaxerOfTenant(
  unit: Unit,
  setting: KeyedSetting,
  value: unknown,
): Promise<Pending | undefined> {
  const { key, loosens, usual } = setting
  if (loosens === null) return undefined
  const { value: before } = await tenantSetting(unit, key)
  const after = value === null ? usual : acceptedValue(setting, value, '/value')
  const subject = { type: 'SystemSetting', id: unit.tenantId, clientId: null }
  return pendingLaxer(unit, [{ setting, before, after }], {
    subject,
    payload: { key, before, value },
  })
}

function asChosen(setting: KeyedSetting, row: SystemSetting | null): TenantSetting {
  const choice = row?.value?.is
  const chosen = choice === undefined ? {} : withChoice({}, setting.path, choice)
  return { setting, row, ...inForce(setting, { TENANT: chosen }) }
}
