import { platform } from '../../../domain/access/principal.ts'
import { canonicalJson } from '../../../domain/clients/configuration.ts'
import { stoppedText } from '../../../domain/remedies.ts'
import { ClientRepository } from '../../../entities/client-repository.ts'
import type { StepFailure, Task } from '../../../kernel/write/activity.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { BranchNested, type ToCommit } from '../../../ports/git/git.ts'
import { leaveErrand } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import { configurationOf, markOfConfiguration } from './configuration-of.ts'

const as = ({ tenantId }: Task) => platform(tenantId, 'commits of configurations')
const errandOf = (clientId: string) => `configuration/${clientId}`

interface Due {
  file: Omit<ToCommit, 'at'>
  mark: string
  rowIds: readonly string[]
}

export interface CommitStanding {
  status: 'COMMITTED' | 'AWAY' | 'FAILED' | 'NONE'
  says?: string
}

/**
 * Commits the configuration as it is now, without a connection. What is there already as it is
 * makes no commit, so that a second run makes none.
 */
export async function commitConfiguration(task: Task): Promise<CommitStanding> {
  const { runtime, entityId, now } = task
  const due = await inUnit(runtime, as(task), task, (unit) => toCommit(unit, entityId))
  if (due === null) return { status: 'NONE' }
  const commitId = await written(task, due)
  if (commitId === undefined) return { status: 'AWAY' }
  if (typeof commitId !== 'string') return failConfiguration({ ...task, failure: commitId })
  return inUnit(runtime, as(task), task, async (unit) => {
    const row = await unit.find(ClientRepository, { clientId: entityId })
    if (row === null || !isSame(row, due)) return { status: 'NONE' }
    if (row.commitId !== commitId) Object.assign(row, { commitId, committedAt: now })
    Object.assign(row, { status: 'COMMITTED', failure: null })
    await settleErrand(unit, errandOf(entityId), 'Its configuration is committed.')
    await unit.flush()
    await unit.transaction.query(
      `update client_repository set mark = $3, row_ids = $4
       where tenant_id = $1 and client_id = $2`,
      [unit.tenantId, entityId, due.mark, due.rowIds],
    )
    return { status: 'COMMITTED' }
  })
}

/** The commit; why there will be none; or undefined, where it is worth another try. */
async function written(
  { runtime, entityId, now }: Task,
  { file }: Due,
): Promise<string | StepFailure | undefined> {
  try {
    return (await runtime.git.commit({ ...file, at: now })).commitId
  } catch (error) {
    runtime.log.warn({ err: error, client: entityId }, 'a configuration was not committed')
    if (!(error instanceof BranchNested)) return undefined
    return { code: 'BRANCH_NESTED', message: error.message }
  }
}

/** Nobody has connected it elsewhere, or not at all, in the meantime. */
const isSame = (row: ClientRepository, { file }: Due) =>
  row.status !== 'DISCONNECTED' &&
  row.repository === file.repository &&
  row.branch === file.branch &&
  file.path.join('/').startsWith(`${row.directory}/`)

async function toCommit(unit: Unit, clientId: string): Promise<Due | null> {
  const row = await unit.find(ClientRepository, { clientId })
  if (row === null || row.status === 'DISCONNECTED') return null
  // Before the configuration: what changes between the two is committed by the next run.
  const [now] = await unit.transaction.query<{ mark: string }>(
    `select ${markOfConfiguration} as mark from client_repository r
     where r.tenant_id = $1 and r.client_id = $2`,
    [unit.tenantId, clientId],
  )
  const { client, configured, rowIds } = await configurationOf(unit, row)
  const people = await authorsOf(unit, row, [...rowIds, ...row.rowIds])
  const author = people.at(-1) ?? { id: 'platform', name: 'Receivables' }
  const names = [...new Set(people.map(({ name }) => plain(name)))]
  const { repository, branch, directory } = row
  return {
    file: {
      tenantId: unit.tenantId,
      repository,
      branch,
      path: [...directory.split('/'), `${clientId}.json`],
      content: canonicalJson(configured),
      message:
        `Configuration of ${plain(client.name)}` +
        (names.length > 1 ? `\n\nChanged by ${names.join(', ')}` : ''),
      author: { name: plain(author.name), email: `${author.id}@receivables.invalid` },
    },
    mark: now?.mark ?? '',
    rowIds,
  }
}

/** Who has changed any of these since the last commit, the last of them last. */
async function authorsOf(unit: Unit, row: ClientRepository, ids: readonly string[]) {
  const since = row.committedAt ?? new Date(row.createdAt.getTime() - 1)
  // Who began before the last commit and ended after it is known as the last of all alone.
  const found = await unit.transaction.query<{ id: string; name: string; isLater: boolean }>(
    `select principal_id as id, principal_name as name, at > $3 as "isLater" from journal
     where tenant_id = $1 and owner_id = any($2::text[]) and principal_kind <> 'PLATFORM'
     order by id desc limit 100`,
    [unit.tenantId, [...new Set(ids)], since],
  )
  return found.filter(({ isLater }, at) => isLater || at === 0).toReversed()
}

/** Git ends a name at these. */
const plain = (name: string) => name.replaceAll(/[<>\p{Cc}]/gu, ' ').trim() || 'Receivables'

/** It is tried no more by itself: an errand says why, and whoever connects it again goes on. */
export function failConfiguration(task: Task & { failure: StepFailure }): Promise<CommitStanding> {
  const { entityId: clientId, failure } = task
  return inUnit(task.runtime, as(task), task, async (unit) => {
    const row = await unit.find(ClientRepository, { clientId })
    if (row === null || row.status === 'DISCONNECTED') return { status: 'NONE' }
    Object.assign(row, { status: 'FAILED', failure: failure.message.slice(0, 500) })
    await leaveErrand(unit, {
      type: 'SYNC',
      subjectType: 'Client',
      subjectId: clientId,
      clientId,
      severity: 'NORMAL',
      title: 'The configuration of the client cannot be committed',
      data: { ...failure, repository: row.repository, branch: row.branch },
      dedupeKey: errandOf(clientId),
    })
    return { status: 'FAILED', says: stoppedText(failure) }
  })
}
