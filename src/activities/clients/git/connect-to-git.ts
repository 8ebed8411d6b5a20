import { z } from 'zod'
import { isBound, sideOf } from '../../../domain/access/scope.ts'
import { isNested } from '../../../domain/clients/configuration.ts'
import { refuse } from '../../../domain/refusal.ts'
import { ClientRepository } from '../../../entities/client-repository.ts'
import { Client } from '../../../entities/client.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { lockKey } from '../../../kernel/write/lock-key.ts'
import { refuseEndingOf, refuseSaidByClient } from '../../../kernel/write/refuse-tenants-own.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

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
  const own = known?.repository ?? id.toLowerCase().replaceAll('.', '-')
  const {
    repository = own,
    branch = known?.branch ?? 'main',
    directory = known?.directory ?? 'clients',
  } = sent
  if (known !== null) refuseEndingOf(unit.scope, { addedFor: known.placedFor })
  if (repository !== own && isBound(unit.scope)) refuseSaidByClient()
  if (connected) await refuseNested(unit, { clientId, repository, branch })
  if (connected) unit.start('commitConfiguration', clientId, { RxClient: clientId })
  const placedFor = sideOf(unit.scope)
  const place = { repository, branch, directory, status, failure: null, placedFor } as const
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

type Place = Pick<ClientRepository, 'clientId' | 'repository' | 'branch'>

/** Whoever commits there already goes on: of two such branches git takes the first alone. */
async function refuseNested(unit: Unit, { clientId, repository, branch }: Place): Promise<void> {
  await lockKey(unit, 'repository', repository)
  const there = await unit.widened(() =>
    unit.all(ClientRepository, { repository, status: { $ne: 'DISCONNECTED' } }),
  )
  const other = there.find((each) => each.clientId !== clientId && isNested(branch, each.branch))
  if (other === undefined) return
  const detail = `The repository has a branch ${other.branch}.`
  // What other clients have is not told to one of them.
  refuse('BRANCH_NESTED', isBound(unit.scope) ? {} : { detail })
}
