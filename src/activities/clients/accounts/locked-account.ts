import { ClientAccount } from '../../../entities/client-account.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Loads the account under a lock, so that nobody else changes its balance until the commit. */
export async function lockedAccount(
  unit: Unit,
  id: string,
  pointer?: string,
): Promise<ClientAccount> {
  await lockAccounts(unit, [id])
  return unit.load(ClientAccount, id, pointer)
}

/** Locked in the order of their ids, as bookings do, so that there is no deadlock. */
export async function lockAccounts(unit: Unit, ids: readonly string[]): Promise<void> {
  await unit.locked(ClientAccount, { id: { $in: [...ids] } })
}
