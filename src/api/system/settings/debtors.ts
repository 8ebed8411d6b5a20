import {
  changeChoices,
  changeSwitchesInput,
  changeSwitchesOfDebtor,
  choicesOf,
  switchesOfDebtor,
} from '../../../activities/system/settings/choices.ts'
import { systemDebtorNumbered } from '../../../activities/system/system-debtor-numbered.ts'
import { ChoicesView, showChoices } from '../../../behaviours/choices.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

const shown = { returns: ChoicesView, shows: showChoices }
const refuses = ['SETTING_NOT_OF_LEVEL', 'NOT_YET_IN_USE'] as const

const switchesOfIdentity = async (unit: Unit, id: string) =>
  (await choicesOf(unit, 'SYSTEM_DEBTOR', [id], 'FLAGS'))(id)

export default {
  readFlagsOfDebtor: operation(
    'GET /settings/debtor/flag/{debtorId}',
    { anyOf: ['ManageDebtorSettings', 'ReadDebtorSettings'] },
    { summary: 'Read the switches of a debtor', ...shown },
  ).handle(({ unit, params }) => switchesOfDebtor(unit, params.debtorId)),

  updateFlagsOfDebtor: operation('PUT /settings/debtor/flag/{debtorId}', 'ManageDebtorSettings', {
    summary: 'Set switches of a debtor; null takes back what was chosen',
    confirms: true,
    body: changeSwitchesInput,
    ...shown,
    refuses,
  }).handle(({ unit, params, body }) =>
    changeSwitchesOfDebtor(unit, params.debtorId, body.settings),
  ),

  readFlagsOfSystemDebtor: operation(
    'GET /settings/system-debtor/flag/{identificationNumber}',
    { anyOf: ['ManageSystemDebtorSettings', 'ReadSystemDebtorSettings'] },
    {
      summary: 'Read the switches of a debtor across all clients',
      ...shown,
      refuses: ['NUMBER_OF_SEVERAL'],
    },
  ).handle(async ({ unit, params }) =>
    switchesOfIdentity(unit, (await systemDebtorNumbered(unit, params.identificationNumber)).id),
  ),

  updateFlagsOfSystemDebtor: operation(
    'PUT /settings/system-debtor/flag/{identificationNumber}',
    'ManageSystemDebtorSettings',
    {
      summary: 'Set switches of a debtor across all clients; null takes back what was chosen',
      confirms: true,
      body: changeSwitchesInput,
      ...shown,
      refuses: [...refuses, 'NUMBER_OF_SEVERAL'],
    },
  ).handle(async ({ unit, params, body }) => {
    const { id } = await systemDebtorNumbered(unit, params.identificationNumber)
    const pending = await changeChoices(unit, 'SYSTEM_DEBTOR', id, body.settings, 'FLAGS')
    return pending ?? switchesOfIdentity(unit, id)
  }),
} satisfies Room
