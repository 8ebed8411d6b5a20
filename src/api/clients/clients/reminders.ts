import { ReminderProfile } from '../../../entities/reminder-profile.ts'
import { z } from 'zod'
import {
  changeReminderProfile,
  reminderProfileOf,
} from '../../../activities/clients/change-reminder-profile.ts'
import { name } from '../../../kernel/read/fields.ts'
import { viewOf } from '../../../kernel/read/view.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

const reminderDays = z
  .array(z.int().min(1).max(365))
  .max(10)
  .refine(
    (days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)),
    'Each later than the one before',
  )
  .meta({ example: [5, 15] })

export const reminderProfileView = viewOf(
  ReminderProfile,
  ['id', 'ownerType', 'clientId', 'name', 'active', 'versioned'],
  {
    /** Days after the due date of each reminder. */
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
      body: z.strictObject({ name: name(), reminderDays, active: z.boolean() }).partial(),
      shows: reminderProfileView,
    },
  ).handle(({ unit, params, body }) => changeReminderProfile(unit, params.id, body)),
} satisfies Room
