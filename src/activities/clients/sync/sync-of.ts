import { Client } from '../../../entities/client.ts'
import { ClientSync } from '../../../entities/client-sync.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

const first = {
  status: 'DISABLED',
  direction: 'BOTH',
  scope: { invoices: true, payments: true, vouchers: true, customers: true },
} as const

/** The sync of a client with its business system, made when it is first needed. */
export async function syncOf(unit: Unit, clientId: string): Promise<ClientSync> {
  await lockKey(unit, 'sync', clientId)
  const known = await unit.find(ClientSync, { clientId })
  if (known !== null) return known
  await unit.load(Client, clientId)
  return unit.add(ClientSync, { clientId, ...first, scope: { ...first.scope } })
}

/** The same for reading: without a row, what it would have when it is made. */
export async function keptSync(unit: Unit, clientId: string): Promise<ClientSync> {
  const known = await unit.find(ClientSync, { clientId })
  if (known !== null) return known
  const { createdAt } = await unit.load(Client, clientId)
  const nothing = { cursor: null, lastRunAt: null, lastError: null, onboardingUrl: null }
  const made = { version: 1, createdAt, updatedAt: createdAt, onboardingUrlExpiresAt: null }
  return { clientId, ...first, ...nothing, ...made } as unknown as ClientSync
}
