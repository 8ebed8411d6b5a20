import { ServiceAccount } from '../../entities/service-account.ts'
import { Token } from '../../entities/token.ts'
import { User } from '../../entities/user.ts'
import { lockKeys } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { endMintedBy, endTokensOfClient } from './end-tokens.ts'
import { switchOff } from './toggle-user.ts'

/**
 * Nobody gets in any more who is bound to a client: not its people and machines, nor those of its
 * debtors, nor by any token that was made for one of them.
 */
export async function endAccessOfClient(unit: Unit, clientId: string): Promise<void> {
  const { leaveToDos } = unit.runtime.registered
  const users = await unit.all(User, { clientId, status: { $ne: 'DISABLED' } })
  const accounts = await unit.all(ServiceAccount, { clientId, active: true })
  await lockKeys(
    unit,
    'user',
    users.map(({ id }) => id),
  )
  await lockKeys(
    unit,
    'service-account',
    accounts.map(({ id }) => id),
  )
  for (const user of users) await switchOff(unit, user)
  await leaveToDos(unit, { userIds: users.map(({ id }) => id) })
  for (const account of accounts) account.active = false
  const made = await unit.all(Token, { clientId, revokedAt: null })
  await endTokensOfClient(unit, clientId)
  await endMintedBy(
    unit,
    [...accounts, ...made].map(({ id }) => id),
  )
}
