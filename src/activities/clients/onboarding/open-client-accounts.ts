import { ClientAccount } from '../../../entities/client-account.ts'
import type { Client } from '../../../entities/client.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Opens the accounts MAIN and RESERVE in the tenant's currency. */
export async function openClientAccounts(unit: Unit, client: Client): Promise<void> {
  const { currency } = await unit.tenant()
  const open = await unit.all(ClientAccount, { clientId: client.id, currency })
  const types = new Set(open.map(({ type }) => type))
  for (const type of (['MAIN', 'RESERVE'] as const).filter((each) => !types.has(each))) {
    unit.add(ClientAccount, { clientId: client.id, type, currency, balance: 0n })
  }
}
