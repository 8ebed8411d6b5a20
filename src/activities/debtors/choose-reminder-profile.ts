import { z } from 'zod'
import { invalid } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { ReminderProfile } from '../../entities/reminder-profile.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { id } from '../../kernel/read/fields.ts'

export const chooseReminderProfileInput = z.strictObject({
  reminderProfileId: id('ReminderProfile'),
})

/** Chooses the profile by which a debtor is reminded: its own, its client's or the tenant's. */
export async function chooseReminderProfile(
  unit: Unit,
  debtorId: string,
  { reminderProfileId }: z.output<typeof chooseReminderProfileInput>,
): Promise<Debtor> {
  const debtor = await unit.load(Debtor, debtorId)
  const pointer = '/reminderProfileId'
  const profile = await unit.load(ReminderProfile, reminderProfileId, pointer)
  if (profile.clientId != null && profile.clientId !== debtor.clientId) {
    return invalid(pointer, 'OTHER_CLIENT', 'The profile is of another client')
  }
  if (!profile.active) return invalid(pointer, 'INACTIVE', 'The profile is not in use')
  debtor.reminderProfileId = profile.id
  return debtor
}
