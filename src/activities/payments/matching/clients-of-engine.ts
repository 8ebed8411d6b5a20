import { z } from 'zod'
import { notFound } from '../../../domain/refusal.ts'
import { Client } from '../../../entities/client.ts'
import {
  PaymentMatchingEngineClient,
  type PaymentMatchingEngine,
} from '../../../entities/payment-matching.ts'
import { id } from '../../../kernel/read/fields.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { heldEngine } from './save-engine.ts'

export const addClientsToEngineInput = z.strictObject({
  clientIds: z.array(id('Client')).min(1).max(200),
})

/** From now on it is for the claims of these clients, and of those that it had, alone. */
export async function addClientsToEngine(
  unit: Unit,
  engineId: string,
  { clientIds }: z.output<typeof addClientsToEngineInput>,
): Promise<PaymentMatchingEngine> {
  const engine = await heldEngine(unit, engineId)
  const known = new Set(
    (await rowsOf(unit, Client, { id: clientIds }, ['id'])).map((client) => client.id),
  )
  const missing = clientIds.findIndex((clientId) => !known.has(clientId))
  if (missing >= 0) notFound(`/clientIds/${missing}`)
  const there = await unit.all(PaymentMatchingEngineClient, { engineId })
  const present = new Set(there.map(({ clientId }) => clientId))
  for (const clientId of new Set(clientIds)) {
    if (!present.has(clientId)) unit.add(PaymentMatchingEngineClient, { engineId, clientId })
  }
  if (engine.scope !== 'CLIENTS') engine.scope = 'CLIENTS'
  return engine
}

/** Without clients it is for nobody, until it is given others or is said to be for all. */
export async function removeClientFromEngine(
  unit: Unit,
  engineId: string,
  clientId: string,
): Promise<void> {
  await heldEngine(unit, engineId)
  unit.remove(await unit.load(PaymentMatchingEngineClient, { engineId, clientId }))
}

export async function removeClientsFromEngine(unit: Unit, engineId: string): Promise<void> {
  await heldEngine(unit, engineId)
  for (const link of await unit.all(PaymentMatchingEngineClient, { engineId })) {
    unit.remove(link)
  }
}
