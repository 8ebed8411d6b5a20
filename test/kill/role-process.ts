import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** One process of the platform, as `npm start -- --role …` makes it. */
export interface RoleProcess {
  pid: number
  hasEnded(): boolean
  /** Resolves when it is gone, with its exit code. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** All that it said on its standard output. */
  said(): string
}

const patienceMs = 180_000

export type Role = 'api' | 'worker' | 'relay' | 'all'

/** Starts one and waits until it says that it is ready. */
export async function startRole(
  role: Role,
  env: Record<string, string>,
  ...words: string[]
): Promise<RoleProcess> {
  return untilReady(role, launchRole(role, env, ...words))
}

/** Ends it where it does not get ready. */
export async function untilReady(role: Role, started: RoleProcess): Promise<RoleProcess> {
  const until = Date.now() + patienceMs
  while (!started.said().includes('is ready')) {
    if (started.hasEnded()) {
      throw new Error(`the process of ${role} ended at once:\n${started.said()}`)
    }
    if (Date.now() > until) {
      await started.end('SIGKILL')
      throw new Error(`the process of ${role} does not get ready:\n${started.said()}`)
    }
    await sleep(20)
  }
  return started
}

/** Starts one that may never get ready. */
export function launchRole(
  role: Role,
  env: Record<string, string>,
  ...words: string[]
): RoleProcess {
  return launchIn(process.cwd(), role, env, ...words)
}

/** The same of another checkout, as that of an earlier release. */
export function launchIn(
  cwd: string,
  role: Role,
  env: Record<string, string>,
  ...words: string[]
): RoleProcess {
  const child = spawn(process.execPath, ['src/main.ts', '--role', role, ...words], {
    cwd,
    // It ends with the test that started it, however that ends.
    env: { ...process.env, RECEIVABLES_LAUNCHER_PID: String(process.pid), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid ?? 0,
    hasEnded,
    said: () => output,
    async end(signal) {
      if (!hasEnded()) child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}
