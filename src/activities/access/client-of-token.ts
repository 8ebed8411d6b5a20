import { clientOfGift } from '../../domain/access/grant.ts'
import { invalid } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** A caller bound to a client makes tokens for that client; others name the client. */
export async function clientOfToken(unit: Unit, named: string | undefined): Promise<string> {
  const clientId = clientOfGift(unit.scope, named)
  if (clientId === null) return invalid('/clientId', 'REQUIRED', 'Say for which client')
  return (await unit.load(Client, clientId, '/clientId')).id
}
