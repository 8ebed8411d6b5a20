import { Transaction } from '../../ports/database/transaction.ts'
import type { Pool } from '../../ports/database/pool.ts'
import type { Caller } from '../../policy/authenticate.ts'

const delayMs = 500

/** Notes when a token was last used, behind the answers: a read shall not wait for a write. */
export class LastUses {
  readonly #pool: Pool
  readonly #onFailure: (error: unknown) => void
  readonly #noted = new Map<string, { tenantId: string; at: Date }>()
  #timer: NodeJS.Timeout | undefined

  constructor(pool: Pool, onFailure: (error: unknown) => void) {
    this.#pool = pool
    this.#onFailure = onFailure
  }

  note(caller: Caller, at: Date): void {
    if (caller.tokenId === null) return
    this.#noted.set(caller.tokenId, { tenantId: caller.tenantId, at })
    this.#timer ??= setTimeout(() => void this.flush(), delayMs).unref()
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
