import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { end, type EndBy } from './processes.ts'
import { lastLines } from './run-program.ts'

export interface Exit {
  code: number | null
  signal: string | null
  /** True if we ended it. */
  asked: boolean
}

export interface Child {
  pid: number
  exited: Promise<Exit>
  hasExited(): boolean
  stop(): Promise<void>
}

export interface Launch {
  program: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  log: string
  endBy: EndBy
  uid?: number | undefined
  gid?: number | undefined
}

const LOG_LIMIT = 20 * 1024 * 1024

/** Starts a program that ends at the latest with this process; its output goes to its log. */
export async function launch(o: Launch): Promise<Child> {
  const log = openLog(o.log)
  const user = o.uid === undefined ? {} : { uid: o.uid, gid: o.gid ?? o.uid }
  // In a group of its own: Ctrl-C must reach this process only, which stops its parts in order.
  const options = { cwd: '/', env: o.env, detached: true, ...user }
  const child = spawn(o.program, o.args, { ...options, stdio: ['ignore', log, log] })
  closeSync(log)
  let asked = false
  let gone = false
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      gone = true
      resolve({ code, signal, asked })
    })
  })
  const pid = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', () => resolve(child.pid ?? 0))
  })
  const watch = endWithUs(pid, o.endBy[0]?.[0] ?? 'SIGTERM')
  void exited.then(() => watch.dismiss())
  const stop = async () => {
    asked = true
    if (!gone) await end(pid, o.endBy)
    await exited
  }
  return { pid, exited, hasExited: () => gone, stop }
}

/**
 * A shell that reads from a pipe of this process. The pipe closes even if this process is killed,
 * and then the shell ends the program; a line sent before that dismisses the shell.
 */
function endWithUs(pid: number, signal: NodeJS.Signals): { dismiss(): void } {
  const script = `read -r line || kill -s ${signal.replace('SIG', '')} ${pid} 2>/dev/null`
  const shell = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  return { dismiss: () => shell.stdin.end('done\n') }
}

/** The last lines of a log, for the message of a program that would not start. */
export function tail(log: string, count = 8): string {
  try {
    return lastLines(readFileSync(log, 'utf8').slice(-20_000), count)
  } catch {
    return '(its log cannot be read)'
  }
}

function openLog(path: string): number {
  try {
    if (statSync(path).size > LOG_LIMIT) truncateSync(path)
  } catch {
    // There is no log yet.
  }
  return openSync(path, 'a', 0o600)
}
