import { z } from 'zod'
import { choicesOf } from '../../../activities/system/settings/choices.ts'
import { choicesAt } from '../../../behaviours/choices.ts'
import { forTheTenantAlone } from '../../../behaviours/for-the-tenant-alone.ts'
import { settingShape, showSetting } from '../../../behaviours/settings.ts'
import { ClientFinancialPriceTemplate } from '../../../entities/client-financial-price-template.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { flag, text } from '../../../kernel/read/filter.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

const choices = choicesAt('TEMPLATE', ClientFinancialPriceTemplate, 'templateId', 'a template')

const templates = collection(ClientFinancialPriceTemplate, {
  noun: ['settings of templates', 'settings of templates'],
  shows: viewOf(ClientFinancialPriceTemplate, ['id', 'name', 'enabled'], {
    name: 'TemplateWithSettings',
    more: { settings: z.array(z.object(settingShape)) },
    facts: (unit: Unit, rows: readonly ClientFinancialPriceTemplate[]) =>
      choicesOf(
        unit,
        'TEMPLATE',
        rows.map(({ id }) => id),
      ),
    show: (template, of) => ({ settings: of(template.id).map(showSetting) }),
  }),
  filters: { name: text(), enabled: flag() },
  sort: ['name'],
})

export default {
  searchSettingsOfTemplates: operation(
    'POST /settings/client-financial-price-template/search',
    'ReadTemplate',
    {
      ...forTheTenantAlone(templates.search),
      summary: 'Search templates, and read all settings of each',
    },
  ),
  readSettingsOfTemplate: operation(
    'GET /settings/client-financial-price-template/{templateId}',
    'ReadTemplate',
    choices.read,
  ),
  updateSettingsOfTemplate: operation(
    'PUT /settings/client-financial-price-template/{templateId}',
    'UpdateTemplate',
    choices.update,
  ),
  clearSettingOfTemplate: operation(
    'DELETE /settings/client-financial-price-template/{templateId}/{settingKey}',
    'UpdateTemplate',
    choices.clear,
  ),
  readFlagsOfTemplate: operation(
    'GET /settings/client-financial-price-template/flag/{templateId}',
    'ReadTemplate',
    choices.readFlags,
  ),
  updateFlagsOfTemplate: operation(
    'PUT /settings/client-financial-price-template/flag/{templateId}',
    'UpdateTemplate',
    choices.updateFlags,
  ),
} satisfies Room
