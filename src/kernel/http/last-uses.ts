import { Transaction } from '../../ports/database/transaction.ts'
import type { Pool } from '../../ports/database/pool.ts'
import { lastUseGrainMs, type Caller } from '../../policy/authenticate.ts'

const delayMs = 500
const notedMax = 10_000

/** Notes when a token was last used, behind the answers: a read shall not wait for a write. */
export class LastUses {
  readonly #pool: Pool
  readonly #onFailure: (error: unknown) => void
  readonly #noted = new Map<string, { tenantId: string; at: Date }>()
  /** When the use was last noted that was written down, or will be. */
  readonly #last = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool, onFailure: (error: unknown) => void) {
    this.#pool = pool
    this.#onFailure = onFailure
  }

  note(caller: Caller, at: Date): void {
    if (caller.tokenId === null || !this.#isDue(caller.tokenId, at)) return
    this.#noted.set(caller.tokenId, { tenantId: caller.tenantId, at })
    this.#timer ??= setTimeout(() => void this.flush(), delayMs).unref()
  }

  #isDue(tokenId: string, at: Date): boolean {
    const last = this.#last.get(tokenId)
    if (last !== undefined && at.getTime() - last < lastUseGrainMs) return false
    this.#last.delete(tokenId)
    this.#last.set(tokenId, at.getTime())
    if (this.#last.size > notedMax) this.#last.delete(this.#last.keys().next().value as string)
    return true
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const noted = [...this.#noted]
    this.#noted.clear()
    const byTenant = Map.groupBy(noted, ([, { tenantId }]) => tenantId)
    for (const [tenantId, uses] of byTenant) {
      try {
        await this.#write(tenantId, uses)
      } catch (error) {
        for (const [tokenId] of uses) this.#last.delete(tokenId)
        this.#onFailure(error)
      }
    }
  }

  async #write(tenantId: string, uses: [string, { at: Date }][]): Promise<void> {
    const transaction = await Transaction.begin(this.#pool, { tenantId }, 'command')
    try {
      await transaction.prepared(
        `update token t set last_used_at = u.at
         from unnest($2::uuid[], $3::timestamptz[]) as u (id, at)
         where t.tenant_id = $1 and t.id = u.id`,
        [tenantId, uses.map(([id]) => id), uses.map(([, { at }]) => at)],
      )
      await transaction.commit()
    } finally {
      await transaction.rollback()
    }
  }
}
