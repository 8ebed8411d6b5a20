import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Progress } from './cache.ts'
import type { Exit } from './child.ts'
import { keep, type Kept } from './keep-running.ts'
import { lockOrRefuse } from './lock.ts'
import { portOr } from './ports.ts'
import type { TemporalPrograms } from './temporal-build.ts'
import {
  launchDev,
  launchServer,
  launchUi,
  type Running,
  type UiOptions,
} from './temporal-launch.ts'
import { endRecorded, record } from './temporal-leftovers.ts'
import { setUpNamespace, type SearchAttributes } from './temporal-namespace.ts'
import { forgetMembers, prepareStores, type StoreAccess } from './temporal-store.ts'

export interface TemporalOptions {
  programs: TemporalPrograms
  /** The state of the stock server; without it the development server runs, with a file. */
  postgres: StoreAccess | undefined
  /** For logs, the UI's configuration, remembered ports and the development server's file. */
  dir: string
  namespace: string
  /** If it is taken, the next free one is used. */
  uiPort: number
  searchAttributes: SearchAttributes
  /** True to start at the address of last time, which clients know, or not at all. */
  inPlace?: boolean
  /** Aborts a start that is no longer wanted. */
  signal?: AbortSignal
  progress: Progress
}

export interface EmbeddedTemporal {
  address: string
  namespace: string
  uiUrl: string
  uiPort: number
  pid: number
  stop(): Promise<void>
  exited: Promise<Exit>
}

/** Workers get what waits of each tenant in turn; in several parts it would be shared by chance. */
const FAIR = {
  'matching.enableFairness': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  'matching.TaskQueueInfoByBuildIdTTL': '50ms',
}

const POLLING = {
  ...FAIR,
  'history.transferProcessorMaxPollRPS': 300,
  'history.timerProcessorMaxPollRPS': 100,
}

/** Starts the Temporal server of this installation, with the state of its last run, and its UI. */
export async function startTemporal(o: TemporalOptions): Promise<EmbeddedTemporal> {
  const dir = resolve(o.dir)
  mkdirSync(dir, { recursive: true })
  const refusal = (holder: number) =>
    `The Temporal server of ${dir} is in use by process ${holder}; stop that one first`
  const lock = await lockOrRefuse(join(dir, 'temporal.lock'), refusal, o.progress)
  const pids = join(dir, 'temporal-pids.json')
  const running: Running[] = []
  try {
    await endRecorded(pids, o.progress)
    const uiPort = await portOr(o.uiPort)
    const server = await launchEngine(o, dir, uiPort)
    running.push(server)
    record(pids, running.map(recorded))
    void server.child.exited.then(() => lock.release())
    const { address, log } = server
    const noteUi = (shown: Running) => record(pids, [server, shown].map(recorded))
    const ui = await uiBeside(o, { dir, address, port: uiPort }, noteUi)
    const { namespace, searchAttributes, signal } = o
    const setup = { address, namespace, searchAttributes, server: server.child, log, signal }
    await setUpNamespace(setup).catch(async (error) => {
      await ui?.stop()
      throw error
    })
    return {
      address,
      namespace,
      pid: server.child.pid,
      uiUrl: `http://127.0.0.1:${uiPort}`,
      uiPort,
      exited: server.child.exited,
      async stop() {
        await Promise.all([ui?.stop(), server.child.stop()])
        rmSync(pids, { force: true })
      },
    }
  } catch (error) {
    await Promise.all(running.map(({ child }) => child.stop()))
    lock.release()
    throw error
  }
}

function recorded({ child, program }: Running): { pid: number; program: string } {
  return { pid: child.pid, program }
}

async function launchEngine(o: TemporalOptions, dir: string, uiPort: number): Promise<Running> {
  const { programs, postgres, inPlace = false } = o
  if (programs.kind === 'server' && postgres) {
    await prepareStores(programs.sqlTool, postgres, o.progress)
    await forgetMembers(postgres)
    return launchServer(programs.server, dir, postgres, inPlace)
  }
  const file = join(dir, 'temporal.db')
  const { cli } = programs
  return launchDev({ cli, dir, uiPort, file, inPlace, dynamicConfig: POLLING })
}

/** Nothing waits for the UI, and nothing else stops if it ends. */
async function uiBeside(
  o: TemporalOptions,
  at: Pick<UiOptions, 'dir' | 'address' | 'port'>,
  note: (running: Running) => void,
): Promise<Kept | undefined> {
  const { programs, postgres, namespace } = o
  if (programs.kind !== 'server' || !postgres) return undefined
  const options = { ...at, program: programs.ui, namespace }
  const shown = async () => {
    const running = await launchUi(options)
    note(running)
    return running.child
  }
  const onLoss = () => undefined
  return keep(await shown(), {
    name: 'the Temporal UI',
    logs: at.dir,
    again: shown,
    onLoss,
    say: o.progress,
  })
}

export interface TestServerOptions {
  programs: TemporalPrograms
  progress: Progress
  /** The folder of its log; a temporary one by default. */
  dir?: string
  namespace?: string
  searchAttributes?: SearchAttributes
}

/** Lets workflows skip their waits if they ask for it, and makes the skips quick. */
const SKIPPING = {
  ...FAIR,
  'frontend.WorkflowTimeSkippingEnabled': true,
  'history.timerProcessorMaxTimeShift': '1ms',
  'history.workflowIdReuseMinimalInterval': '0s',
  'history.transferProcessorMaxPollRPS': 5000,
  'history.timerProcessorMaxPollRPS': 5000,
  'history.visibilityProcessorMaxPollRPS': 5000,
  'history.outboundProcessorMaxPollRPS': 5000,
}

/** A server in memory, for tests, that can skip time. */
export async function startTestServer(
  o: TestServerOptions,
): Promise<{ address: string; namespace: string; stop(): Promise<void> }> {
  const dir = o.dir ?? mkdtempSync(join(tmpdir(), 'receivables-temporal-'))
  mkdirSync(dir, { recursive: true })
  const { child, address, log } = await launchDev({
    cli: o.programs.cli,
    dir,
    dynamicConfig: SKIPPING,
    endBy: [['SIGKILL', 5_000]],
  })
  const stop = async () => {
    await child.stop()
    if (!o.dir) rmSync(dir, { recursive: true, force: true })
  }
  const { namespace = 'default', searchAttributes = {} } = o
  try {
    await setUpNamespace({ address, namespace, searchAttributes, server: child, log })
  } catch (error) {
    await stop()
    throw error
  }
  return { address, namespace, stop }
}
