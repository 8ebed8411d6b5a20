import { z } from 'zod'
import { ClientRepository } from '../../../entities/client-repository.ts'
import { Client } from '../../../entities/client.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'

export const connectToGitInput = bodyOf(ClientRepository, ['repository', 'branch', 'directory'])
  .partial()
  .extend({ connected: z.boolean().default(true) })

/** From now on each state of its configuration is committed, the present one first. */
export async function connectToGit(
  unit: Unit,
  clientId: string,
  { connected, ...sent }: z.output<typeof connectToGitInput>,
): Promise<ClientRepository> {
  await lockKey(unit, 'client repository', clientId)
  const { id } = await unit.load(Client, clientId)
  const status = connected ? 'WAITING' : 'DISCONNECTED'
  const known = await unit.find(ClientRepository, { clientId })
  const {
    repository = known?.repository ?? id.toLowerCase().replaceAll('.', '-'),
    branch = known?.branch ?? 'main',
    directory = known?.directory ?? 'clients',
  } = sent
  if (connected) unit.start('commitConfiguration', clientId, { RxClient: clientId })
  const place = { repository, branch, directory, status, failure: null } as const
  if (known !== null) return Object.assign(known, place)
  return unit.add(ClientRepository, {
    ...place,
    clientId,
    mark: '',
    rowIds: [],
    commitId: null,
    committedAt: null,
  })
}
