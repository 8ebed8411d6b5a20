import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Environment } from '../environment.ts'
import { knownKeys, currentKey } from '../install/key-ring.ts'
import { poolOf } from '../ports/database/connect.ts'
import type { KeyRing } from '../ports/keys/key-ring.ts'
import { Again } from '../ports/process/again.ts'
import { mastersOf } from './master-key.ts'

const everyMs = 2_000

const shown = `
insert into key_seen as s (process, what, known, current, seen_at) values ($1, $2, $3, $4, now())
on conflict (process) do update set known = $3, current = $4, seen_at = now()`
const forgotten = `delete from key_seen where process = $1 or seen_at < now() - interval '1 day'`

/** Turns to the current key of the database while the process serves, and says which keys it has. */
export class KeyFollower {
  readonly #environment: Environment
  readonly #ring: KeyRing
  readonly #pool: ReturnType<typeof poolOf>
  readonly #again: Again
  readonly #process = randomUUID()
  readonly #what: string

  constructor(
    environment: Environment,
    runUrl: string,
    ring: KeyRing,
    { role, log }: { role: string; log: Logger },
  ) {
    this.#environment = environment
    this.#ring = ring
    this.#what = `${role} on ${hostname()}, process ${process.pid}`
    this.#pool = poolOf({
      connectionString: runUrl,
      max: 1,
      application_name: 'receivables keys',
    })
    this.#again = new Again({
      everyMs,
      round: () => this.#follow(),
      failed: (err) => log.warn({ err }, 'which master key is the current one was not read'),
    })
  }

  async start(): Promise<void> {
    this.#again.start()
    await this.#again.soon()
  }

  async stop(): Promise<void> {
    await this.#again.stop()
    await this.#pool.query(forgotten, [this.#process]).catch(() => undefined)
    await this.#pool.end()
  }

  async #follow(): Promise<void> {
    for (const master of mastersOf(this.#environment)) this.#ring.add(master)
    const known = await knownKeys(this.#pool)
    if (known[0]?.id !== this.#ring.id) {
      const current = await currentKey(this.#pool)
      if (current !== undefined) this.#ring.turnTo(current.id, current.kept)
    }
    for (const { id, removedAt } of known) if (removedAt !== null) this.#ring.remove(id)
    const ids = this.#ring.ring().map(({ id }) => id)
    await this.#pool.query(shown, [this.#process, this.#what, ids, this.#ring.id])
  }
}
