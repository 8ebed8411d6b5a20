import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cacheDir } from '../../src/embedded/cache.ts'
import { tryLock } from '../../src/embedded/lock.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { programsAtHand } from '../../src/embedded/temporal-build.ts'

// A first start on a machine where the Temporal server has to be built. For the build stands who
// holds its lock: another process that builds the same, which takes as long as the test wants.

const minute = 60_000
const atHand = programsAtHand()
const built = atHand?.kind === 'server' ? dirname(atHand.server) : undefined
const open: Begun[] = []

afterAll(async () => {
  for (const begun of open) await begun.close()
})

interface Begun {
  folder: string
  api: string
  said(): string
  /** The build is done. */
  isBuilt(): void
  facts(): { tokens: { client: string }; temporalAddress?: string }
  /** Its exit code. */
  stop(): Promise<number | null>
  close(): Promise<void>
}

async function begun(named: string): Promise<Begun> {
  const folder = mkdtempSync(join(tmpdir(), 'receivables-coming-'))
  chmodSync(folder, 0o755)
  const cache = join(folder, 'cache')
  mkdirSync(join(cache, 'temporal'), { recursive: true })
  for (const name of readdirSync(cacheDir())) {
    if (name !== 'temporal') symlinkSync(join(cacheDir(), name), join(cache, name))
  }
  const place = join(cache, 'temporal', basename(named))
  const lock = tryLock(`${place}.lock`)
  if ('heldBy' in lock) throw new Error('the lock is taken')
  const port = await freePort()
  const child = spawn(process.execPath, ['src/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      RECEIVABLES_CACHE_DIR: cache,
      RECEIVABLES_DATA_DIR: join(folder, 'data'),
      RECEIVABLES_LOG_LEVEL: 'warn',
      PORT: String(port),
      TEMPORAL_UI_PORT: String(await freePort()),
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  }
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return child.exitCode
  }
  const one: Begun = {
    folder,
    api: `http://127.0.0.1:${port}`,
    said: () => said,
    isBuilt() {
      symlinkSync(named, place)
      lock.release()
    },
    facts: () => JSON.parse(readFileSync(join(folder, 'data', 'demo.json'), 'utf8')),
    stop,
    async close() {
      await stop()
      lock.release()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  open.push(one)
  return one
}

async function asked({ api, facts }: Begun, method: string, path: string, body?: object) {
  const authorization = `Bearer ${facts().tokens.client}`
  const answer = await fetch(`${api}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  // What a test reads of it is the test's own affair.
  return { status: answer.status, body: (await answer.json()) as Read }
}

interface Read {
  [name: string]: unknown
  id?: string
  status?: string
  coming?: string
  checks?: Record<string, { status: string; reason?: string }>
  statuses?: { main: string }
}

const read = async (url: string) => (await (await fetch(url)).json()) as Read
const takes = (one: Begun) =>
  expect
    .poll(one.said, { timeout: 2 * minute })
    .toContain(`The interface takes requests at ${one.api}`)

const invoice = {
  invoiceNumber: 'F-1',
  dates: { invoiceDate: '2026-11-22', expireDate: '2026-12-22' },
  debtor: {
    customerNumber: '7',
    name: 'Sundin Bygg AB',
    type: 'COMPANY',
    identificationNumber: '559999-2020',
  },
  articleRows: [{ description: 'Consulting', quantity: '10', price: '1000.00', vatPercentage: 25 }],
}

test(
  'takes activations while Temporal is built, says so, and does them once that is there',
  async (context) => {
    if (built === undefined) return context.skip('the stock server is not built here')
    const one = await begun(built)
    await takes(one)
    expect(one.said()).toContain('still being built')
    expect(one.said()).not.toContain('is ready')

    const health = await read(`${one.api}/health/ready`)
    expect(health).toMatchObject({
      status: 'DEGRADED',
      checks: { database: { status: 'UP' }, temporal: { status: 'DEGRADED' } },
    })
    expect(health.checks?.['temporal']?.reason).toMatch(/still being built \(\d+ (?:s|min)/)
    expect((await read(one.api)).coming).toContain('still being built')

    const { id } = (await asked(one, 'POST', '/invoices', invoice)).body
    const product = { productCode: 'INVOICE_SERVICE' }
    const accepted = await asked(one, 'PUT', `/invoices/${id}/activate`, product)
    expect(accepted.status).toBeLessThan(300)
    const statusOf = async () => (await asked(one, 'GET', `/invoices/${id}`)).body.statuses?.main
    expect(await statusOf()).toBe('PENDING')

    one.isBuilt()
    await expect.poll(one.said, { timeout: minute }).toContain('is ready')
    await expect.poll(statusOf, { timeout: minute }).toBe('ACTIVATED')
    expect((await read(one.api)).coming).toBeUndefined()
    await expect.poll(async () => (await read(`${one.api}/health/ready`)).status).toBe('UP')
    expect(one.facts().temporalAddress).toMatch(/:\d+$/)
  },
  5 * 60_000,
)

test(
  'is stopped at once while it waits for that',
  async (context) => {
    if (built === undefined) return context.skip('the stock server is not built here')
    const one = await begun(built)
    await takes(one)
    const before = performance.now()
    expect(await one.stop()).toBe(0)
    expect(performance.now() - before).toBeLessThan(9_000)
  },
  5 * 60_000,
)
