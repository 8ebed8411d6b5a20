import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { searchAttributes } from '../src/domain/processes.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { temporalPrograms } from '../src/embedded/temporal-build.ts'
import { startTestServer } from '../src/embedded/temporal.ts'
import { install } from '../src/install/database.ts'
import { deriveKeys } from '../src/ports/keys/key-ring.ts'
import { workflowBundle } from '../src/run/worker.ts'
import { memoryFolder } from './memory-folder.ts'

const template = 'receivables_template'
const rolePrefix = 'receivables_test'

/** One database, one engine and one bundle for the whole run; every file clones and queues its own. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'receivables-test-'))
  const progress = (line: string) => process.stderr.write(`${line}\n`)
  const masterKey = randomBytes(32).toString('hex')
  const engine = async () =>
    startTestServer({
      programs: await temporalPrograms(progress),
      progress: () => undefined,
      dir: join(dir, 'temporal'),
      searchAttributes,
    })
  const tables = memoryFolder() ?? dir
  const starting = [migratedPostgres(tables, masterKey), engine(), workflowBundle()] as const
  const [postgres, temporal, { codePath }] = await Promise.all(starting).catch(async (error) => {
    const parts = await Promise.allSettled(starting.slice(0, 2))
    for (const part of parts) if (part.status === 'fulfilled') await (part.value as Part).stop()
    rmSync(tables, { recursive: true, force: true })
    throw error
  })
  const url = postgres.url('postgres')
  project.provide('postgres', { url, template, masterKey, rolePrefix })
  const { address, namespace } = temporal
  project.provide('temporal', { address, namespace, codePath })
  return async () => {
    await Promise.all([postgres.stop(), temporal.stop()])
    for (const each of [dir, tables]) rmSync(each, { recursive: true, force: true })
  }
}

interface Part {
  stop(): Promise<void>
}

async function migratedPostgres(dir: string, masterKey: string) {
  const postgres = await startPostgres({
    dataDir: join(dir, 'postgres'),
    durable: false,
    maxConnections: 300,
    progress: () => undefined,
  })
  try {
    const admin = new pg.Client({ connectionString: postgres.url('postgres') })
    await admin.connect()
    await admin.query(`create database ${template}`)
    await admin.end()
    await install(postgres.url(template), rolePrefix, deriveKeys(masterKey), () => undefined)
    return postgres
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
