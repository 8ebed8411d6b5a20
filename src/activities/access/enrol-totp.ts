import { refuse } from '../../domain/refusal.ts'
import { Tenant } from '../../entities/tenant.ts'
import { newSeed, seedShown } from '../../ports/keys/totp.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { ownUserToChange } from './own-user.ts'
import { keepSeed } from './totp-of.ts'

/** Gives the caller a seed for their device, which is enrolled when a code of it is confirmed. */
export async function enrolTotp(unit: Unit): Promise<{ seed: string; otpauthUrl: string }> {
  const user = await ownUserToChange(unit)
  if (user.mfaEnrolledAt != null) refuse('MFA_ALREADY_ENROLLED')
  const tenant = await unit.load(Tenant, {})
  const seed = newSeed()
  keepSeed(unit, user, seed)
  return seedShown(seed, tenant.name, user.email)
}
