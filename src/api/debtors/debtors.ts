import { z } from 'zod'
import { calculateDebtorBalance } from '../../activities/debtors/calculate-debtor-balance.ts'
import {
  chooseReminderProfile,
  chooseReminderProfileInput,
} from '../../activities/debtors/choose-reminder-profile.ts'
import {
  effectiveReminderProfile,
  ownReminderProfile,
} from '../../activities/debtors/effective-reminder-profile.ts'
import { moveDebtor, moveDebtorInput } from '../../activities/debtors/move-debtor.ts'
import {
  updateDebtor,
  debtorChangeOf,
  updateDebtorInput,
} from '../../activities/debtors/update-debtor.ts'
import { refusalsAtRest } from '../../domain/clients/status.ts'
import { debtorTypes } from '../../domain/debtors/debtor-type.ts'
import { Debtor } from '../../entities/debtor.ts'
import { reminderProfileView } from '../clients/clients/reminders.ts'
import type { ReminderProfile } from '../../entities/reminder-profile.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, instants, identificationNumberFilter, text } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { debtorView } from './views.ts'
import { bodyOf } from '../../kernel/read/body.ts'

const debtors = collection(Debtor, {
  noun: ['debtor', 'debtors'],
  shows: debtorView,
  filters: {
    clientId: exact(id('Client')),
    customerNumber: text(),
    name: text(),
    type: exact(z.enum(debtorTypes)),
    identificationNumber: identificationNumberFilter(exact(), {
      key: 'system_debtor_id',
      of: 'system_debtor',
    }),
    systemDebtorId: exact(id('SystemDebtor')),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'name', 'customerNumber'],
})

/** Without a version, because If-Match names that of the debtor. */
const ProfileOfDebtor = reminderProfileView.schema
  .omit({ version: true })
  .meta({ id: 'ProfileOfDebtor' })

function showProfile(profile: ReminderProfile): z.output<typeof ProfileOfDebtor> {
  const { version: _, ...shown } = reminderProfileView.show(profile)
  return shown
}

const changeDebtor = operation('PUT /debtors/{debtorId}', 'UpdateDebtors', {
  summary: 'Change a debtor; what is null is taken away',
  confirms: true,
  body: updateDebtorInput,
  shows: debtorView,
  refuses: ['ALREADY_EXISTS', 'DEBTOR_IS_FINANCED', 'GUARANTOR_IS_DEBTOR', 'NOT_FOUND'],
}).handle(({ unit, params, body }) => updateDebtor(unit, params.debtorId, debtorChangeOf(body)))

const moveToClient = operation('PUT /debtors/{id}/client', 'UpdateDebtorClient', {
  summary: 'Move a debtor to another client, or into the same one there',
  body: moveDebtorInput,
  shows: debtorView,
  confirms: true,
  refuses: [
    'ALREADY_EXISTS',
    'DEBTOR_BUSY',
    'DEBTOR_HAS_CLAIMS',
    'DEBTOR_TOO_LARGE',
    'GUARANTOR_IS_DEBTOR',
    'INVOICE_ALREADY_EXISTS',
    'IN_USE',
    'NOT_SAME_DEBTOR',
    'NOT_FOUND',
    ...refusalsAtRest,
  ],
}).handle(({ unit, params, body }) => moveDebtor(unit, params.id, body))

export default {
  listDebtors: operation('GET /debtors', 'ReadDebtors', debtors.list),
  searchDebtors: operation('POST /debtors/search', 'SearchDebtors', debtors.search),

  readDebtor: operation('GET /debtors/{debtorId}', 'ReadDebtor', {
    summary: 'Read one of the debtors, with what is owed in each currency',
    shows: debtorView,
  }).handle(({ unit, params }) => unit.load(Debtor, params.debtorId)),

  updateDebtor: changeDebtor,
  moveDebtorToClient: moveToClient,

  changePreferredLanguageOfDebtor: operation(
    'PUT /debtors/{id}/preferred-language',
    'UpdateDebtorPreferredLanguage',
    {
      summary: "Change the language of a debtor's documents; null leaves it to the client",
      body: bodyOf(Debtor, ['preferredLanguage']).required(),
      shows: debtorView,
    },
  ).handle(({ unit, params, body }) => updateDebtor(unit, params.id, { ...body, further: {} })),

  calculateBalanceOfDebtor: operation(
    'PUT /debtors/{id}/calculate-balance',
    'CalculateBalanceDebtors',
    {
      summary: 'Recompute what a debtor owes, in each currency',
      shows: debtorView,
    },
  ).handle(({ unit, params }) => calculateDebtorBalance(unit, params.id)),

  readReminderProfileOfDebtor: operation(
    'GET /debtors/{id}/reminder-profiles/default',
    'ReadDebtorReminderProfiles',
    {
      summary: 'Read the reminder profile that a debtor was given; 404 where it has none',
      returns: ProfileOfDebtor,
    },
  ).handle(async ({ unit, params }) => showProfile(await ownReminderProfile(unit, params.id))),

  setReminderProfileOfDebtor: operation(
    'PUT /debtors/{id}/reminder-profiles/default',
    'UpdateDebtorReminderProfile',
    {
      summary: 'Set the reminder profile of a debtor',
      body: chooseReminderProfileInput,
      shows: debtorView,
      refuses: ['NOT_FOUND'],
    },
  ).handle(({ unit, params, body }) => chooseReminderProfile(unit, params.id, body)),

  deleteReminderProfileOfDebtor: operation(
    'DELETE /debtors/{id}/reminder-profiles/default',
    'UpdateDebtorReminderProfile',
    {
      names: { entity: Debtor },
      summary: 'Take the reminder profile of a debtor away; the one of its client holds',
    },
  ).handle(async ({ unit, params }) => {
    const debtor = await unit.load(Debtor, params.id)
    debtor.reminderProfileId = null
  }),

  readEffectiveReminderProfileOfDebtor: operation(
    'GET /debtors/{id}/reminder-profiles/effective',
    'ReadDebtorReminderProfiles',
    {
      summary: 'Read the profile by which a debtor is reminded',
      returns: ProfileOfDebtor.extend({
        source: z.enum(['DEBTOR', 'CLIENT', 'TENANT']),
      }).meta({ id: 'EffectiveReminderProfile' }),
    },
  ).handle(async ({ unit, params }) => {
    const { profile, source } = await effectiveReminderProfile(unit, params.id)
    return { ...showProfile(profile), source }
  }),
} satisfies Room
