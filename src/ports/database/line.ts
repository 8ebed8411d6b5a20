import type { Pool, PoolClient, QueryResult } from 'pg'
import { Message, Questions, countParsedOn, isDescribed, isTakenBack } from './statements.ts'
import type { Result, Settle, Statement } from './statements.ts'

/** What we take from the driver beyond what it promises; it is pinned to one version. */
interface Driver {
  connection: { on(name: string, handle: (message: never) => void): void }
  _getActiveQuery(): unknown
}

/** What is worth a message of its own: the database works on it while more is made. */
const joinedBytesMax = 16 * 1024
/** What is small, as a commit, goes with what was before it. */
const smallBytes = 256

interface Joined extends Statement {
  done(result: Result): void
  fail(error: unknown): void
}

/** All that is sent on one connection, in the order in which it is given. */
class Line {
  readonly #client: PoolClient
  /** What goes together at the end of this tick. */
  #joined: Joined[] = []
  #joinedBytes = 0
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

  /** As one message. */
  send(
    statements: readonly Statement[],
    failedAt: (place: number) => void = () => undefined,
  ): Promise<Result[]> {
    this.#carry()
    return new Promise((resolve, reject) => {
      this.#submit(statements, (error, results) => {
        if (error === undefined) return resolve(results)
        failedAt(results.length)
        reject(error as Error)
      })
    })
  }

  /**
   * Within a transaction: as one message with all that is given in the same tick. After one that
   * fails the others are not looked at, as PostgreSQL does it with those of later messages.
   */
  join(statement: Statement): Promise<Result> {
    const size = sizeOf(statement)
    if (this.#joinedBytes > joinedBytesMax && size > smallBytes) this.#carry()
    return new Promise((done, fail) => {
      if (this.#joined.push({ ...statement, done, fail }) === 1) {
        process.nextTick(() => this.#carry())
      }
      this.#joinedBytes += size
    })
  }

  #carry(): void {
    const joined = this.#joined
    if (joined.length === 0) return
    this.#joined = []
    this.#joinedBytes = 0
    this.#submit(joined, (error, results, unsent) => {
      for (const [at, each] of joined.entries()) {
        const result = results[at]
        if (result !== undefined) each.done(result)
        else each.fail(unsent || at === results.length ? error : unseenAfter(error))
      }
    })
  }

  /** What has never been sent is described first, to know the types of its values. */
  #submit(given: readonly Statement[], settle: Settle): void {
    const { watch } = this
    const statements =
      watch === undefined ? given : given.map(({ text, values }) => ({ text: watch(text), values }))
    const run = () => this.#client.query(new Message(statements, settle))
    const { connection } = this.#client as unknown as Driver
    this.#inTurn(() => {
      const unknown = new Map(
        statements.flatMap((each) =>
          isDescribed(each.text, connection) ? [] : [[each.text, each]],
        ),
      )
      if (unknown.size === 0) return run()
      const held: (() => void)[] = (this.#held = [])
      const describe = new Questions([...unknown.values()], (error) => {
        this.#held = undefined
        if (error === undefined) run()
        else settle(error, [], true)
        for (const next of held) this.#inTurn(next)
      })
      return this.#client.query(describe)
    })
  }

  /** Plain words without values, as `begin`. */
  say(text: string): Promise<QueryResult> {
    this.#carry()
    return new Promise((resolve, reject) => {
      this.#inTurn(() => this.#client.query(text).then(resolve, reject))
    })
  }

  #inTurn(go: () => unknown): void {
    if (this.#held === undefined) go()
    else this.#held.push(go)
  }
}

const sizeOf = ({ values }: Statement) =>
  values.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length
    return sum + (Array.isArray(value) ? value.length * bytesOfItem : 0)
  }, 0)

const bytesOfItem = 30

/** What the database says of statements after one that failed; a lost connection fails all alike. */
function unseenAfter(cause: unknown): unknown {
  if (!isTakenBack(cause)) return cause
  const error = new Error('a statement before this one failed', { cause })
  return Object.assign(error, { code: '25P02' })
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
