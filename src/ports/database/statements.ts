import { createHash } from 'node:crypto'
import type { PoolClient, QueryResult, QueryResultRow } from 'pg'

const names = new Map<string, string>()
/** Texts come from code, but a list's has a shape for each set of filters. */
const namesMax = 10_000

/** A name follows from its text, so one that was forgotten comes back the same. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= namesMax) names.clear()
  // PostgreSQL tells prepared statements apart by their first 63 characters.
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** For statements that are sent again and again, so that each connection parses them once. */
export function named(text: string): { name: string; text: string } {
  return { name: nameOf(text), text }
}

const learnt = new WeakMap<PoolClient, Set<string>>()
const learntMax = 2_000

/** Sends a statement that is parsed once a connection. */
export function sendPrepared<R extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: unknown[],
): Promise<QueryResult<R>> {
  const statement = named(text)
  let known = learnt.get(client)
  if (known === undefined) learnt.set(client, (known = new Set()))
  known.add(statement.name)
  return client.query<R>({ ...statement, values })
}

/** Each takes memory of the database until its connection ends, so one that knows many ends early. */
export function hasTooManyStatements(client: PoolClient, max = learntMax): boolean {
  return (learnt.get(client)?.size ?? 0) > max
}
