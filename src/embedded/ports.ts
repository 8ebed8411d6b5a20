import { mkdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryLock } from './lock.ts'

/** Outgoing connections take ports above 32768 at random, so a server's own port lies below. */
const FIRST = 20_000
const LAST = 32_000

const given = new Set<number>()

/** A port on the loopback that nobody listens on, and that this process has not given out before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port found between ${FIRST} and ${LAST} on 127.0.0.1`)
}

/** The preferred port when it is free, else the next free one above it; ours until we end. */
export async function portOr(preferred: number): Promise<number> {
  for (let port = preferred; port < Math.min(preferred + 100, 65_536); port++) {
    if (isOurs(port) && (await isFree(port))) return port
  }
  return freePort()
}

/** Copies that start at the same moment find the same port free, so each says which one it takes. */
function isOurs(port: number): boolean {
  const folder = join(tmpdir(), `receivables-ports-${process.getuid?.() ?? ''}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const answer = tryLock(join(folder, String(port)))
    return !('heldBy' in answer) || answer.heldBy === process.pid
  } catch {
    // Where nothing can be written, copies that start at once may still meet.
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

/** True when somebody accepts connections there. */
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
