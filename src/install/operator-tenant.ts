import type { OperatorTenant } from '../domain/access/principal.ts'
import { withClient } from '../ports/database/connect.ts'

/**
 * Temporal shows the processes of all tenants at once, so it is shown to the people of one tenant
 * alone: that which the operator names. Beside our own engines it is the first that was made; on a
 * database of somebody's own that may be a customer, so without a name it is nobody's.
 */
export function operatorTenant(
  named: string | undefined,
  relayUrl: string,
  isOurs: boolean,
): OperatorTenant {
  let known = named
  return async () => (known ??= isOurs ? await firstTenant(relayUrl) : undefined)
}

async function firstTenant(relayUrl: string): Promise<string | undefined> {
  return withClient(relayUrl, async (client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'select tenant_id from tenant order by tenant_id limit 1',
    )
    return rows[0]?.tenant_id
  })
}
