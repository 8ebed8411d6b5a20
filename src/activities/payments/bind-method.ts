import type { z } from 'zod'
import { isBound } from '../../domain/access/scope.ts'
import { Client } from '../../entities/client.ts'
import { PaymentMethodBinding, PaymentMethodConfiguration } from '../../entities/payment-method.ts'
import { ServiceProvider } from '../../entities/provider.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { id } from '../../kernel/read/fields.ts'
import { refuseSaidByClient } from '../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export const bindToClientInput = bodyOf(PaymentMethodBinding, ['configurationId']).extend({
  clientId: id('Client'),
})
export const bindToProviderInput = bodyOf(PaymentMethodBinding, ['configurationId']).extend({
  serviceProviderId: id('ServiceProvider'),
})

/** The invoices of a client may be paid by it. */
export async function bindToClient(
  unit: Unit,
  { configurationId, clientId }: z.output<typeof bindToClientInput>,
): Promise<PaymentMethodBinding> {
  await unit.load(PaymentMethodConfiguration, configurationId, '/configurationId')
  await unit.load(Client, clientId, '/clientId')
  const owner = { ownerType: 'CLIENT', clientId, serviceProviderId: null } as const
  return unit.add(PaymentMethodBinding, { configurationId, ...owner })
}

/** So may those of all clients that a provider serves, where nothing is bound to the client. */
export async function bindToProvider(
  unit: Unit,
  { configurationId, serviceProviderId }: z.output<typeof bindToProviderInput>,
): Promise<PaymentMethodBinding> {
  await unit.load(PaymentMethodConfiguration, configurationId, '/configurationId')
  await unit.load(ServiceProvider, serviceProviderId, '/serviceProviderId')
  const owner = { ownerType: 'SERVICE_PROVIDER', clientId: null, serviceProviderId } as const
  return unit.add(PaymentMethodBinding, { configurationId, ...owner })
}

type Owner = { clientId: string } | { serviceProviderId: string }

/** By what a client is paid is agreed with the tenant, who alone ends it. */
export async function unbind(unit: Unit, configurationId: string, owner: Owner): Promise<void> {
  const binding = await unit.load(PaymentMethodBinding, { configurationId, ...owner })
  if (isBound(unit.scope)) refuseSaidByClient()
  unit.remove(binding)
}
