import { readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { Unreadable, type Work, type Works } from '../../src/ports/apart/kinds.ts'
import { framedToCome } from '../../src/ports/apart/frames.ts'
import { serveWorks } from '../../src/ports/apart/serve.ts'

/** What a library may do that is given bytes which it was not made for. */
const behaviour: Readonly<Record<string, Work>> = {
  echo: async ({ value, parts, coming }) => ({
    value: { echoed: value, pid: process.pid },
    parts: coming === undefined ? parts : [await whole(coming)],
  }),
  exit: async () => process.exit(0),
  crash: async () => {
    process.kill(process.pid, 'SIGSEGV')
    return never()
  },
  throws: async () => {
    throw new Error('a library broke')
  },
  throwsLater: async () => {
    setImmediate(() => {
      throw new Error('a library broke, and nobody was there to hear')
    })
    return never()
  },
  unreadable: async () => {
    throw new Unreadable('BROKEN', 'It is none')
  },
  forEver: async () => {
    for (;;);
  },
  heap: async () => {
    const all: number[][] = []
    for (;;) all.push(Array.from({ length: 500_000 }, (_, n) => n + 0.5))
  },
  buffers: async () => {
    const all: Buffer[] = []
    for (;;) all.push(Buffer.alloc(16 * 1024 * 1024, 1))
  },
  lies: async () => {
    writeSync(3, Buffer.from('ffffffff00', 'hex'))
    return never()
  },
  partly: async () => {
    for (const piece of framedToCome({ head: {}, parts: [new Uint8Array(90_000)] })) {
      writeSync(3, piece.subarray(0, 50_000))
    }
    return process.exit(0)
  },
  stalls: async () => {
    for (const piece of framedToCome({ head: {}, parts: [new Uint8Array(90_000)] })) {
      writeSync(3, piece.subarray(0, 50_000))
    }
    return never()
  },
  talks: async (given) => {
    process.stdout.write('as libraries do\n'.repeat(10_000))
    process.stderr.write('and complain')
    return given
  },
  reaches: async ({ value }) => ({ value: await reached(value as Reaching), parts: [] }),
}

export interface Reaching {
  secret: string
  folder: string
}

const never = () => new Promise<never>(() => undefined)

/** What it finds in its surroundings. */
async function reached({ secret, folder }: Reaching) {
  const tried = (attempt: () => unknown) => {
    try {
      return String(attempt())
    } catch (error) {
      return (error as NodeJS.ErrnoException).code
    }
  }
  return {
    environment: Object.keys(process.env).toSorted(),
    reads: tried(() => readFileSync(secret, 'utf8')),
    lists: tried(() => readdirSync(folder)),
    writes: tried(() => writeFileSync(`${secret}.new`, 'changed')),
    spawns: await import('node:child_process').then(({ spawnSync }) =>
      tried(() => spawnSync('/bin/true').status),
    ),
  }
}

const works: Works = Object.fromEntries(
  Object.entries(behaviour).map(([name, work]) => [name, async () => work]),
)

serveWorks({
  ...works,
  // What it needs is not installed here.
  absent: async () => {
    throw new Error('Cannot find package')
  },
})

async function whole(coming: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of coming) pieces.push(piece)
  return Buffer.concat(pieces)
}
