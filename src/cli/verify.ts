import pg from 'pg'
import {
  verifyBooks,
  type Finding,
  type Outcome,
} from '../activities/bookkeeping/verify/verify-books.ts'
import { onInstallation } from './installation.ts'

export interface VerifyOptions {
  tenant?: string
  json: boolean
}

/** Compares what is kept with what it follows from, of one tenant or of all. */
export async function verifyCommand({ tenant, json }: VerifyOptions): Promise<void> {
  const say = (line: string) => void (json || process.stdout.write(`${line}\n`))
  const findings = await onInstallation(async ({ installed, runtime }) => {
    const found: (Finding & { tenantId: string })[] = []
    for (const tenantId of await tenantsNamed(installed.relayUrl, tenant)) {
      say(tenantId)
      const ofTenant = await verifyBooks(runtime.pool, tenantId, (outcome) => tell(outcome, say))
      found.push(...ofTenant.map((finding) => ({ tenantId, ...finding })))
    }
    return found
  })
  if (json) process.stdout.write(`${JSON.stringify({ findings })}\n`)
  say(findings.length === 0 ? 'all of it holds' : `${findings.length} findings`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

function tell({ check, findings, more }: Outcome, say: (line: string) => void): void {
  say(`  ${findings.length === 0 ? 'holds ' : 'BROKEN'}  ${check.name}: ${check.promise}`)
  for (const { subject, found } of findings) say(`            ${subject}: ${found}`)
  if (more) say('            and more')
}

/** Only the relay's login sees who the tenants are. */
async function tenantsNamed(relayUrl: string, tenant: string | undefined): Promise<string[]> {
  const client = new pg.Client({ connectionString: relayUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'select tenant_id as id from tenant where $1::text is null or tenant_id = $1 order by 1',
      [tenant ?? null],
    )
    if (tenant !== undefined && rows.length === 0) throw new Error(`there is no tenant ${tenant}`)
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}
