import { z } from 'zod'
import { overlap } from '../../domain/access/token.ts'
import { ServiceAccountSecret } from '../../entities/service-account.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addSecret, type WithSecret } from './account-secret.ts'
import { changeableAccount } from './changeable-account.ts'
import { endLivingBy, endTokensOfAccount } from './end-tokens.ts'
import { refuseMinted } from './refuse-minted.ts'

export const rotateSecretInput = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(overlap.longestMs / 1000)
      .default(overlap.usualMs / 1000),
  })
  .prefault({})

export interface RotatedSecret extends WithSecret {
  /** Until when the former secret works; absent if it stops at once. */
  formerUntil: Date | null
}

/** Adds a secret beside the present one, so that machines can change over; never more than two. */
export async function rotateSecret(
  unit: Unit,
  id: string,
  { overlapSeconds }: z.output<typeof rotateSecretInput>,
): Promise<RotatedSecret> {
  await refuseMinted(unit)
  const account = await changeableAccount(unit, id)
  const overlapMs = overlapSeconds * 1000
  const formerUntil = overlapMs === 0 ? null : new Date(unit.now.getTime() + overlapMs)
  for (const secret of await unit.all(ServiceAccountSecret, { serviceAccountId: id })) {
    if (secret.expiresAt == null && formerUntil !== null) secret.expiresAt = formerUntil
    else unit.remove(secret)
  }
  // Without an overlap the former secret is distrusted, and so are the tokens made through it.
  if (formerUntil === null) {
    await endTokensOfAccount(unit, id)
    await endLivingBy(unit, id)
  }
  const secret = addSecret(unit, account)
  await unit.flush()
  return { account, secret, formerUntil }
}
