import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const migrationsFolder = join(import.meta.dirname, '..', '..', 'migrations')

type Query = (text: string) => Promise<{ rows: { name?: string; known?: boolean }[] }>

/** The first migration. From it on what has been written is never changed, only added to. */
export const baseline = '2026-11-23T06-00_the_platform'

const tooOld =
  'this database was made by a version from before the first release, whose rows are stored ' +
  'differently: begin with an empty one (another RECEIVABLES_DATA_DIR or DATABASE_URL), or go on ' +
  'with the version that made it'

/** The migrations of the code that a database does not have yet. */
export async function pending(query: Query): Promise<string[]> {
  return (await schemaFaults(query)).missing
}

/** In what a database is behind the code, and in what it is ahead of it. */
export async function schemaFaults(query: Query): Promise<Record<'missing' | 'unknown', string[]>> {
  const known = await query(`select to_regclass('public.migration') is not null as known`)
  const applied = known.rows[0]?.known === true ? await query('select name from migration') : null
  const names = new Set(applied?.rows.map(({ name }) => name))
  if ([...names].some((name = '') => name < baseline)) throw new Error(tooOld)
  const files = await readdir(migrationsFolder)
  const ours = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace('.ts', ''))
    .toSorted()
  return {
    missing: ours.filter((name) => !names.has(name)),
    unknown: [...names].filter((name = '') => !ours.includes(name)).map(String),
  }
}
