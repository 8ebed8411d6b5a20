import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '@temporalio/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { discardPostgres, startPostgres } from '../../src/embedded/postgres.ts'
import { temporalPrograms } from '../../src/embedded/temporal-build.ts'
import { startTemporal, startTestServer } from '../../src/embedded/temporal.ts'

const quiet = () => {}
const MINUTE = 60_000
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receivables-temporal-'))
  chmodSync(folder, 0o755)
})

afterEach(() => {
  discardPostgres(join(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
})

async function start(kind: 'server' | 'dev') {
  const found = await temporalPrograms(quiet)
  const programs = kind === 'dev' ? { kind, cli: found.cli } : found
  const dataDir = join(folder, 'postgres')
  const server =
    programs.kind === 'server'
      ? await startPostgres({ dataDir, durable: false, progress: quiet })
      : undefined
  const temporal = await startTemporal({
    programs,
    postgres: server && { ...server, user: server.superuser },
    dir: join(folder, 'temporal'),
    namespace: 'receivables',
    uiPort: 28_233,
    searchAttributes: { RxTenant: 'Keyword', RxDue: 'Datetime' },
    progress: quiet,
  })
  return { temporal, server }
}

async function count(address: string, namespace: string, query: string): Promise<number> {
  const connection = await Connection.connect({ address })
  try {
    const answer = await connection.workflowService.countWorkflowExecutions({ namespace, query })
    return Number(answer.count)
  } finally {
    await connection.close()
  }
}

describe('the embedded Temporal server', () => {
  it(
    'comes back at the same address, with its namespace, after everything was killed',
    { timeout: 10 * MINUTE },
    async () => {
      const first = await start('server')
      expect(await count(first.temporal.address, 'receivables', "RxTenant = 'a'")).toBe(0)
      const { pid } = first.temporal
      process.kill(pid, 'SIGKILL')
      if (first.server) process.kill(first.server.pid, 'SIGKILL')
      expect(await first.temporal.exited).toMatchObject({ signal: 'SIGKILL', asked: false })
      await first.server?.exited
      await first.temporal.stop()
      const second = await start('server')
      expect(second.temporal.address).toBe(first.temporal.address)
      expect(await count(second.temporal.address, 'receivables', "RxTenant = 'a'")).toBe(0)
      await second.temporal.stop()
      await second.server?.stop()
    },
  )

  it('puts its UI up again when that falls alone', { timeout: 10 * MINUTE }, async () => {
    const { temporal, server } = await start('server')
    const answers = () =>
      fetch(temporal.uiUrl).then(
        ({ status }) => status,
        () => 0,
      )
    const uiPid = () => {
      const pids = readFileSync(join(folder, 'temporal', 'temporal-pids.json'), 'utf8')
      return (JSON.parse(pids) as { pid: number }[])[1]?.pid ?? 0
    }
    await expect.poll(answers, { timeout: MINUTE }).toBe(200)
    const first = uiPid()
    process.kill(first, 'SIGKILL')
    await expect.poll(uiPid, { timeout: MINUTE }).not.toBe(first)
    await expect.poll(answers, { timeout: MINUTE }).toBe(200)
    await temporal.stop()
    await server?.stop()
  })

  it('does without PostgreSQL as a development server', { timeout: 10 * MINUTE }, async () => {
    const first = await start('dev')
    await first.temporal.stop()
    const second = await start('dev')
    expect(second.temporal.address).toBe(first.temporal.address)
    expect(await count(second.temporal.address, 'receivables', "RxTenant = 'a'")).toBe(0)
    expect((await fetch(second.temporal.uiUrl)).status).toBe(200)
    await second.temporal.stop()
  })
})

describe('the server for tests', () => {
  it('has the attributes that were asked for', { timeout: 10 * MINUTE }, async () => {
    const programs = await temporalPrograms(quiet)
    const searchAttributes = { RxTenant: 'Keyword' } as const
    const server = await startTestServer({ programs, searchAttributes, progress: quiet })
    expect(await count(server.address, 'default', "RxTenant = 'a'")).toBe(0)
    await server.stop()
  })
})
