import pg from 'pg'

/** Only the relay's login sees who the tenants are. */
export async function tenantsNamed(
  relayUrl: string,
  tenant: string | undefined,
): Promise<string[]> {
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
