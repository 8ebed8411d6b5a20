import { z } from 'zod'
import {
  changeFlagsInput,
  changeSettingsInput,
  changeSettingsOfClient,
  clearSettingOfClient,
  settingsOfClient,
  settingsOfClients,
  type SettingsOfClient,
} from '../../../activities/system/settings/client-settings.ts'
import { settingShape, showSetting } from '../../../behaviours/settings.ts'
import { notFound } from '../../../domain/refusal.ts'
import { id } from '../../../kernel/read/fields.ts'
import { collection } from '../../../kernel/read/collection.ts'
import { text } from '../../../kernel/read/filter.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { Client } from '../../../entities/client.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

const SettingsView = z
  .object({ clientId: id('Client'), data: z.array(z.object(settingShape)) })
  .meta({ id: 'SettingsOfClient' })

const show = ({ clientId, settings }: SettingsOfClient) => ({
  clientId,
  data: settings.map(showSetting),
})

const shown = { returns: SettingsView, shows: show }

const refuses = [
  'SETTING_NOT_OF_LEVEL',
  'NOT_YET_IN_USE',
  'FISCAL_YEAR_IN_USE',
  'PRODUCT_NOT_AVAILABLE',
  'PRODUCT_NOT_ENABLED',
  'PRODUCT_NOT_FOR_INVOICES',
] as const

/** Who is bound to no client has none of their own. */
const ownClient = ({ scope }: Unit): string => scope.clientId ?? notFound()

const clients = collection(Client, {
  noun: ['settings of clients', 'settings of clients'],
  shows: viewOf(Client, ['id', 'name', 'number'], {
    name: 'ClientWithSettings',
    more: { settings: z.array(z.object(settingShape)) },
    facts: settingsOfClients,
    show: (client, of) => ({ settings: of(client.id).settings.map(showSetting) }),
  }),
  filters: { name: text(), number: text() },
  sort: ['name'],
})

export default {
  searchSettingsOfClients: operation('POST /settings/client/search', 'ManageClientSettings', {
    ...clients.search,
    summary: 'Search clients, and read all settings of each',
  }),

  readSettingsOfClient: operation('GET /settings/client/{clientId}', 'ManageClientSettings', {
    summary: 'Read all settings of a client by their keys',
    ...shown,
  }).handle(({ unit, params }) => settingsOfClient(unit, params.clientId, 'ALL')),

  updateSettingsOfClient: operation('PUT /settings/client/{clientId}', 'ManageClientSettings', {
    summary: 'Change settings of a client by their keys',
    confirms: true,
    body: changeSettingsInput,
    ...shown,
    refuses,
  }).handle(({ unit, params, body }) =>
    changeSettingsOfClient(unit, params.clientId, body.settings, 'ALL'),
  ),

  clearSettingOfClient: operation(
    'DELETE /settings/client/{clientId}/{settingKey}',
    'ManageClientSettings',
    {
      summary: 'Take back what a client chose of a setting',
      inPath: { settingKey: 'bookkeeping.export.method' },
      confirms: true,
      refuses: ['FISCAL_YEAR_IN_USE', 'PRODUCT_NOT_ENABLED'],
    },
  ).handle(({ unit, params }) => clearSettingOfClient(unit, params.clientId, params.settingKey)),

  readOwnFlags: operation('GET /settings/client/flag', 'ManageOwnClientSettings', {
    summary: "Read the switches of one's own client",
    ...shown,
    refuses: ['NOT_FOUND'],
  }).handle(({ unit }) => settingsOfClient(unit, ownClient(unit), 'OWN_FLAGS')),

  updateOwnFlags: operation('PUT /settings/client/flag', 'ManageOwnClientSettings', {
    summary: "Set switches of one's own client",
    confirms: true,
    body: changeFlagsInput,
    ...shown,
    refuses: ['NOT_FOUND', 'SETTING_NOT_OF_LEVEL', 'NOT_YET_IN_USE'],
  }).handle(({ unit, body }) =>
    changeSettingsOfClient(unit, ownClient(unit), body.settings, 'OWN_FLAGS'),
  ),

  readFlagsOfClient: operation('GET /settings/client/flag/{clientId}', 'ManageClientSettings', {
    summary: 'Read the switches of a client',
    ...shown,
  }).handle(({ unit, params }) => settingsOfClient(unit, params.clientId, 'FLAGS')),

  updateFlagsOfClient: operation('PUT /settings/client/flag/{clientId}', 'ManageClientSettings', {
    summary: 'Set switches of a client',
    confirms: true,
    body: changeFlagsInput,
    ...shown,
    refuses: ['SETTING_NOT_OF_LEVEL', 'NOT_YET_IN_USE'],
  }).handle(({ unit, params, body }) =>
    changeSettingsOfClient(unit, params.clientId, body.settings, 'FLAGS'),
  ),
} satisfies Room
