import { ClientAccount } from '../../../entities/client-account.ts'
import { InstanceProvider } from '../../../entities/provider.ts'
import type { Client } from '../../../entities/client.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** Opens MAIN and RESERVE in the currency of the tenant, and in that of who runs the platform. */
export async function openClientAccounts(unit: Unit, client: Client): Promise<void> {
  const { instanceProviderId } = client
  const provider =
    instanceProviderId == null
      ? null
      : await unit.find(InstanceProvider, { id: instanceProviderId })
  const own = (await unit.tenant()).currency
  const currencies = [...new Set([own, provider?.currency ?? own])]
  const open = await unit.all(ClientAccount, { clientId: client.id, currency: currencies })
  const known = new Set(open.map(({ type, currency }) => `${type} ${currency}`))
  for (const currency of currencies) {
    for (const type of ['MAIN', 'RESERVE'] as const) {
      if (known.has(`${type} ${currency}`)) continue
      unit.add(ClientAccount, { clientId: client.id, type, currency, balance: 0n })
    }
  }
}
