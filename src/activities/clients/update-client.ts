import type { z } from 'zod'
import type { ClientStatus } from '../../domain/clients/client.ts'
import { lifeOfClient } from '../../domain/clients/status.ts'
import { Client } from '../../entities/client.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { closedKey } from './closing/closed-job.ts'
import { endClient } from './closing/end-client.ts'
import { addressInformation, contactInformation, withoutEmpty } from './create-client.ts'
import { beginCompliance, endApproval } from './onboarding/begin-compliance.ts'
import { acceptedToFollow, followedFields, followedNames } from './followed.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { isOther } from '../../kernel/read/fields.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { pendingWhereLaxer } from '../system/settings/loosened.ts'

export const updateClientInput = bodyOf(Client, ['name', 'number', 'locale', 'status'])
  .extend({
    contactInformation: contactInformation.nullable(),
    addressInformation: addressInformation.nullable(),
    ...followedFields.shape,
  })
  .partial()
  .meta({ example: { name: 'Nordlund Bygg AB', status: 'ACTIVE', locale: 'sv-SE' } })
export type ClientChange = z.output<typeof updateClientInput>

/**
 * Changes the details of a client; identification number and country are its identity, and stay. To
 * follow whoever says something laxer takes two people.
 */
export async function updateClient(
  unit: Unit,
  id: string,
  sent: ClientChange,
): Promise<Client | Pending> {
  if (sent.status === 'CLOSED') await lockKey(unit, 'closing', id)
  const [before] = await rowsOf(unit, Client, { id: [id] }, followedNames)
  if (before !== undefined && isOther(followedNames, before, sent)) {
    await lockKey(unit, 'setting', id)
    const about = { subject: { type: 'Client', id, clientId: id }, payload: sent }
    const whom = { clientId: id }
    const pending = await pendingWhereLaxer(unit, about, [whom], async (by) => {
      await updateNow(by, id, sent)
      return whom
    })
    if (pending !== undefined) return pending
  }
  return updateNow(unit, id, sent)
}

async function updateNow(unit: Unit, id: string, sent: ClientChange): Promise<Client> {
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
  const { id, status: from } = client
  if (from === status) return
  lifeOfClient.moveTo(from, status)
  if (status === 'CLOSED') await endClient(unit, id)
  if (from === 'CLOSED') await endApproval(unit, id)
  client.status = status
  await unit.runtime.registered.payoutsFollow(unit, id)
  if (from !== 'CLOSED') return
  await settleErrand(unit, closedKey(id), 'The client was opened again.')
  await beginCompliance(unit, client)
}
