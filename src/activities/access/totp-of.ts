import { z } from 'zod'
import type { User } from '../../entities/user.ts'
import { hashToken } from '../../ports/keys/tokens.ts'
import { plainCode } from '../../ports/keys/recovery-codes.ts'
import { decryptSecret, encryptSecret } from '../../ports/keys/secrets.ts'
import { timeStepOfCode } from '../../ports/keys/totp.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const placeOf = (unit: Unit, user: User) => ({
  tenantId: unit.tenantId,
  table: 'user_account',
  column: 'totp_seed',
  id: user.id,
})

/** The code that a device shows, or a recovery code. */
export const givenCode = z.string().min(6).max(30).meta({ example: '492039', format: 'password' })

export function keepSeed(unit: Unit, user: User, seed: Buffer): void {
  user.totpSeed = encryptSecret(unit.runtime.keys, seed, placeOf(unit, user))
}

/** The time step of a right code of the user's device; undefined if it is wrong. */
export function timeStepOf(unit: Unit, user: User, code: string): number | undefined {
  if (user.totpSeed == null) return undefined
  const seed = decryptSecret(unit.runtime.keys, user.totpSeed, placeOf(unit, user))
  return timeStepOfCode(seed, code.replaceAll(/\s/g, ''), unit.now)
}

/** Compared and stored in one statement, so that a code works once even at the same moment. */
export async function useCodeOnce(unit: Unit, user: User, timeStep: number): Promise<boolean> {
  const rows = await unit.transaction.query(
    `update user_account set totp_step = $3
     where tenant_id = $1 and id = $2 and coalesce(totp_step, 0) < $3 returning 1`,
    [unit.tenantId, user.id, timeStep],
  )
  return rows.length > 0
}

export function recoveryHash(unit: Unit, code: string): string {
  return hashToken(plainCode(code), unit.runtime.keys.tokens)
}
