import { withClient } from '../ports/database/connect.ts'

/** Only the relay's login sees who the tenants are. */
export async function tenantsNamed(
  relayUrl: string,
  tenant: string | undefined,
): Promise<string[]> {
  return withClient(relayUrl, async (client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'select tenant_id from tenant where $1::int is null or tenant_id = $1 order by 1',
      [tenant ?? null],
    )
    if (tenant !== undefined && rows.length === 0) throw new Error(`there is no tenant ${tenant}`)
    return rows.map((row) => row.tenant_id)
  })
}
