import type { BillParty } from '../../../domain/bookkeeping/bill.ts'
import { vatNumberOf } from '../../../domain/invoices/documents/vat-number.ts'
import type { Client } from '../../../entities/client.ts'
import { InstanceProvider } from '../../../entities/provider.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

interface Named {
  name: string
  identificationNumber?: string | null | undefined
  countryCode: string
}

export const partyOf = ({ name, identificationNumber, countryCode }: Named) => ({
  name,
  identificationNumber: identificationNumber ?? null,
  vatNumber: vatNumberOf(identificationNumber ?? '', countryCode),
  countryCode,
})

/** Under whose name the platform is run for a client: the tenant, where it says nothing else. */
export async function sellerOf(
  unit: Unit,
): Promise<(client: Pick<Client, 'instanceProviderId'>) => BillParty> {
  const [providers, { name, countryCode }] = await Promise.all([
    unit.all(InstanceProvider, {}),
    unit.tenant(),
  ])
  return ({ instanceProviderId: id }) => {
    const provider = providers.find((one) => (id == null ? one.isDefault : one.id === id))
    return { ...partyOf(provider ?? { name, countryCode }), email: provider?.email ?? null }
  }
}
