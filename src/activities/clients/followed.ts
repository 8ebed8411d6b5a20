import { refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { ClientFinancialPriceTemplate } from '../../entities/client-financial-price-template.ts'
import { InstanceProvider, ServiceProvider } from '../../entities/provider.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Whose settings a client follows where it has none of its own. */
export const followedNames = ['instanceProviderId', 'serviceProviderId', 'templateId'] as const
export const followedFields = bodyOf(Client, followedNames)

export type Followed = Pick<Client, 'instanceProviderId' | 'serviceProviderId' | 'templateId'>

/** Of those that were sent, each must be there, and open to further clients. */
export async function acceptedToFollow(
  unit: Unit,
  sent: Partial<Followed>,
  before: Partial<Followed> = {},
): Promise<Partial<Followed>> {
  const { instanceProviderId, serviceProviderId, templateId } = sent
  if (instanceProviderId != null) {
    await unit.load(InstanceProvider, instanceProviderId, '/instanceProviderId')
  }
  if (serviceProviderId != null && serviceProviderId !== before.serviceProviderId) {
    const { active } = await unit.load(ServiceProvider, serviceProviderId, '/serviceProviderId')
    if (!active) refuseOff('/serviceProviderId')
  }
  if (templateId != null && templateId !== before.templateId) {
    const { enabled } = await unit.load(ClientFinancialPriceTemplate, templateId, '/templateId')
    if (!enabled) refuseOff('/templateId')
  }
  return {
    ...(instanceProviderId !== undefined && { instanceProviderId }),
    ...(serviceProviderId !== undefined && { serviceProviderId }),
    ...(templateId !== undefined && { templateId }),
  }
}

function refuseOff(pointer: string): never {
  const message = 'It is switched off for further clients'
  return refuse('NOT_FOR_FURTHER_CLIENTS', {
    errors: [{ pointer, code: 'NOT_FOR_FURTHER_CLIENTS', message }],
  })
}
