import { logout } from '../../activities/access/logout.ts'
import { refuse, Refusal } from '../../domain/refusal.ts'
import type { OperatorTenant } from '../../domain/access/principal.ts'
import { LastUses } from '../../kernel/http/last-uses.ts'
import { mayDecode } from '../../kernel/http/codec.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import { linkToken, openLinkToken } from '../../ports/keys/link-tokens.ts'
import { Transaction } from '../../ports/database/transaction.ts'
import { Authenticator, type Caller } from '../../policy/authenticate.ts'
import { createGate, type Gate } from '../../policy/gate.ts'

/** A page asks for a hundred files at once; what ends a session ends it a second later. */
const freshMs = 1_000
const seenMax = 1_000

interface Named {
  tenantId: string
  id: string
}

/**
 * Sessions of people who look into the engine. Each is a token of its own, whose text nobody keeps:
 * the cookie names it, signed, and so opens nothing else. It ends as every session does: by logging
 * out, with the user, or when it was not used for a while.
 */
export class Sessions {
  readonly #runtime: Runtime
  readonly #operator: OperatorTenant
  readonly #authenticator: Authenticator
  readonly #gate: Promise<Gate> = createGate()
  readonly #seen = new Map<string, { caller: Caller; at: number }>()
  readonly lastUses: LastUses

  constructor(runtime: Runtime, operator: OperatorTenant) {
    this.#runtime = runtime
    this.#operator = operator
    this.#authenticator = new Authenticator(runtime.keys.tokens)
    this.lastUses = new LastUses(runtime.pool, (error) =>
      runtime.log.warn({ err: error }, 'last uses of tokens were not noted'),
    )
  }

  /** The cookie of a session that was just opened; whoever may not look has it ended again. */
  async begin(named: Named, now: Date): Promise<string> {
    const caller = await this.#ask(named, now)
    try {
      await mayDecode(await this.#gate, this.#operator, caller)
    } catch (error) {
      await this.#end(caller, now)
      throw error
    }
    return linkToken(this.#runtime.keys.links, 'temporal-ui', named.tenantId, named.id)
  }

  /** Whose session it is; undefined where it is none, or none any more. */
  async callerOf(cookie: string | undefined, now: Date): Promise<Caller | undefined> {
    const named = openLinkToken(this.#runtime.keys, 'temporal-ui', cookie ?? '')
    if (named === undefined) return undefined
    const seen = this.#seen.get(named.id)
    if (seen !== undefined && now.getTime() - seen.at < freshMs) return seen.caller
    this.#seen.delete(named.id)
    try {
      const caller = await this.#ask(named, now)
      await mayDecode(await this.#gate, this.#operator, caller)
      this.#remember(named.id, caller, now)
      this.lastUses.note(caller, now)
      return caller
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return undefined
      throw error
    }
  }

  async end(cookie: string | undefined, now: Date): Promise<void> {
    const caller = await this.callerOf(cookie, now)
    if (caller === undefined) return
    this.#seen.delete(caller.tokenId ?? '')
    await this.#end(caller, now)
  }

  #end(caller: Caller, now: Date): Promise<void> {
    return inUnit(this.#runtime, caller, { now }, logout)
  }

  async #ask({ tenantId, id }: Named, now: Date): Promise<Caller> {
    const transaction = await Transaction.begin(this.#runtime.pool, { tenantId }, 'read')
    try {
      const [token] = await transaction.query<{ hash: string }>(
        'select hash from token where tenant_id = $1 and id = $2',
        [tenantId, id],
      )
      if (token === undefined) return refuse('UNAUTHENTICATED')
      return await this.#authenticator.caller(transaction, tenantId, token.hash, now)
    } finally {
      await transaction.rollback()
    }
  }

  #remember(tokenId: string, caller: Caller, now: Date): void {
    this.#seen.set(tokenId, { caller, at: now.getTime() })
    if (this.#seen.size > seenMax) this.#seen.delete(this.#seen.keys().next().value as string)
  }
}
