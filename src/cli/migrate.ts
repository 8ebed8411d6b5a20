import { installedAt } from '../install/logins.ts'
import { pending } from '../install/schema-faults.ts'
import { withClient } from '../ports/database/connect.ts'
import { readKeys } from '../run/master-key.ts'
import { onOwnDatabase, type OwnDatabase } from './own-database.ts'

/** Apart from any start, so that who deploys sees it end before the first process of a release. */
export async function migrateCommand({ list }: { list: boolean }): Promise<void> {
  const names = await onOwnDatabase(list ? waiting : broughtUp)
  const none = list ? 'nothing waits' : 'nothing waited'
  process.stdout.write(`${names.length === 0 ? none : names.join('\n')}\n`)
}

const waiting = ({ ownerUrl }: OwnDatabase) =>
  withClient(ownerUrl, (client) => pending((text) => client.query(text)))

async function broughtUp({ ownerUrl, environment, say }: OwnDatabase): Promise<string[]> {
  const { migrate } = await import('../install/migrate.ts')
  const keys = await readKeys(environment, ownerUrl, say)
  return migrate(installedAt(ownerUrl, environment.RECEIVABLES_DATABASE_ROLES, keys), keys, say)
}
