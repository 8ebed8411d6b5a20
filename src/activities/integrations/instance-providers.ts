import type { z } from 'zod'
import { refuse } from '../../domain/refusal.ts'
import { InstanceProvider } from '../../entities/provider.ts'
import { SettingChoice } from '../../entities/setting-choice.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { pendingLaxerInstead } from '../system/settings/loosened.ts'

export const createInstanceProviderInput = bodyOf(InstanceProvider, [
  'name',
  'identificationNumber',
  'countryCode',
  'currency',
  'email',
]).partial({ countryCode: true, currency: true })

/** The first of a tenant is its default. */
export async function createInstanceProvider(
  unit: Unit,
  {
    identificationNumber = null,
    email = null,
    ...sent
  }: z.output<typeof createInstanceProviderInput>,
): Promise<InstanceProvider> {
  await lockDefault(unit)
  const tenant = await unit.tenant()
  return unit.add(InstanceProvider, {
    name: sent.name,
    countryCode: sent.countryCode ?? tenant.countryCode,
    currency: sent.currency ?? tenant.currency,
    identificationNumber,
    email,
    isDefault: (await unit.find(InstanceProvider, { isDefault: true })) === null,
  })
}

/**
 * A tenant that has any has one default, whoever else chooses another one now. Where its clients
 * are told something laxer by it, that takes two people.
 */
export async function makeDefaultProvider(
  unit: Unit,
  id: string,
): Promise<InstanceProvider | Pending> {
  await lockDefault(unit)
  const provider = await unit.load(InstanceProvider, id)
  if (provider.isDefault) return provider
  const before = await unit.find(InstanceProvider, { isDefault: true })
  if (before !== null) {
    const about = { subject: { type: 'InstanceProvider', id, clientId: null }, payload: {} }
    const instead = { from: before.id, to: id }
    const pending = await pendingLaxerInstead(unit, about, 'INSTANCE_PROVIDER', instead)
    if (pending !== undefined) return pending
  }
  if (before !== null) before.isDefault = false
  // Two at once, even for a moment, are none that the index lets in.
  await unit.flush()
  provider.isDefault = true
  return provider
}

/** What was chosen for it goes with it. A client that has it keeps it from going. */
export async function deleteInstanceProvider(unit: Unit, id: string): Promise<void> {
  await lockDefault(unit)
  const provider = await unit.load(InstanceProvider, id)
  if (provider.isDefault) refuse('INSTANCE_PROVIDER_IS_DEFAULT')
  const choice = await unit.find(SettingChoice, { targetId: id })
  if (choice !== null) unit.remove(choice)
  unit.remove(provider)
}

const lockDefault = (unit: Unit) => lockKey(unit, 'setting', 'default instance provider')
