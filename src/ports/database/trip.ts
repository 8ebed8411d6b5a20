import type { Kysely } from 'kysely'
import type { Scope } from '../../domain/access/scope.ts'
import type { Question } from './answers.ts'
import { kyselyOn, type AnyDatabase } from './kysely-on.ts'
import { hasTooManyStatements, lineOf } from './line.ts'
import { planningAsSettings } from './planning.ts'
import type { Pool } from './pool.ts'
import type { Result, Statement } from './statements.ts'
import { narrowing, settingsOf, takeLeft, tenantSetting, Transaction, type Row } from './transaction.ts'

/** What has to be waited for is not known: the work is done again, step by step. */
export class NotKnown extends Error {
  override name = 'NotKnown'
}

interface Step extends Statement {
  settle(result: Result): void
  fail(error: unknown): void
  /** Of an answer that is another now. */
  forget?(): void
}

const opening = `select set_config('app.tenant_id', $1, true), set_config('app.scope', '', true),
  ${planningAsSettings}`

/**
 * A transaction whose statements are gathered, and sent as one message when it commits. Nothing can
 * be waited for before: it goes by answers that were noted a moment ago, each of which the database
 * compares with the present one before anything is written. What fails leaves nothing behind.
 */
export class Trip extends Transaction {
  readonly #pool: Pool
  readonly #tenantId: string
  readonly #steps: Step[] = []
  readonly #sure: (() => void)[] = []
  #missed = false
  #leftNothing = true

  constructor(pool: Pool, tenantId: string) {
    super()
    this.#pool = pool
    this.#tenantId = tenantId
    this.ahead(opening, [tenantSetting(tenantId)])
  }

  /** If so, the same may be done again. */
  get leftNothing(): boolean {
    return this.#leftNothing
  }

  get kysely(): Kysely<AnyDatabase> {
    return unanswered
  }

  narrow(scope: Scope): void {
    this.ahead(narrowing, settingsOf(scope))
  }

  /** What fails is taken back whole. */
  async savepoint(): Promise<void> {}

  get hasSavepoint(): boolean {
    return false
  }

  apart<T>(): Promise<T> {
    return this.#miss()
  }

  query<R extends Row>(): Promise<R[]> {
    return this.#miss()
  }

  prepared<R extends Row>(): Promise<R[]> {
    return this.#miss()
  }

  async ask<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined> {
    const { answers } = this.#pool
    const noted = answers.noted(this.#tenantId, question, under)
    if (noted === undefined) return this.#miss()
    this.#steps.push({
      text: question.guard,
      values: [...values, noted.digest],
      settle: () => undefined,
      fail: () => undefined,
      forget: () => answers.forget(this.#tenantId, question, under),
    })
    return noted.answer
  }

  whenSure(work: () => void): void {
    this.#sure.push(work)
  }

  ahead(text: string, values: readonly unknown[]): void {
    this.#steps.push({ text, values, settle: () => undefined, fail: () => undefined })
  }

  last<R extends Row>(text: string, values: readonly unknown[]): Promise<R[]> {
    return new Promise((resolve, reject) => {
      this.#steps.push({ text, values, settle: ({ rows }) => resolve(rows as R[]), fail: reject })
    })
  }

  async sent(): Promise<void> {}

  /** Whatever fails here fails all that waits for an answer, also where nothing could be sent. */
  async commit(): Promise<void> {
    try {
      const results = await this.#carry()
      for (const [at, { settle }] of this.#steps.entries()) settle(results[at]!)
    } catch (error) {
      for (const { fail } of this.#steps) fail(error)
      throw error
    }
    for (const work of this.#sure) work()
  }

  async #carry(): Promise<Result[]> {
    if (this.#missed) return this.#miss()
    const client = await this.#pool.client()
    const line = lineOf(client)
    if (takeLeft(client)) line.say('rollback').catch(() => undefined)
    this.#leftNothing = false
    try {
      const results = await line.send(this.#steps, (at) => this.#steps[at]?.forget?.())
      client.release(hasTooManyStatements(client))
      return results
    } catch (error) {
      this.#leftNothing = isTakenBack(error)
      client.release(this.#leftNothing ? hasTooManyStatements(client) : (error as Error))
      throw error
    }
  }

  async rollback(): Promise<void> {}

  leave(): void {}

  async #miss(): Promise<never> {
    this.#missed = true
    throw new NotKnown()
  }
}

/** After these it is not known what became of the commit: the connection or the database went. */
const unclear = /^(?:08|25P|53|57P|58|XX)/

/** The database refused a statement or the commit, and with it all of the message. */
function isTakenBack(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return /^[0-9A-Z]{5}$/.test(code) && !unclear.test(code)
}

const unanswered = kyselyOn({
  executeQuery: async () => {
    throw new NotKnown()
  },
  // oxlint-disable-next-line require-yield
  streamQuery: async function* () {
    throw new NotKnown()
  },
})
