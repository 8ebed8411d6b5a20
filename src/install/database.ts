import { withClient } from '../ports/database/connect.ts'
import type { Keys } from '../ports/keys/keys.ts'
import { broughtUp, migrate } from './migrate.ts'
import { roleNames, type RoleNames } from './roles.ts'

/** A database that is ready to be served from, with a login for each kind of work. */
export interface Installed {
  ownerUrl: string
  roles: RoleNames
  runUrl: string
  relayUrl: string
  readUrl: string
}

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

export function installedAt(
  ownerUrl: string,
  rolePrefix: string | undefined,
  keys: Keys,
): Installed {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  const roles = roleNames(rolePrefix ?? database.toLowerCase().replaceAll(/\W/g, '_'))
  const as = (role: string) => withLogin(ownerUrl, role, keys.rolePassword(role))
  return {
    ownerUrl,
    roles,
    runUrl: as(roles.run),
    relayUrl: as(roles.relay),
    readUrl: as(roles.read),
  }
}

function withLogin(url: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.href
}

/** Makes a database where the server has none of that name yet. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database "${name}"`)
  })
}
