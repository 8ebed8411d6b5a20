import { refuse } from '../../../domain/refusal.ts'
import { ClientAccount } from '../../../entities/client-account.ts'
import { Client } from '../../../entities/client.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
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

/** Under the lock of its account: of a client that is closed nobody moves money by hand. */
export async function refuseOfClosed(
  unit: Unit,
  accounts: readonly Pick<ClientAccount, 'clientId'>[],
): Promise<void> {
  const ids = [...new Set(accounts.map(({ clientId }) => clientId))]
  const clients = await rowsOf(unit, Client, { id: ids }, ['status'])
  if (clients.some(({ status }) => status === 'CLOSED')) refuse('CLIENT_CLOSED')
}
