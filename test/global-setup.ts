import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../src/embedded/postgres.ts'
import { install } from '../src/install/database.ts'
import { deriveKeys } from '../src/ports/keys/keys.ts'

/** One database server for the whole run, with a migrated template that every file clones. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'receivables-test-'))
  const masterKey = randomBytes(32).toString('hex')
  const postgres = await startPostgres({
    dataDir: join(dir, 'postgres'),
    durable: false,
    maxConnections: 300,
    progress: () => undefined,
  })
  const template = 'receivables_template'
  const admin = new pg.Client({ connectionString: postgres.url('postgres') })
  await admin.connect()
  await admin.query(`create database ${template}`)
  await admin.end()
  const keys = deriveKeys(masterKey)
  await install(postgres.url(template), 'receivables_test', keys, () => undefined)
  project.provide('postgres', {
    url: postgres.url('postgres'),
    template,
    masterKey,
    rolePrefix: 'receivables_test',
  })
  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
