import { ReminderProfile } from '../../../entities/reminder-profile.ts'
import { z } from 'zod'
import {
  changeReminderProfile,
  reminderProfileOf,
  changeReminderProfileInput,
} from '../../../activities/clients/change-reminder-profile.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

export const reminderProfileView = viewOf(
  ReminderProfile,
  ['id', 'ownerType', 'clientId', 'name', 'active', 'versioned'],
  {
    /** For each reminder, days after the due date. */
    more: { reminderDays: z.array(z.int()) },
    show: (profile) => ({ reminderDays: [...profile.reminderDays] }),
  },
)

export default {
  readReminderProfileOfClient: operation(
    'GET /clients/{id}/reminder-profiles/default',
    'ReadClientReminderProfiles',
    {
      summary: "Read when a client's debtors are reminded",
      shows: reminderProfileView,
    },
  ).handle(({ unit, params }) => reminderProfileOf(unit, params.id)),

  updateReminderProfileOfClient: operation(
    'PUT /clients/{id}/reminder-profiles/default',
    'UpdateClientReminderProfile',
    {
      names: { entity: ReminderProfile },
      summary: "Change when a client's debtors are reminded",
      body: changeReminderProfileInput,
      shows: reminderProfileView,
    },
  ).handle(({ unit, params, body }) => changeReminderProfile(unit, params.id, body)),
} satisfies Room
