import type { Client } from '../../../entities/client.ts'
import { ReminderProfile } from '../../../entities/reminder-profile.ts'
import { lockSharedDefaults } from '../locks.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

const firstProfile = { name: 'Standard', reminderDays: [5, 15], isDefault: true, active: true }

/** Copies the tenant's profile for the client, so that each can change without the other. */
export async function copyReminderProfile(unit: Unit, client: Client): Promise<void> {
  if (client.reminderProfileId != null) return
  const { name, reminderDays } = await profileOfTenant(unit)
  const copy = unit.add(ReminderProfile, {
    ...firstProfile,
    ownerType: 'CLIENT',
    clientId: client.id,
    name,
    reminderDays,
  })
  client.reminderProfileId = copy.id
}

async function profileOfTenant(unit: Unit): Promise<ReminderProfile> {
  await lockSharedDefaults(unit)
  const profile = await unit.find(ReminderProfile, { ownerType: 'TENANT', isDefault: true })
  return profile ?? unit.add(ReminderProfile, { ...firstProfile, ownerType: 'TENANT' })
}
