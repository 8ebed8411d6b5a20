import { refuse } from '../../domain/refusal.ts'
import { packed, sizeOf, type FileContent } from './file.ts'
import type { Principal } from '../../domain/access/principal.ts'
import type { Row, Transaction } from '../../ports/database/transaction.ts'

/** What was answered, in the form in which it is kept and given again. */
export interface Answer {
  status: number
  body: string | null
  location: string | null
  secret: boolean
  file?: FileContent
}

const keyShape = /^[\x21-\x7e]{1,255}$/

/** The key of a request, bare or in quotes as the draft of the header has it. */
export function idempotencyKey(headers: Headers): string | undefined {
  const given = headers.get('idempotency-key')
  if (given === null) return undefined
  const key = given.replace(/^"(.+)"$/, '$1')
  if (keyShape.test(key)) return key
  return refuse('VALIDATION_FAILED', {
    errors: [
      {
        pointer: '!Idempotency-Key',
        code: 'INVALID_HEADER',
        message: 'One to 255 visible characters',
      },
    ],
  })
}

/** What was asked for, as it is known again. */
export interface Said {
  fingerprint(): string
  /** As what was kept before this version was known: the longer ones are calculated when needed. */
  former(): Iterable<string>
}

/** One request under a key: bound to who asked for what. */
export class KeyedRequest {
  readonly #transaction: Transaction
  readonly #identity: readonly [tenant: string, principal: string, operation: string, key: string]
  readonly #said: Said
  readonly #fingerprint: string

  constructor(
    transaction: Transaction,
    principal: Principal,
    operation: string,
    key: string,
    said: Said,
  ) {
    this.#transaction = transaction
    this.#identity = [principal.tenantId, principal.id, operation, key]
    this.#said = said
    this.#fingerprint = said.fingerprint()
  }

  /** Fails the trip if another one has its key; where it was answered, the answer's key is taken. */
  expectFirst(): void {
    const key = this.#lock
    const parts = () => [{ list: [key] }]
    const together = { text: lockFirst, parts, locks: [key], inAnyScope: true as const }
    this.#transaction.ahead(lockFirst, [[key]], { together })
  }

  /** The earlier answer to the same request; refused while that one still runs or differs. */
  async earlier(): Promise<Answer | undefined> {
    const [locked, rows] = await Promise.all([
      this.#transaction.prepared<{ got: boolean }>(`select ${tryLock} as got`, [this.#lock]),
      this.#transaction.prepared<IdempotencyRow>(findAnswer, [...this.#identity]),
      this.#transaction.savepoint('work'),
    ])
    const found = rows[0]
    if (found === undefined) {
      if (locked[0]?.got !== true) refuse('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 })
      return undefined
    }
    if (!this.#isSame(found)) refuse('IDEMPOTENCY_KEY_REUSED')
    if (found.secret) refuse('SECRET_ALREADY_SHOWN')
    return found
  }

  #isSame({ fingerprint }: IdempotencyRow): boolean {
    if (fingerprint === this.#fingerprint) return true
    for (const former of this.#said.former()) if (fingerprint === former) return true
    return false
  }

  get #lock(): string {
    return this.#identity.join('\u001f')
  }

  /** Takes back what a refused request did, but not its key. */
  async takeBack(): Promise<void> {
    await this.#transaction.query('rollback to savepoint work')
  }

  /** What is written beside the work; nothing where it only reads and the answer is too large. */
  rows(answer: Answer, now: Date, readsOnly: boolean): Row[] {
    const row = this.row(answer, now)
    return readsOnly && row['body'] === null && !answer.secret ? [] : [row]
  }

  row(answer: Answer, now: Date): Row {
    const [tenant_id, principal_id, operation, key] = this.#identity
    return {
      tenant_id,
      principal_id,
      operation,
      key,
      fingerprint: this.#fingerprint,
      status: answer.status,
      body: answer.secret || isTooLarge(answer) ? null : bodyOf(answer),
      location: answer.location,
      secret: answer.secret,
      created_at: now,
    }
  }
}

/** An answer that is kept is a row of the database for a week. */
const keptMax = 256 * 1024

const isTooLarge = ({ file, body }: Answer) =>
  (file !== undefined && sizeOf(file.bytes) > keptMax) || (body?.length ?? 0) > keptMax

const bodyOf = ({ file, body }: Answer) => (file === undefined ? body : packed(file))

interface IdempotencyRow extends Row, Answer {
  fingerprint: string
}

const lockFirst = `select 1 / bool_and(pg_try_advisory_xact_lock(hashtextextended(k, 0)))::int as got
  from unnest($1::text[]) k`
const tryLock = 'pg_try_advisory_xact_lock(hashtextextended($1, 0))'

const findAnswer = `select fingerprint, status, body, location, secret from idempotency
  where tenant_id = $1 and principal_id = $2 and operation = $3 and key = $4
  and created_at > now() - interval '7 days'`
