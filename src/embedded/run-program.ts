import { spawn, type SpawnOptions } from 'node:child_process'

export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  uid?: number | undefined
  gid?: number | undefined
  input?: string
  /** Called from time to time with the seconds that the program has run. */
  every?: { ms: number; report(seconds: number): void }
}

/** Runs a program to its end and returns its output; a failure shows the last lines. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const began = Date.now()
  const child = spawn(program, args, spawnOptions(options))
  const endChild = () => child.kill('SIGKILL')
  process.once('exit', endChild)
  const { every } = options
  const timer = every
    ? setInterval(() => every.report(Math.round((Date.now() - began) / 1000)), every.ms)
    : undefined
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-200_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  child.stdin?.on('error', () => {})
  child.stdin?.end(options.input ?? '')
  try {
    const status = await new Promise<string>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(String(code ?? signal)))
    })
    if (status === '0') return output
    throw new Error(`${program} ended with ${status}:\n${lastLines(output, 12)}`)
  } finally {
    clearInterval(timer)
    process.off('exit', endChild)
  }
}

export function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}

/** `80` becomes `1 min 20 s`. */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

function spawnOptions({ cwd = '/', env, uid, gid }: RunOptions): SpawnOptions {
  return {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(env ? { env } : {}),
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  }
}
