import pg from 'pg'
import { refuse } from '../../domain/refusal.ts'

export interface PoolOptions {
  url: string
  connections: number
  /** How many may wait for a connection before the next is refused. */
  queue: number
  name: string
  onLost(error: Error): void
}

const acquireTimeoutMs = 2_000

/** Dates stay text, and whole numbers beyond 2^53 and decimals too: no digit is lost on the way. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.DATE) return (value: string) => value
    return pg.types.getTypeParser(oid, format)
  },
}

/** The connections of a process, few and behind a bounded queue. */
export class Pool {
  readonly #pool: pg.Pool
  readonly #queue: number

  constructor(options: PoolOptions) {
    this.#queue = options.queue
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.connections,
      application_name: options.name,
      connectionTimeoutMillis: acquireTimeoutMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // One round trip carries what need not wait for one another: begin, tenant, principal.
      pipeline: true,
      types,
    } as pg.PoolConfig)
    // An idle connection that breaks would otherwise end the process.
    this.#pool.on('error', options.onLost)
    // One that breaks while in use fails its query, and would end the process as well if unheard.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async client(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= this.#queue) refuse('OVERLOADED', { retryAfterSeconds: 1 })
    return this.#pool.connect()
  }

  get waiting(): number {
    return this.#pool.waitingCount
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}
