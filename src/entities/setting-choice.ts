import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { entitiesOfLevels, sharedLevels, type SharedLevel } from '../domain/settings.ts'
import { anyId, idOf, oneOf } from './columns.ts'
import { identified, inTenant, tenantTable, versioned } from './table.ts'

const chosenFor = (level: SharedLevel) => ({ of: { level }, means: ofRow('settings') })

/** What was chosen for a template, a provider, or an identity: values by the keys of settings. */
export const SettingChoice = defineEntity({
  name: 'SettingChoice',
  ...tenantTable('setting_choice', {
    steady: 'always',
    // Every client follows what is chosen here; who may read it is said by rights.
    shared: true,
    owner: { entity: { field: 'level', entities: entitiesOfLevels }, key: 'targetId' },
    events: {
      SYSTEM_DEBTOR: chosenFor('SYSTEM_DEBTOR'),
      TEMPLATE: chosenFor('TEMPLATE'),
      SERVICE_PROVIDER: chosenFor('SERVICE_PROVIDER'),
      INSTANCE_PROVIDER: chosenFor('INSTANCE_PROVIDER'),
    },
  }),
  properties: {
    ...identified('SO'),
    level: oneOf(40, sharedLevels),
    targetId: anyId('PT'),
    value: p.json<Record<string, unknown>>(),
    ...versioned,
  },
  uniques: [{ name: 'setting_choice_target_unique', properties: ['tenantId', 'targetId'] }],
  indexes: [{ name: 'setting_choice_level_index', properties: ['tenantId', 'level', 'id'] }],
})
export type SettingChoice = InferEntity<typeof SettingChoice>

/** What was chosen for a debtor, by the keys of settings. */
export const DebtorSetting = defineEntity({
  name: 'DebtorSetting',
  ...tenantTable('debtor_setting', {
    steady: 'always',
    clientColumn: 'client_id',
    references: { clientId: 'client', debtorId: 'debtor' },
    owner: { entity: 'Debtor', key: 'debtorId' },
    onMove: 'follows',
    events: { DEBTOR: { means: ofRow('settings') } },
  }),
  properties: {
    ...inTenant,
    debtorId: idOf('Debtor').primary(),
    clientId: idOf('Client'),
    value: p.json<Record<string, unknown>>(),
    ...versioned,
  },
  indexes: [{ name: 'debtor_setting_client_index', properties: ['tenantId', 'clientId'] }],
})
export type DebtorSetting = InferEntity<typeof DebtorSetting>
