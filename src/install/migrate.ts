import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Migration } from '@mikro-orm/migrations'
import type { MikroORM } from '@mikro-orm/postgresql'
import { withClient } from '../ports/database/connect.ts'
import type { Keys } from '../ports/keys/keys.ts'
import type { Installed } from './logins.ts'
import { ensureDocumentFiles } from './document-files.ts'
import { givingWay, lockFirst, tablesChanged } from './giving-way.ts'
import { ensurePresence } from './presence.ts'
import { ensureKeyRing } from './key-ring.ts'
import { grantRoles } from './roles.ts'
import { noteKey, refuseOtherKey, refuseOthersLogins } from './same-key.ts'
import { migrationsFolder, pending, schemaFaults } from './schema-faults.ts'

/** Brings a database up to the code, and its roles to what they should be. */
export async function migrate(
  { ownerUrl, roles, runUrl, relayUrl, readUrl }: Installed,
  keys: Keys,
  progress: (line: string) => void,
): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    // Several processes may start at once; one of them migrates, the others find it done.
    await client.query(`select pg_advisory_lock(hashtextextended('receivables migrations', 0))`)
    await refuseOtherKey(client, keys)
    await refuseOthersLogins(client, [runUrl, relayUrl, readUrl], keys)
    const { missing, unknown } = await schemaFaults((text) => client.query(text))
    if (unknown.length > 0) throw new Error(overtaken(unknown))
    if (missing.length > 0) {
      progress(`applying ${missing.length} migration${missing.length > 1 ? 's' : ''}`)
      const { ownerOrm } = await import('./orm.ts')
      const orm = ownerOrm(ownerUrl)
      try {
        // One after the other, so that none holds its tables for longer than itself takes.
        for (const name of missing) await bringUp(orm, name, progress)
      } finally {
        await orm.close(true)
      }
    }
    await noteKey(client, keys)
    await ensureKeyRing(client)
    await ensurePresence(client)
    await ensureDocumentFiles(client)
    await grantRoles(client, roles, keys, progress)
    return missing
  })
}

const overtaken = (unknown: readonly string[]) =>
  `this database was brought up by a later version, which knows ${unknown.slice(0, 3).join(', ')}` +
  `${unknown.length > 3 ? ' and more' : ''}: start that version, or restore a backup from before it`

const askEveryMs = 500

/** Until somebody has brought the database up, where a start is not to do so itself. */
export async function broughtUp(ownerUrl: string, progress: (line: string) => void): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    for (let turns = 0; ; turns++) {
      const waiting = await pending((text) => client.query(text))
      if (waiting.length === 0) return
      if (turns === 0) {
        const count = `${waiting.length} migration${waiting.length > 1 ? 's' : ''}`
        progress(`waiting until "npx receivables migrate" has applied ${count}`)
      }
      await sleep(askEveryMs)
    }
  })
}

/** Applies one; whoever uses what it changes comes first. */
export function bringUp(
  orm: MikroORM,
  name: string,
  progress: (line: string) => void,
): Promise<void> {
  return givingWay(() => applied(orm, name), progress)
}

/** Both or neither: what was noted before would else be taken for what is so after. */
async function applied(orm: MikroORM, name: string): Promise<void> {
  const connection = orm.em.getConnection()
  const tables = await tablesChanged(orm, await statementsOf(orm, name))
  await connection.transactional(async (transaction) => {
    const run = (sql: string) => connection.execute(sql, [], 'run', transaction)
    await lockFirst(run, tables)
    await orm.migrator.up({ migrations: [name], transaction })
    await run(forgetAnswers)
  })
}

async function statementsOf(orm: MikroORM, name: string): Promise<string[]> {
  const file = pathToFileURL(join(migrationsFolder, `${name}.ts`)).href
  const { default: Made } = (await import(file)) as {
    default: new (...of: ConstructorParameters<typeof Migration>) => Migration
  }
  const migration = new Made(orm.em.getDriver(), orm.config)
  await migration.up()
  return migration.getQueries().map(String)
}

/**
 * Whoever serves meanwhile goes by no answer of before. One tenant after the other, as the policy
 * has it: to lift the policy would wait for whoever reads, and all others would wait behind it.
 */
const forgetAnswers = `do $$
begin
  -- The first versions noted nothing.
  if to_regclass('steady_number') is null then return; end if;
  for tenant in 1 .. (select last_value from tenant_number) loop
    perform set_config('app.tenant_id', tenant::text, true);
    update policy_version set steady = nextval('steady_number') where tenant_id = tenant;
  end loop;
end $$`
