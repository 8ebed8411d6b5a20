import { withClient } from '../ports/database/connect.ts'
import type { Keys } from '../ports/keys/keys.ts'
import { broughtUp, migrate } from './migrate.ts'
import { installedAt, type Installed } from './logins.ts'

export async function install(
  ownerUrl: string,
  rolePrefix: string | undefined,
  keys: Keys,
  progress: (line: string) => void,
): Promise<Installed> {
  const installed = installedAt(ownerUrl, rolePrefix, keys)
  await migrate(installed, keys, progress)
  return installed
}

/** The same where a start is not to change the schema: it waits until somebody else has. */
export async function installOnceBroughtUp(...of: Parameters<typeof install>): Promise<Installed> {
  const [ownerUrl, , , progress] = of
  await broughtUp(ownerUrl, progress)
  return install(...of)
}

/** Makes a database where the server has none of that name yet. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database "${name}"`)
  })
}
