import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { end } from '../../src/embedded/processes.ts'

export const root = join(import.meta.dirname, '..', '..')

export interface Program {
  pid: number
  url: string
  /** From the start of the process to its first answer. */
  readyMs: number
  stop(): Promise<void>
}

export interface Start {
  file: string
  args?: readonly string[]
  /** For Node itself, as `--cpu-prof`. */
  flags?: readonly string[]
  env?: NodeJS.ProcessEnv
  /** Where it will answer once it is ready; a server of the bench tells its port itself. */
  answersAt?: string
  /** What it says once it is ready, where it answers nowhere. */
  says?: string
}

const startDeadlineMs = 60_000

const plain = () => ({ PATH: process.env['PATH'], HOME: process.env['HOME'] })

/** Starts a server of ours or of a rival with the same Node, and waits until it answers. */
export async function startProgram(o: Start): Promise<Program> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [...(o.flags ?? []), join(root, o.file), ...(o.args ?? [])],
    {
      cwd: root,
      env: { ...plain(), ...o.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const said = gathered(child)
  const pid = child.pid ?? 0
  try {
    const stop = () => stopped(child)
    if (o.says !== undefined) {
      await untilSaid(child, said, new RegExp(o.says))
      return { pid, url: '', readyMs: performance.now() - began, stop }
    }
    const url = o.answersAt ?? (await portOf(child, said))
    await untilAnswered(url, child)
    return { pid, url: new URL(url).origin, readyMs: performance.now() - began, stop }
  } catch (error) {
    await stopped(child)
    throw new Error(`${o.file} did not start: ${said.text.slice(-2000)}`, { cause: error })
  }
}

function gathered(child: ChildProcess): { text: string } {
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said.text = (said.text + chunk).slice(-10_000)
    })
  }
  return said
}

async function portOf(child: ChildProcess, said: { text: string }): Promise<string> {
  const [, port] = await untilSaid(child, said, /READY (\d+)/)
  return `http://127.0.0.1:${port}/`
}

async function untilSaid(
  child: ChildProcess,
  said: { text: string },
  wanted: RegExp,
): Promise<RegExpExecArray> {
  for (;;) {
    const found = wanted.exec(said.text)
    if (found !== null) return found
    if (child.exitCode !== null) throw new Error('it ended')
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  const began = performance.now()
  for (;;) {
    try {
      const answer = await fetch(url, { headers: { connection: 'close' } })
      await answer.arrayBuffer()
      return
    } catch (error) {
      if (child.exitCode !== null || performance.now() - began > startDeadlineMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  const exited = child.exitCode === null && child.signalCode === null && once(child, 'exit')
  await end(child.pid ?? 0, [
    ['SIGTERM', 10_000],
    ['SIGKILL', 5_000],
  ])
  await exited
}
