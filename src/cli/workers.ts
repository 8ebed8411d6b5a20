import { isGrpcServiceError, type Client } from '@temporalio/client'
import { deployment } from '../domain/process.ts'
import { onEngineClient } from './own-database.ts'

export interface WorkerBuild {
  build: string
  status: string
  /** Since when it gets what begins. */
  currentSince: string | null
  /** What an operator may do with its workers. */
  meaning: string
}

const notFound = 5
const failedPrecondition = 9

/** As the engine counts them, in the order of its numbers. */
const statuses = ['UNKNOWN', 'INACTIVE', 'CURRENT', 'RAMPING', 'DRAINING', 'DRAINED', 'CREATED']

const meanings: Readonly<Record<string, string>> = {
  INACTIVE: 'gets nothing until it is made the current one',
  CREATED: 'gets nothing until it is made the current one',
  CURRENT: 'gets what begins, and what lasts for days',
  RAMPING: 'gets a share of what begins',
  DRAINING: 'ends what it began: leave its workers there',
  DRAINED: 'has ended all that it began: its workers can go',
}

/** Every version of the workers, the latest first. */
export async function listWorkersCommand({ json }: { json: boolean }): Promise<void> {
  const found = await onEngineClient(buildsOf)
  const none = 'no worker runs as a version: RECEIVABLES_WORKER_BUILD names one'
  const lines = found.map(({ build, status, meaning }) => `${build}  ${status}  ${meaning}`)
  const text = json ? JSON.stringify(found) : lines.join('\n') || none
  process.stdout.write(`${text}\n`)
}

/** What begins goes to this version from now on, and so does what lasts for days. */
export async function currentWorkersCommand(build: string): Promise<void> {
  const before = await onEngineClient((client) => makeCurrent(client, build))
  const since = before === '' ? 'workers without a version' : before
  process.stdout.write(`${build} is the current version; before it: ${since}\n`)
}

/** Workers without a version take what begins again. */
export async function unversionedWorkersCommand(): Promise<void> {
  await onEngineClient((client) => makeCurrent(client, ''))
  process.stdout.write('no version is the current one: workers without one take what begins\n')
}

async function makeCurrent(client: Client, buildId: string): Promise<string> {
  const { namespace, identity } = client.options
  const known = await buildsOf(client)
  if (buildId !== '' && !known.some(({ build }) => build === buildId)) {
    const there = known.map(({ build }) => build).join(', ') || 'none'
    throw new Error(`no worker came as ${buildId} yet; there are: ${there}`)
  }
  try {
    const { previousDeploymentVersion: before } =
      await client.workflowService.setWorkerDeploymentCurrentVersion({
        namespace,
        deploymentName: deployment,
        buildId,
        identity,
        // Workers without a version were never in a list of the engine's.
        allowNoPollers: buildId === '',
      })
    return before?.buildId ?? ''
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== failedPrecondition) throw error
    throw new Error(`the engine refuses, since work would stand still: ${error.details}`, {
      cause: error,
    })
  }
}

async function buildsOf(client: Client): Promise<WorkerBuild[]> {
  const { namespace } = client.options
  const described = await client.workflowService
    .describeWorkerDeployment({ namespace, deploymentName: deployment })
    .catch(absent)
  const versions = described?.workerDeploymentInfo?.versionSummaries ?? []
  return versions.map(({ deploymentVersion, status, currentSinceTime }) => {
    const name = statuses[status ?? 0] ?? 'UNKNOWN'
    const seconds = currentSinceTime?.seconds
    return {
      build: deploymentVersion?.buildId ?? '',
      status: name,
      currentSince: seconds == null ? null : new Date(Number(seconds) * 1000).toISOString(),
      meaning: meanings[name] ?? '',
    }
  })
}

function absent(error: unknown): undefined {
  if (isGrpcServiceError(error) && error.code === notFound) return undefined
  throw error
}
