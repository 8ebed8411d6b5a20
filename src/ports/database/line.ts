import type { Pool, PoolClient, QueryResult } from 'pg'
import { Message, Questions, countParsedOn, isDescribed } from './statements.ts'
import type { Result, Statement } from './statements.ts'

/** What we take from the driver beyond what it promises; it is pinned to one version. */
interface Driver {
  connection: { on(name: string, handle: (message: never) => void): void }
  _getActiveQuery(): unknown
}

/** All that is sent on one connection, in the order in which it is given. */
class Line {
  readonly #client: PoolClient
  /** What was given while statements are described, and goes after them. */
  #held: (() => void)[] | undefined
  watch: ((text: string) => string) | undefined

  constructor(client: PoolClient) {
    this.#client = client
    const driver = client as unknown as Driver
    const active = () => {
      const message = driver._getActiveQuery()
      return message instanceof Message ? message : undefined
    }
    driver.connection.on('parameterDescription', (described) =>
      active()?.handleParameterDescription(described),
    )
    driver.connection.on('noData', () => active()?.handleNoData())
  }

  /** As one message; what has never been sent is described first, to know the types of its values. */
  send(
    given: readonly Statement[],
    failedAt: (place: number) => void = () => undefined,
  ): Promise<Result[]> {
    const { watch } = this
    const statements =
      watch === undefined ? given : given.map(({ text, values }) => ({ text: watch(text), values }))
    return new Promise((resolve, reject) => {
      const settle = (error: unknown, results: Result[]) => {
        if (error === undefined) return resolve(results)
        failedAt(results.length)
        reject(error as Error)
      }
      const run = () => this.#client.query(new Message(statements, settle))
      this.#inTurn(() => {
        const unknown = new Map(
          statements.flatMap((each) => (isDescribed(each.text) ? [] : [[each.text, each]])),
        )
        if (unknown.size === 0) return run()
        const held: (() => void)[] = (this.#held = [])
        const describe = new Questions([...unknown.values()], (error) => {
          this.#held = undefined
          if (error === undefined) run()
          else reject(error as Error)
          for (const next of held) this.#inTurn(next)
        })
        return this.#client.query(describe)
      })
    })
  }

  /** Plain words without values, as `begin`. */
  say(text: string): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      this.#inTurn(() => this.#client.query(text).then(resolve, reject))
    })
  }

  #inTurn(go: () => unknown): void {
    if (this.#held === undefined) go()
    else this.#held.push(go)
  }
}

const lines = new WeakMap<PoolClient, Line>()

/** All that has to keep its order on a connection goes by its line. */
export function lineOf(client: PoolClient): Line {
  let line = lines.get(client)
  if (line === undefined) lines.set(client, (line = new Line(client)))
  return line
}

const parsedMax = 2_000

/** Each statement takes memory of the database, so a connection that knows many ends early. */
export function hasTooManyStatements(client: PoolClient): boolean {
  const { connection } = client as unknown as { connection: object }
  return countParsedOn(connection) > parsedMax
}

/** As one message on a connection of its own, which is one transaction. */
export async function sendOn(pool: Pool, statements: readonly Statement[]): Promise<Result[]> {
  const client = await pool.connect()
  try {
    const results = await lineOf(client).send(statements)
    client.release(hasTooManyStatements(client))
    return results
  } catch (error) {
    // What it had begun ends with its connection.
    client.release(error as Error)
    throw error
  }
}
