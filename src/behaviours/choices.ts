import { z } from 'zod'
import type { EntityName } from '@mikro-orm/core'
import { changeSettingsInput } from '../activities/system/settings/client-settings.ts'
import {
  changeChoices,
  changeSwitchesInput,
  choicesOf,
  clearChoice,
  type ShownChoice,
} from '../activities/system/settings/choices.ts'
import type { Which } from '../activities/system/settings/setting-named.ts'
import type { SharedLevel } from '../domain/settings.ts'
import { exampleIdOf } from '../entities/ids.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { forTheTenantAlone } from './for-the-tenant-alone.ts'
import { settingShape, showSetting } from './settings.ts'

export const ChoicesView = z
  .object({ data: z.array(z.object(settingShape)) })
  .meta({ id: 'SettingsOfLevel' })

export const showChoices = (settings: readonly ShownChoice[]) => ({
  data: settings.map(showSetting),
})

const refuses = ['SETTING_NOT_OF_LEVEL', 'NOT_YET_IN_USE'] as const

/** The settings of a level that many clients follow, for the rows that one chooses for there. */
export function choicesAt<E extends { id: string }, const P extends string>(
  level: SharedLevel,
  entity: EntityName<E> & Parameters<typeof exampleIdOf>[0],
  param: P,
  noun: string,
) {
  const inPath = { [param]: exampleIdOf(entity) }
  type Call<Body = undefined> = { unit: Unit; params: Record<P, string>; body: Body }
  const shown = async (unit: Unit, id: string, which: Which) =>
    showChoices((await choicesOf(unit, level, [id], which))(id))
  const loaded = async ({ unit, params }: Pick<Call, 'unit' | 'params'>) =>
    (await unit.load(entity, params[param])).id
  const reading = (which: Which) => ({
    summary: `Read the ${which === 'ALL' ? 'settings' : 'switches'} of ${noun}`,
    inPath,
    returns: ChoicesView,
    handle: async (call: Call) => shown(call.unit, await loaded(call), which),
  })
  const changing = <Body extends { settings: Record<string, unknown> }>(
    which: Which,
    body: z.ZodType<Body>,
  ) => ({
    summary: `Choose ${which === 'ALL' ? 'settings' : 'switches'} for whoever has ${noun}`,
    inPath,
    confirms: true as const,
    body,
    returns: ChoicesView,
    refuses,
    handle: async (call: Call<Body>) => {
      const id = await loaded(call)
      const pending = await changeChoices(call.unit, level, id, call.body.settings, which)
      return pending ?? shown(call.unit, id, which)
    },
  })
  return {
    read: forTheTenantAlone(reading('ALL')),
    readFlags: forTheTenantAlone(reading('FLAGS')),
    update: forTheTenantAlone(changing('ALL', changeSettingsInput)),
    updateFlags: forTheTenantAlone(changing('FLAGS', changeSwitchesInput)),
    clear: forTheTenantAlone({
      summary: `Take back a setting chosen for ${noun}`,
      inPath: { ...inPath, settingKey: 'invoice.roundTotal' },
      confirms: true as const,
      handle: async (call: { unit: Unit; params: Record<P | 'settingKey', string> }) =>
        clearChoice(call.unit, await loaded(call), call.params.settingKey),
    }),
  }
}
