import { migrate, pending } from '../install/migrate.ts'
import { installedAt } from '../install/database.ts'
import { withClient } from '../ports/database/connect.ts'
import { readKeys } from '../run/master-key.ts'
import { onOwnDatabase } from './installation.ts'

/** Apart from any start, so that who deploys sees it end before the first process of a release. */
export async function migrateCommand({ list }: { list: boolean }): Promise<void> {
  const names = await onOwnDatabase(async ({ ownerUrl, environment, say }) => {
    if (list) return withClient(ownerUrl, (client) => pending((text) => client.query(text)))
    const keys = await readKeys(environment, ownerUrl, say)
    const at = installedAt(ownerUrl, environment.RECEIVABLES_DATABASE_ROLES, keys)
    return migrate(at, keys, say)
  })
  const none = list ? 'nothing waits' : 'nothing waited'
  process.stdout.write(`${names.length === 0 ? none : names.join('\n')}\n`)
}
