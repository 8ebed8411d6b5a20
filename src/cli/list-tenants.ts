import { withClient } from '../ports/database/connect.ts'
import { onLogins } from './own-database.ts'

interface TenantListed extends Record<string, unknown> {
  tenant_id: string
  name: string
  sandbox: boolean
  time_zone: string
  created_at: Date
}

/** Only the relay's login sees who the tenants are. */
export async function listTenantsCommand({ json }: { json: boolean }): Promise<void> {
  const found = await onLogins(({ installed }) =>
    withClient(installed.relayUrl, async (client) => {
      const { rows } = await client.query<TenantListed>(listedTenants)
      return rows.map((row) => ({
        tenantId: row.tenant_id,
        name: row.name,
        sandbox: row.sandbox,
        timeZone: row.time_zone,
        createdAt: row.created_at.toISOString(),
      }))
    }),
  )
  const lines = found.map(({ tenantId, name, sandbox, timeZone, createdAt }) => {
    const mark = sandbox ? ' (sandbox)' : ''
    return `${tenantId}  ${createdAt.slice(0, 10)}  ${timeZone}  ${name}${mark}\n`
  })
  process.stdout.write(json ? `${JSON.stringify(found)}\n` : lines.join(''))
}

const listedTenants =
  'select tenant_id, name, sandbox, time_zone, created_at from tenant order by created_at, tenant_id'
