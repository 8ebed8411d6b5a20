import { ReminderProfile } from '../../../entities/reminder-profile.ts'
import { z } from 'zod'
import {
  changeReminderProfile,
  reminderProfileOf,
} from '../../../activities/clients/change-reminder-profile.ts'
import { ownerTypes } from '../../../domain/bookkeeping/ledger.ts'
import { id, name, showVersioned, versionedView } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'

const reminderDays = z
  .array(z.int().min(1).max(365))
  .max(10)
  .refine(
    (days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)),
    'Each later than the one before',
  )
  .meta({ example: [5, 15] })

export const ReminderProfileView = z
  .object({
    id: id('ReminderProfile'),
    ownerType: z.enum(ownerTypes),
    clientId: id('Client').nullable(),
    name: z.string(),
    /** Days after the due date of each reminder. */
    reminderDays: z.array(z.int()),
    active: z.boolean(),
    ...versionedView,
  })
  .meta({ id: 'ReminderProfile' })

export const showReminderProfile = (
  profile: ReminderProfile,
): z.output<typeof ReminderProfileView> => ({
  id: profile.id,
  ownerType: profile.ownerType,
  clientId: profile.clientId ?? null,
  name: profile.name,
  reminderDays: [...profile.reminderDays],
  active: profile.active,
  ...showVersioned(profile),
})

export default {
  readReminderProfileOfClient: operation(
    'GET /clients/{id}/reminder-profiles/default',
    'ReadClientReminderProfiles',
    {
      summary: "Read when a client's debtors are reminded",
      returns: ReminderProfileView,
      shows: showReminderProfile,
    },
  ).handle(({ unit, params }) => reminderProfileOf(unit, params.id)),

  updateReminderProfileOfClient: operation(
    'PUT /clients/{id}/reminder-profiles/default',
    'UpdateClientReminderProfile',
    {
      names: { entity: ReminderProfile },
      summary: "Change when a client's debtors are reminded",
      body: z.strictObject({ name: name(), reminderDays, active: z.boolean() }).partial(),
      returns: ReminderProfileView,
      shows: showReminderProfile,
    },
  ).handle(({ unit, params, body }) => changeReminderProfile(unit, params.id, body)),
} satisfies Room
