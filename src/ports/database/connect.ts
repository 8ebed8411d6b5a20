import pg from 'pg'
import { lineOf } from './line.ts'
import { Silence } from './silence.ts'
import { types, withTenants } from './values.ts'

/*
 * Connections of the driver that are asked by `query`, as the relay's are: their values go the same
 * way as all others.
 */

const connectTimeoutMs = 5_000

/** So that the system itself finds out when the other side is gone. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const

export function poolOf(options: pg.PoolConfig): pg.Pool {
  const connecting = { connectionTimeoutMillis: connectTimeoutMs, ...keptAlive }
  const pool = new pg.Pool({ ...connecting, ...options, types } as pg.PoolConfig)
  const silence = new Silence(options.connectionString ?? '')
  pool.on('connect', (client) => silence.watch(client))
  // It tells again of the connections that break while nobody has them.
  pool.on('error', () => undefined)
  pool.on('connect', byLine)
  return pool
}

export function clientOf(connectionString: string): pg.Client {
  const connecting = { connectionTimeoutMillis: connectTimeoutMs, ...keptAlive }
  const client = new pg.Client({ connectionString, ...connecting, types } as pg.ClientConfig)
  byLine(client)
  return client
}

/** A connection of its own, for as long as the body takes. */
export async function withClient<T>(
  connectionString: string,
  body: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = clientOf(connectionString)
  await client.connect()
  try {
    return await body(client)
  } finally {
    await client.end()
  }
}

type Asked = string | { text: string; values?: readonly unknown[] } | pg.Submittable
interface Answer {
  rows: unknown[]
  rowCount: number | null
}
type Done = (error: unknown, answer?: Answer) => void

/** What has values is sent by the line, which knows their types; what has none, as it is. */
function byLine(client: pg.ClientBase): void {
  // One that breaks fails its query; unheard it would end the process as well.
  client.on('error', () => undefined)
  const plain = client.query.bind(client) as (asked: Asked) => Promise<Answer>
  const query = (asked: Asked, ...more: unknown[]) => {
    if (typeof asked === 'object' && 'submit' in asked) return plain(asked)
    const done = more.find((each) => typeof each === 'function') as Done | undefined
    const given = more.find((each) => Array.isArray(each)) as unknown[] | undefined
    const text = typeof asked === 'string' ? asked : asked.text
    const values = given ?? (typeof asked === 'string' ? [] : (asked.values ?? []))
    const answer = values.length === 0 ? said(plain(text)) : sent(client, text, values)
    if (done === undefined) return answer
    void tell(answer, done)
    return undefined
  }
  Object.assign(client, { query })
}

/** The driver's own pool asks in this way. */
async function tell(answering: Promise<Answer>, done: Done): Promise<void> {
  let answer: Answer
  try {
    answer = await answering
  } catch (error) {
    return done(error)
  }
  done(undefined, answer)
}

async function said(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering
  return Array.isArray(answer) ? answer : Object.assign(answer, { rows: withTenants(answer.rows) })
}

async function sent(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<Answer> {
  const [result] = await lineOf(client as pg.PoolClient).send([{ text, values }])
  const { rows, done } = result!
  const [, count] = /(\d+)$/.exec(done) ?? []
  return { rows, rowCount: count === undefined ? null : Number(count) }
}
