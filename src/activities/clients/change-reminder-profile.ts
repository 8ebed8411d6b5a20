import { z } from 'zod'
import { Client } from '../../entities/client.ts'
import { ReminderProfile } from '../../entities/reminder-profile.ts'
import { notFound } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { copyReminderProfile } from './onboarding/copy-reminder-profile.ts'
import { bodyOf } from '../../kernel/read/body.ts'

const reminderDays = z
  .array(z.int().min(1).max(365))
  .max(10)
  .refine(
    (days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? 0)),
    'Each later than the one before',
  )
  .meta({ example: [5, 15] })

export const changeReminderProfileInput = bodyOf(ReminderProfile, ['name', 'active'])
  .extend({ reminderDays })
  .partial()

/** The profile of the client or, until it is copied, that of the tenant. */
export async function reminderProfileOf(unit: Unit, clientId: string): Promise<ReminderProfile> {
  const own = await unit.find(ReminderProfile, { clientId, isDefault: true })
  if (own !== null) return own
  await unit.load(Client, clientId)
  const shared = { ownerType: 'TENANT', isDefault: true } as const
  return (await unit.widened(() => unit.find(ReminderProfile, shared))) ?? notFound()
}

/** Changes when a client's debtors are reminded; a client without a profile gets one. */
export async function changeReminderProfile(
  unit: Unit,
  clientId: string,
  sent: z.output<typeof changeReminderProfileInput>,
): Promise<ReminderProfile> {
  const own = { clientId, isDefault: true }
  let profile = await unit.find(ReminderProfile, own)
  if (profile === null) {
    const client = await unit.load(Client, clientId)
    await unit.widened(() => copyReminderProfile(unit, client))
    await unit.flush()
    profile = await unit.load(ReminderProfile, own)
  }
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return Object.assign(profile, Object.fromEntries(given))
}
