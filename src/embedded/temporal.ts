import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from './cache.ts'
import type { Exit } from './child.ts'
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
  /** Where the stock server keeps its state; without it the development server keeps a file. */
  postgres: StoreAccess | undefined
  /** For logs, the UI's settings, remembered ports and the development server's file. */
  dir: string
  namespace: string
  /** The next free one is taken when this one is not. */
  uiPort: number
  searchAttributes: SearchAttributes
  codecEndpoint?: string
  progress: Progress
}

export interface EmbeddedTemporal {
  address: string
  namespace: string
  uiUrl: string
  pid: number
  stop(): Promise<void>
  exited: Promise<Exit>
}

const POLLING = {
  'history.transferProcessorMaxPollRPS': 300,
  'history.timerProcessorMaxPollRPS': 100,
}

/** Starts the Temporal server of this installation and its UI; a second start finds its state. */
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
    const ui = await uiBeside(o, { dir, address, port: uiPort })
    if (ui) record(pids, [server, ...ui.running()].map(recorded))
    const { namespace, searchAttributes } = o
    const setup = { address, namespace, searchAttributes, server: server.child, log }
    await setUpNamespace(setup).catch(async (error) => {
      await ui?.stop()
      throw error
    })
    return {
      address,
      namespace,
      pid: server.child.pid,
      uiUrl: `http://127.0.0.1:${uiPort}`,
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
  const { programs, postgres, codecEndpoint } = o
  if (programs.kind === 'server' && postgres) {
    await prepareStores(programs.sqlTool, postgres, o.progress)
    await forgetMembers(postgres)
    return launchServer(programs.server, dir, postgres)
  }
  const file = join(dir, 'temporal.db')
  return launchDev({ cli: programs.cli, dir, uiPort, codecEndpoint, file, dynamicConfig: POLLING })
}

interface Ui {
  running(): Running[]
  stop(): Promise<void>
}

/** The UI is a window only: nobody waits for it, and when it falls it is put up again. */
async function uiBeside(
  o: TemporalOptions,
  at: Pick<UiOptions, 'dir' | 'address' | 'port'>,
): Promise<Ui | undefined> {
  const { programs, postgres, namespace, codecEndpoint } = o
  if (programs.kind !== 'server' || !postgres) return undefined
  const options = { ...at, program: programs.ui, namespace, codecEndpoint }
  let stopping = false
  let current = await launchUi(options)
  const keepUp = async () => {
    for (;;) {
      await current.child.exited
      await sleep(1_000, undefined, { ref: false })
      if (stopping) return
      current = await launchUi(options)
    }
  }
  keepUp().catch((error: unknown) => o.progress(`the Temporal UI is gone: ${String(error)}`))
  return {
    running: () => [current],
    async stop() {
      stopping = true
      await current.child.stop()
    },
  }
}

export interface TestServerOptions {
  programs: TemporalPrograms
  progress: Progress
  /** For its log; a temporary folder when not given. */
  dir?: string
  namespace?: string
  searchAttributes?: SearchAttributes
}

/** What lets a workflow that asks for it skip its waits, and what makes the skips quick. */
const SKIPPING = {
  'frontend.WorkflowTimeSkippingEnabled': true,
  'history.timerProcessorMaxTimeShift': '1ms',
  'history.workflowIdReuseMinimalInterval': '0s',
  'history.transferProcessorMaxPollRPS': 5000,
  'history.timerProcessorMaxPollRPS': 5000,
  'history.visibilityProcessorMaxPollRPS': 5000,
  'history.outboundProcessorMaxPollRPS': 5000,
}

/** A server for tests, in memory, that can skip time. */
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
