import { notFound } from '../../domain/refusal.ts'
import { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { lockOne } from './locks.ts'

/** The user of the caller's session; other tokens have no user. */
export function ownUser(unit: Unit): Promise<User> {
  const { kind, id } = unit.principal
  return kind === 'USER' ? unit.load(User, id) : notFound()
}

export async function ownUserToChange(unit: Unit): Promise<User> {
  await lockOne(unit, 'user', unit.principal.id)
  return ownUser(unit)
}
