import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readEnvironment } from '../src/environment.ts'
import { freePort } from '../src/embedded/ports.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { ensureDatabase, install } from '../src/install/database.ts'
import { newTenant } from '../src/install/new-tenant.ts'
import { allByOne } from '../src/domain/topics.ts'
import { deriveKeys } from '../src/ports/keys/key-ring.ts'
import { urlsOf } from '../src/run/addresses.ts'
import { startApi } from '../src/run/api.ts'
import { createLog, createRuntime } from '../src/run/runtime.ts'

/** A database, a tenant and the interface as `npm start` serves it, without the engine. */
export async function withApi<T>(work: (url: string, token: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'receivables-served-'))
  const keys = deriveKeys(randomBytes(32).toString('hex'))
  const progress = () => undefined
  const dataDir = join(dir, 'postgres')
  const postgres = await startPostgres({ dataDir, durable: false, progress })
  try {
    await ensureDatabase(postgres.url('postgres'), 'receivables')
    const installed = await install(postgres.url('receivables'), undefined, keys, progress)
    const environment = readEnvironment({
      RECEIVABLES_DATA_DIR: dir,
      RECEIVABLES_LOG_LEVEL: 'error',
    })
    const mail = { send: async () => undefined }
    const log = createLog(environment)
    const runtime = createRuntime(
      environment,
      installed.runUrl,
      keys,
      mail,
      log,
      urlsOf(environment),
    )
    const tenant = {
      name: 'Examined',
      sandbox: true,
      timeZone: 'Europe/Stockholm',
      dualControl: allByOne,
    }
    const { token } = await newTenant(runtime, tenant)
    await keepAlive(postgres.url('receivables'))
    const api = await startApi(
      environment,
      runtime,
      { needed: {}, helpful: {} },
      await freePort(),
      async () => undefined,
    )
    try {
      return await work(api.url, token)
    } finally {
      await api.stop()
      await runtime.pool.close()
    }
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** It logs out and revokes whatever it finds; the token that it examines us with lives on. */
async function keepAlive(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create function keep() returns trigger language plpgsql as
    $$ begin new.revoked_at = null; return new; end $$`)
  await client.query(`create trigger keep before update on token for each row
    when (new.name = 'First token of the tenant') execute function keep()`)
  await client.end()
}
