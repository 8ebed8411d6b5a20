import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../embedded/postgres.ts'
import { newMigration } from './new-migration.ts'

/** `npm run migration -- 'add payment plans'`: on a scratch database that nobody else uses. */
const title = process.argv.slice(2).join(' ')
if (title === '') throw new Error("say what it does: npm run migration -- 'add payment plans'")
const dir = mkdtempSync(join(tmpdir(), 'receivables-migration-'))
const postgres = await startPostgres({
  dataDir: join(dir, 'postgres'),
  durable: false,
  progress: () => undefined,
})
try {
  const name = await newMigration(postgres.url('postgres'), title, new Date())
  process.stdout.write(`wrote migrations/${name}.ts: read it before you keep it\n`)
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
