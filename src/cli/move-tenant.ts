import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { numberOfTenant } from '../domain/id-forms.ts'
import { readEnvironment } from '../environment.ts'
import { exportTenant } from '../install/export-tenant.ts'
import { importTenant } from '../install/import-tenant.ts'
import { deriveKeys } from '../ports/keys/key-ring.ts'
import { onFirstInstallation, onInstallation } from './installation.ts'
import { tenantsNamed } from './tenants-named.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** One tenant as a file, for another installation. */
export async function exportTenantCommand(tenantId: string, file: string): Promise<void> {
  if (existsSync(file)) throw new Error(`there is a file ${file} already`)
  const { RECEIVABLES_EXPORT_KEY: given } = readEnvironment()
  const key = given ?? randomBytes(32).toString('hex')
  await onInstallation(async ({ installed, keys, runtime }) => {
    await tenantsNamed(installed.relayUrl, tenantId)
    const draft = `${file}.new`
    const zip = createGzip()
    const out = zip.pipe(createWriteStream(draft, { mode: 0o600 }))
    const number = numberOfTenant(tenantId)!
    const transport = deriveKeys(key)
    const { documents } = runtime
    const { ownerUrl } = installed
    const at = { ownerUrl, tenantId, number, keys, transport, documents }
    const rows = await exportTenant(at, zip)
    zip.end()
    await finished(out)
    renameSync(draft, file)
    say(`${rows} rows of ${tenantId} are in ${file}`)
    if (given === undefined) say(`its secrets are opened by RECEIVABLES_EXPORT_KEY=${key}`)
  })
}

/** The same tenant, here, with the ids that it had. */
export async function importTenantCommand(file: string): Promise<void> {
  const { RECEIVABLES_EXPORT_KEY: key } = readEnvironment()
  if (key === undefined) throw new Error('RECEIVABLES_EXPORT_KEY is to be what the export said')
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  await onFirstInstallation(async ({ installed, keys, runtime }) => {
    const from = createReadStream(file).pipe(createGunzip())
    const transport = deriveKeys(key)
    const at = { ownerUrl: installed.ownerUrl, keys, transport, documents: runtime.documents }
    const { tenantId, rows } = await importTenant(at, from)
    say(`${tenantId} is here, with ${rows} rows; people log in with the passwords that they have`)
    say('tokens and recovery codes are known to their installation alone: make them anew')
  })
}
