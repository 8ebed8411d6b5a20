import type pg from 'pg'
import { sealedColumns } from '../entities/table.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { Transaction } from '../ports/database/transaction.ts'
import { decryptSecret, encryptSecret, sealedBy } from '../ports/keys/secrets.ts'
import { crashPoint } from '../ports/process/crash-point.ts'

/** What one transaction seals anew; others wait for no row longer than for that. */
const pageSize = 50

type Across = Pick<pg.Pool, 'query'>
type Sealing = Pick<Runtime, 'pool' | 'keys'>

export async function tenantsOf(across: Across): Promise<string[]> {
  const { rows } = await across.query<{ tenant_id: string }>(
    'select tenant_id from tenant order by 1',
  )
  return rows.map(({ tenant_id: id }) => id)
}

const isSealedBy = (columns: readonly string[], at: string) =>
  columns.map((column) => `${column} like any (${at})`).join(' or ')

const patterns = (keyIds: readonly string[]) => keyIds.map((id) => `v1.${id}.%`)

/** How many values of a tenant each key has sealed. */
export async function sealedOf(
  { pool }: Pick<Runtime, 'pool'>,
  tenantId: string,
): Promise<Map<string, number>> {
  const texts = sealedColumns().flatMap(({ table, columns }) =>
    columns.map(
      (column) => `select split_part(${column}, '.', 2) as key from ${table}
        where tenant_id = $1 and ${column} is not null`,
    ),
  )
  const rows = await inTransaction({ pool }, tenantId, (transaction) =>
    transaction.query<{ key: string; count: number }>(
      `select key, count(*)::int as count from (${texts.join(' union all ')}) s group by 1`,
      [tenantId],
    ),
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** Seals anew what these keys have sealed for a tenant, page by page; how many values that was. */
export async function resealTenant(
  at: Sealing,
  tenantId: string,
  formerIds: readonly string[],
): Promise<number> {
  let count = 0
  for (const of of sealedColumns()) {
    let after: string | null = null
    do {
      const page: Page = await inTransaction(at, tenantId, (transaction) =>
        resealPage(at, transaction, { tenantId, after, formerIds, ...of }),
      )
      count += page.count
      after = page.after
      if (page.count > 0) crashPoint('page-resealed', () => [of.table])
    } while (after !== null)
  }
  return count
}

interface Page {
  count: number
  after: string | null
}

interface Asked {
  tenantId: string
  table: string
  columns: readonly string[]
  after: string | null
  formerIds: readonly string[]
}

/** Whoever changes a value meanwhile seals it themselves, so it is compared as it is written. */
async function resealPage(
  { keys }: Sealing,
  transaction: Transaction,
  { tenantId, table, columns, after, formerIds }: Asked,
): Promise<Page> {
  const rows = await transaction.query<Record<string, string | null> & { id: string }>(
    `select id, ${columns.join(', ')} from ${table}
     where tenant_id = $1 and ($2::uuid is null or id > $2) and (${isSealedBy(columns, '$3')})
     order by id limit ${pageSize}`,
    [tenantId, after, patterns(formerIds)],
  )
  let count = 0
  for (const row of rows) {
    for (const column of columns) {
      const sealed = row[column]
      if (sealed == null || !formerIds.includes(sealedBy(sealed) ?? '')) continue
      const place = { tenantId, table, column, id: row.id }
      const anew = encryptSecret(keys, decryptSecret(keys, sealed, place), place)
      const changed = await transaction.query(
        `update ${table} set ${column} = $4
         where tenant_id = $1 and id = $2 and ${column} = $3 returning 1`,
        [tenantId, row.id, sealed, anew],
      )
      count += changed.length
    }
  }
  return { count, after: rows.length < pageSize ? null : rows.at(-1)!.id }
}

async function inTransaction<T>(
  { pool }: Pick<Runtime, 'pool'>,
  tenantId: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const transaction = await Transaction.begin(pool, { tenantId }, 'job')
  try {
    const done = await work(transaction)
    await transaction.commit()
    return done
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}
