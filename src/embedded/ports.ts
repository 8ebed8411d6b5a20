import { mkdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryLock } from './lock.ts'

/** Outgoing connections take random ports above 32768, so a server's own port is chosen below. */
const FIRST = 20_000
const LAST = 32_000

const given = new Set<number>()

/** A free port of the loopback that this process has not given out before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port found between ${FIRST} and ${LAST} on 127.0.0.1`)
}

/** The preferred port, or the next free one above it; this process keeps it until it ends. */
export async function portOr(preferred: number): Promise<number> {
  for (let port = preferred; port < Math.min(preferred + 100, 65_536); port++) {
    if (isOurs(port) && (await isFree(port))) return port
  }
  return freePort()
}

/** Processes that start at once would find the same port free, so each takes a lock on its port. */
function isOurs(port: number): boolean {
  const folder = join(tmpdir(), `receivables-ports-${process.getuid?.() ?? ''}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const answer = tryLock(join(folder, String(port)))
    return !('heldBy' in answer) || answer.heldBy === process.pid
  } catch {
    // Without a writable folder two processes that start at once may take the same port.
    return true
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.unref()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => resolve(true))
    })
  })
}

/** True if a process accepts connections there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
