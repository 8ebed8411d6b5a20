import type { z } from 'zod'
import type { ClientStatus } from '../../domain/clients/client.ts'
import { lifeOfClient } from '../../domain/clients/status.ts'
import { refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { addressInformation, contactInformation, withoutEmpty } from './create-client.ts'
import { acceptedToFollow, followedFields } from './followed.ts'
import { bodyOf } from '../../kernel/read/body.ts'

export const updateClientInput = bodyOf(Client, ['name', 'number', 'locale', 'status'])
  .extend({
    contactInformation: contactInformation.nullable(),
    addressInformation: addressInformation.nullable(),
    ...followedFields.shape,
  })
  .partial()
export type ClientChange = z.output<typeof updateClientInput>

/**
 * Changes the details of a client; identification number and country are its identity, and stay.
 */
export async function updateClient(unit: Unit, id: string, sent: ClientChange): Promise<Client> {
  const client = await unit.load(Client, id)
  if (sent.status !== undefined) await moveTo(unit, client, sent.status)
  client.name = sent.name ?? client.name
  if (sent.number !== undefined) client.number = sent.number
  if (sent.locale !== undefined) client.locale = sent.locale
  if (sent.contactInformation !== undefined) {
    client.contactInformation = withoutEmpty(sent.contactInformation)
  }
  if (sent.addressInformation !== undefined) {
    client.addressInformation = withoutEmpty(sent.addressInformation)
  }
  Object.assign(client, await acceptedToFollow(unit, sent, client))
  return client
}

async function moveTo(unit: Unit, client: Client, status: ClientStatus): Promise<void> {
  if (client.status === status) return
  lifeOfClient.moveTo(client.status, status)
  if (status === 'CLOSED') await refuseInBusiness(unit, client.id)
  client.status = status
  await unit.runtime.registered.payoutsFollow(unit, client.id)
}

async function refuseInBusiness(unit: Unit, clientId: string): Promise<void> {
  const [found] = await unit.transaction.query<{ open: boolean; money: boolean }>(
    `select exists (select 1 from invoice where tenant_id = $1 and client_id = $2
         and main_status not in ('CREATED', 'CLOSED', 'ARCHIVED')) as open,
       exists (select 1 from client_account where tenant_id = $1 and client_id = $2
         and balance <> 0)
         or exists (select 1 from payout where tenant_id = $1 and client_id = $2
           and status in ('CREATED', 'BLOCKED')) as money`,
    [unit.tenantId, clientId],
  )
  if (found?.open === true || found?.money === true) refuse('CLIENT_IN_BUSINESS')
}
