import { setTimeout as sleep } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'

/**
 * Less than commands wait for what others hold, since a change of a table that has to wait keeps
 * all who come after it from that table; and less than PostgreSQL waits to look for a deadlock.
 */
export const lockTimeoutMs = 300

const patienceMs = 10 * 60_000
const pauseMs = 250

/** Gives way to whoever uses a table, and tries again: they serve while it is brought up. */
export async function givingWay(
  work: () => Promise<unknown>,
  progress: (line: string) => void,
): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const failure = await work().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure === undefined) return
    if (!isHeld(failure) || Date.now() > until) throw failure
    progress('waiting for whoever uses the tables that change')
    await sleep(pauseMs)
  }
}

const held = new Set(['55P03', '40P01', '57014'])

/** No lock came in time, or each waited for the other; the ORM tells it in an error of its own. */
function isHeld(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && held.has(String(one.code))) return true
  }
  return false
}

type Run = (sql: string) => Promise<unknown>

/**
 * All tables that a migration changes, before it changes the first, and all of them within the time
 * of one lock: taken one after another, each would keep its users waiting for the next.
 */
export async function lockFirst(run: Run, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  await run(`set local statement_timeout = ${lockTimeoutMs}`)
  await run(`lock table ${tables.join(', ')} in access exclusive mode`)
  await run('set local statement_timeout = 0')
}

const changing =
  /^(?:alter table|(?:create|drop) policy \S+ on|(?:comment on|drop) trigger \S+ on|create (?:unique )?index \S+ on|create (?:constraint )?trigger [^;]*? on) "?(\w+)/
const referring = / references "?(\w+)/
const dropping = /^drop index "?(\w+)/

/** The tables that these statements lock; of an index that is dropped, its own name. */
export function tablesNamed(statements: readonly string[]): string[] {
  return statements.flatMap((sql) =>
    [changing, referring, dropping].flatMap((pattern) => pattern.exec(sql)?.[1] ?? []),
  )
}

/** Those of them that stand already. */
export async function tablesChanged(
  { em }: MikroORM,
  statements: readonly string[],
): Promise<string[]> {
  const rows = await em.getConnection().execute<{ name: string }[]>(
    `select distinct t.relname as name
     from unnest(string_to_array(?, ',')) n (name) join pg_class c on c.relname = n.name
       left join pg_index i on i.indexrelid = c.oid
       join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
     where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace order by 1`,
    [tablesNamed(statements).join()],
  )
  return rows.map(({ name }) => name)
}
