import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { poolOf } from '../ports/database/connect.ts'
import { Again } from '../ports/process/again.ts'

/** What works in the background, and has to be seen by those who answer requests. */
export type BackgroundPart = 'worker' | 'relay'

const everyMs = 3_000
/** A part that finished no round for so long hangs. */
export const longestRestMs = 20_000

const shown = `
insert into part_seen as p (id, part, seen_at) select *, now() from unnest($1::text[], $2::text[])
on conflict (id) do update set seen_at = now()`
const forgotten = `delete from part_seen where id = any ($1::text[])
  or seen_at < now() - interval '1 day'`

/**
 * Says every three seconds that a part is here, as long as it is well: one that hangs is as good as
 * none.
 */
export class Presence {
  readonly #pool: ReturnType<typeof poolOf>
  readonly #parts: { id: string; part: BackgroundPart; isWell: () => boolean }[] = []
  readonly #again: Again

  constructor(relayUrl: string, log: Logger) {
    this.#again = new Again({
      everyMs,
      round: () => this.#say(),
      failed: (err) => log.warn({ err }, 'nobody was told that this process is here'),
    })
    this.#pool = poolOf({
      connectionString: relayUrl,
      max: 1,
      application_name: 'receivables presence',
    })
  }

  add(part: BackgroundPart, isWell: () => boolean): void {
    this.#parts.push({ id: randomUUID(), part, isWell })
  }

  async start(): Promise<void> {
    if (this.#parts.length === 0) return
    this.#again.start()
    await this.#again.soon()
  }

  async stop(): Promise<void> {
    await this.#again.stop()
    const ids = this.#parts.map(({ id }) => id)
    await this.#pool.query(forgotten, [ids]).catch(() => undefined)
    await this.#pool.end()
  }

  async #say(): Promise<void> {
    const well = this.#parts.filter(({ isWell }) => isWell())
    await this.#pool.query(shown, [well.map(({ id }) => id), well.map(({ part }) => part)])
  }
}
