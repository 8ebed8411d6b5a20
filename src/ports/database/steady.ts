/**
 * Tables whose rows hardly ever change: roles, settings, clients. Every change of theirs gives the
 * tenant another number (`steady_changed`, a trigger), so what was asked of them alone is known to
 * be so by this number. `afterwards`: new rows are common, and give none. `moving`: columns whose
 * changes give none either.
 */
export type SteadyTables = ReadonlyMap<
  string,
  { how: 'always' | 'afterwards'; moving: readonly string[] }
>

/** Drawn from a sequence, so that none comes twice, not even after a rollback. */
export const steadyNumber = `(select steady from policy_version where tenant_id = $1)`

/** Fails unless the number is still the one that is given. */
export const steadyGuard = `select 1 / (coalesce(${steadyNumber}, -1) = $2)::int as same`

const named = /\b(?:from|join)\s+(?!lateral\b)"?([a-z_]+)"?/g
/** Tables that are named after a comma would not be found. */
const listed = /\bfrom\s+"?[a-z_]+"?(?:\s+(?:as\s+)?[a-z]+)?\s*,|\bon\s+true\s*,/

/**
 * Whether a question asks of nothing else. A name that is not known makes it no, and so does a
 * table of which new rows are common where the answer may come to hold one.
 */
export function asksSteady(
  steady: SteadyTables,
  { text, meetsNew, until }: { text: string; meetsNew: boolean; until?: unknown },
): boolean {
  if (listed.test(text)) return false
  const asked = [...text.matchAll(named)].map(([, name]) => steady.get(name!))
  // What moves with the clock alone is told by the answer itself.
  const words = new Set(until === undefined ? text.match(/[a-z_]+/g) : [])
  const holds = (table: (typeof asked)[number]) =>
    table !== undefined &&
    (table.how === 'always' || !meetsNew) &&
    !table.moving.some((column) => words.has(column))
  return asked.length > 0 && asked.every(holds)
}

const written =
  /\b(?:insert into|delete from|update)\s+"?([a-z_]+)"?(?:\s+[a-z]+)?(?:\s+set\s+(.*?)(?=\b(?:from|where|returning)\b|$))?/gs

/** Whether a statement changes more of one of them than what moves. */
export function writesSteady(steady: SteadyTables, text: string): boolean {
  return [...text.matchAll(written)].some(([, name, set]) => {
    const table = steady.get(name!)
    if (table === undefined) return false
    const columns = [...(set ?? '').matchAll(/"?([a-z_]+)"?\s*=/g)].map(([, column]) => column!)
    return columns.length === 0 || columns.some((column) => !table.moving.includes(column))
  })
}
