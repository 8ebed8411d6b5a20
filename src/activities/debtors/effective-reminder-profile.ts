import { notFound } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Debtor } from '../../entities/debtor.ts'
import { ReminderProfile } from '../../entities/reminder-profile.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export type ProfileSource = 'DEBTOR' | 'CLIENT' | 'TENANT'

export interface EffectiveProfile {
  source: ProfileSource
  profile: ReminderProfile
}

/** The profile by which a debtor is reminded: its own, else its client's, else the tenant's. */
export async function effectiveReminderProfile(
  unit: Unit,
  debtorId: string,
): Promise<EffectiveProfile> {
  const debtor = await unit.load(Debtor, debtorId)
  const own = await profileOf(unit, debtor.reminderProfileId)
  if (own !== null) return { source: 'DEBTOR', profile: own }
  const client = await unit.load(Client, debtor.clientId)
  const ofClient = await profileOf(unit, client.reminderProfileId)
  if (ofClient !== null) return { source: 'CLIENT', profile: ofClient }
  const tenants = await unit.widened(() =>
    unit.find(ReminderProfile, { ownerType: 'TENANT', isDefault: true }),
  )
  return tenants === null ? notFound() : { source: 'TENANT', profile: tenants }
}

/** The profile that was chosen for this debtor. */
export async function ownReminderProfile(unit: Unit, debtorId: string): Promise<ReminderProfile> {
  const debtor = await unit.load(Debtor, debtorId)
  return (await profileOf(unit, debtor.reminderProfileId)) ?? notFound()
}

/** The chosen profile may be the tenant's, which a bound caller does not see elsewhere. */
async function profileOf(
  unit: Unit,
  id: string | null | undefined,
): Promise<ReminderProfile | null> {
  if (id == null) return null
  return unit.widened(() => unit.find(ReminderProfile, { id }))
}
