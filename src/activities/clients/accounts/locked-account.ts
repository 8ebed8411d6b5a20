import { ClientAccount } from '../../../entities/client-account.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** The account as it is once everybody before us is done with it; nobody else moves it meanwhile. */
export async function lockedAccount(
  unit: Unit,
  id: string,
  pointer?: string,
): Promise<ClientAccount> {
  await lockAccounts(unit, [id])
  return unit.load(ClientAccount, id, pointer)
}

/** In the order of their ids, as bookings lock them, so that nobody waits in a circle. */
export async function lockAccounts(unit: Unit, ids: readonly string[]): Promise<void> {
  await unit.locked(ClientAccount, { id: { $in: [...ids] } })
}
