import type { Socket } from 'node:net'
import pg from 'pg'

/** What we take from the driver beyond what it promises; it is pinned to one version. */
interface Driver {
  connection: {
    stream: Socket
    on(name: 'errorMessage', hear: (message: { code?: string }) => void): void
  }
  processID: number | null
  _getActiveQuery(): unknown
  _queryQueue: readonly unknown[]
  _sentQueryQueue: readonly unknown[]
}

export interface Patience {
  /** How long an answer may be awaited before the database is asked whether it works on it. */
  quietMs: number
  /** How long it may take to say so. */
  answerMs: number
  /** How long is waited where something stands between, so that nobody can say. */
  mostMs: number
}

const usual: Patience = { quietMs: 4_000, answerMs: 3_000, mostMs: 30_000 }

interface Watched {
  driver: Driver
  heardAt: number
  /** Since when it owes an answer. */
  owesSince: number | undefined
}

/** Which of these sessions there are, and whether they work. */
const ask = `select pg_backend_pid() as own, array (select pid from pg_stat_activity
    where pid = any ($1::int[])) as there, array (select pid from pg_stat_activity
    where pid = any ($1::int[]) and state = 'active') as active`
interface Said {
  own: number
  there: number[]
  active: number[]
}

/** The database that one was on has become a standby: another one takes what is written. */
const readOnly = '25006'

/**
 * Ends connections behind which nobody is any more. A database that vanishes without a word, that
 * froze, or whose place another one took, leaves them open, and whoever waits for an answer there
 * would wait for ever. One that merely works for long says so on another connection.
 */
export class Silence {
  readonly #url: string
  readonly #patience: Patience
  readonly #watched = new Set<Watched>()
  #timer: NodeJS.Timeout | undefined
  #asking = false

  constructor(url: string, patience: Patience = usual) {
    this.#url = url
    this.#patience = patience
  }

  watch(client: pg.ClientBase): void {
    const driver = client as unknown as Driver
    const watched: Watched = { driver, heardAt: performance.now(), owesSince: undefined }
    driver.connection.stream.on('data', () => (watched.heardAt = performance.now()))
    driver.connection.on('errorMessage', ({ code }) => {
      if (code === readOnly) setImmediate(() => end(watched))
    })
    this.#watched.add(watched)
    client.once('end', () => {
      this.#watched.delete(watched)
      if (this.#watched.size === 0) clearInterval(this.#timer)
    })
    if (this.#watched.size === 1) {
      this.#timer = setInterval(() => this.#look(), this.#patience.quietMs / 4).unref()
    }
  }

  #look(): void {
    const now = performance.now()
    for (const each of this.#watched) {
      each.owesSince = owes(each) ? (each.owesSince ?? now) : undefined
    }
    const isLate = [...this.#watched].some((each) => this.#silentMs(each) >= this.#patience.quietMs)
    if (!isLate || this.#asking) return
    this.#asking = true
    void this.#ask().finally(() => (this.#asking = false))
  }

  #silentMs({ owesSince, heardAt }: Watched): number {
    return owesSince === undefined ? 0 : performance.now() - Math.max(owesSince, heardAt)
  }

  async #ask(): Promise<void> {
    const all = [...this.#watched]
    const heard = new Map(all.map((each) => [each, each.heardAt]))
    const answer = await this.#said(all.flatMap(({ driver }) => driver.processID ?? []))
    // Heard of meanwhile, as all are after this process itself stood still.
    const silent = all.filter((each) => each.heardAt === heard.get(each))
    const isAlive = silent.length < all.length
    const said = answer === 'nothing' && isAlive ? 'unknowable' : answer
    for (const each of silent) if (this.#isLost(each, said)) end(each)
  }

  #isLost(each: Watched, said: Said | 'nothing' | 'unknowable'): boolean {
    const silentMs = this.#silentMs(each)
    if (said === 'nothing') return true
    const pid = each.driver.processID
    if (said === 'unknowable' || pid === null) return silentMs >= this.#patience.mostMs
    if (!said.there.includes(pid)) return true
    return silentMs >= this.#patience.quietMs && !said.active.includes(pid)
  }

  async #said(pids: readonly number[]): Promise<Said | 'nothing' | 'unknowable'> {
    const { answerMs } = this.#patience
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'receivables silence',
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<Said>(ask, [pids])
      const [said] = rows
      const { processID } = client as unknown as Driver
      return said === undefined || said.own !== processID ? 'unknowable' : said
    } catch (error) {
      // It answers, if only that it has no place for one more.
      const code = String((error as { code?: unknown }).code)
      return code.startsWith('53') ? 'unknowable' : 'nothing'
    } finally {
      void client.end().catch(() => undefined)
    }
  }
}

const owes = ({ driver }: Watched): boolean =>
  driver._getActiveQuery() != null ||
  driver._sentQueryQueue.length > 0 ||
  driver._queryQueue.length > 0

/** Whoever waits there is told that the database is away, and the pool that this one is gone. */
function end({ driver }: Watched): void {
  const error = new Error('the database does not answer any more')
  driver.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
}
