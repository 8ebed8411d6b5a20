import { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endTokensOfDebtor } from '../access/end-tokens.ts'
import { expireResets } from '../access/expire-resets.ts'
import { closeInvitations } from '../access/invite.ts'
import { lockOne } from '../access/locks.ts'

/** Held before invoices and debtors, as by whoever changes them. */
export async function holdPeople(unit: Unit, debtorId: string): Promise<void> {
  const people = await unit.all(User, { debtorId })
  for (const id of people.map((user) => user.id).toSorted()) await lockOne(unit, 'user', id)
}

/**
 * Who logs in as a debtor does so as the other from now on. Another client lets them in itself:
 * whom its predecessor let in, and by which password, it does not know.
 */
export async function movePeople(
  unit: Unit,
  { source, target }: { source: { id: string; clientId: string }; target: { clientId: string } },
  people: User[],
): Promise<User[]> {
  await endTokensOfDebtor(unit, source.id)
  for (const user of people) {
    await expireResets(unit, user.id)
    if (target.clientId === source.clientId) continue
    await closeInvitations(unit, user.id)
    Object.assign(user, { status: 'DISABLED', passwordHash: null, passwordSetBy: null })
  }
  return people
}
