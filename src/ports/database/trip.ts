import type { Kysely } from 'kysely'
import type { Scope } from '../../domain/access/scope.ts'
import { copied } from './asking.ts'
import { questionOfMany, type Noted, type Question } from './answers.ts'
import type { Outcome, TripStep } from './gatherer.ts'
import { kyselyOn, type AnyDatabase } from './kysely-on.ts'
import type { Pool } from './pool.ts'
import type { Fact } from './recent.ts'
import type { Result } from './statements.ts'
import { steadyGuard } from './steady.ts'
import { markOf, type Together } from './together.ts'
import { settingsOf } from './sight.ts'
import { Transaction, type How, type Recalled, type Row, type Within } from './transaction.ts'

/** What has to be waited for is not known: the work is done again, step by step. */
export class NotKnown extends Error {
  override name = 'NotKnown'
}

const everywhere: Within = { text: '', values: [] }

const missed = { done: false, error: new NotKnown(), leftNothing: true } as const

/**
 * A transaction whose statements are gathered, and sent as one message when it commits. Nothing can
 * be waited for before: it goes by answers that were noted a moment ago, each of which the database
 * compares with the present one before anything is written. What fails leaves nothing behind.
 */
export class Trip extends Transaction {
  readonly #pool: Pool
  readonly #tenantId: string
  readonly #steps: TripStep[] = []
  readonly #fails: ((error: unknown) => void)[] = []
  readonly #sure: (() => void)[] = []
  /** What this trip itself would write, for the verbs that come after it. */
  readonly #own = new Map<object, Map<string, unknown>>()
  /** What the steady tables' number has to be for all that was taken from them, by its names. */
  #steady: { number: string; forgets: (() => void)[] } | undefined
  #scope = ''
  #missed = false
  #leftNothing = true

  constructor(pool: Pool, tenantId: string) {
    super()
    this.#pool = pool
    this.#tenantId = tenantId
  }

  /** If so, the same may be done again. */
  get leftNothing(): boolean {
    return this.#leftNothing
  }

  get kysely(): Kysely<AnyDatabase> {
    return unanswered
  }

  get isTried(): boolean {
    return true
  }

  get isMisled(): boolean {
    return false
  }

  expectSo(): undefined {
    return undefined
  }

  narrow(scope: Scope): void {
    this.#scope = markOf(settingsOf(scope))
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
    const noted = this.#guarded(question, under, values)
    return noted === undefined ? this.#miss() : noted.answer
  }

  stillSo<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined> {
    return this.ask(question, under, values)
  }

  async known<R extends Row>(
    text: string,
    values: readonly unknown[],
    under: readonly string[],
    byIds?: boolean,
  ): Promise<R[]> {
    const noted = this.#guarded(questionOfMany(text, byIds), under, values)
    return noted === undefined ? this.#miss() : copied<R>(noted.answer as unknown as Row[])
  }

  /** What was noted, if it was, with the question whether it is still so. */
  #guarded<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Noted<R> | undefined {
    const { answers } = this.#pool
    const noted = answers.noted(this.#tenantId, question, under, values)
    if (noted === undefined) return undefined
    const forget = () => answers.forget(this.#tenantId, question, under)
    if (noted.isSteady) return this.#isSteady(noted.digest, forget) ? noted : undefined
    const { guard: text, moment } = question
    const all = [...values, noted.digest]
    const parts = () =>
      all.map((value, at) => (at + 1 === moment ? { latest: `${value}` } : { same: value }))
    this.#steps.push({
      text,
      values: all,
      scope: this.#scope,
      together: { text, parts },
      settle: () => undefined,
      forget,
    })
    return noted
  }

  /** One guard for all; what has another number is older or newer than the rest. */
  #isSteady(number: string, forget: () => void): boolean {
    const known = this.#steady
    if (known !== undefined) {
      known.forgets.push(forget)
      if (known.number === number) return true
      for (const each of known.forgets) each()
      return false
    }
    const forgets = [forget]
    this.#steady = { number, forgets }
    const values = [this.#tenantId, number]
    this.#steps.push({
      text: steadyGuard,
      values,
      scope: this.#scope,
      together: {
        text: steadyGuard,
        parts: () => values.map((value) => ({ same: value })),
        inAnyScope: true,
      },
      settle: () => undefined,
      forget: () => forgets.forEach((each) => each()),
    })
    return true
  }

  recalled<V>(fact: Fact<V>, id: string, within = everywhere): Recalled<V> {
    const own = this.#own.get(fact)?.get(id) as V | undefined
    const value = own ?? this.#pool.recent.take(this.#tenantId, fact, id)
    return value === undefined
      ? this.#lookedUp(fact, id, within)
      : this.#compared(fact, id, value, within)
  }

  /**
   * Found out apart from the trip, with others who ask the like: nothing is locked meanwhile, and
   * what changes after it is met by the guard.
   */
  async #lookedUp<V>(fact: Fact<V>, id: string, within: Within): Promise<{ value: V } | undefined> {
    const { read: text } = fact
    const list = [id]
    const found: V[] = []
    const outcome = await this.#pool.gatherer.carry(this.#tenantId, [
      {
        text,
        values: [this.#tenantId, list],
        scope: this.#scope,
        together: { text, parts: () => [{ same: this.#tenantId }, { list }] },
        settle({ rows }) {
          const row = rows.find((each) => each['id'] === id)
          if (row !== undefined) found.push(fact.valueOf(row))
        },
      },
    ])
    const [value] = found
    return outcome.done && value !== undefined ? this.#compared(fact, id, value, within) : undefined
  }

  #compared<V>(fact: Fact<V>, id: string, value: V, within: Within): { value: V } {
    const lists = [[id], ...fact.compared(value).map((each) => [each])]
    const { lockOf } = fact
    const text = fact.guard(within.text)
    const parts = () => [
      { same: this.#tenantId },
      ...lists.map((list) => ({ list })),
      ...within.values.map((each) => ({ same: each })),
    ]
    const locks = lockOf === undefined ? [] : [lockOf(id)]
    const values = [this.#tenantId, ...lists, ...within.values]
    this.ahead(text, values, { together: { text, parts, locks } })
    return { value }
  }

  remember<V>(fact: Fact<V>, id: string, value: V): void {
    const own = this.#own.get(fact) ?? new Map<string, unknown>()
    this.#own.set(fact, own.set(id, value))
    this.#sure.push(() => this.#pool.recent.note(this.#tenantId, fact, id, value))
  }

  async existing(): Promise<undefined> {}

  whenSure(work: () => void): void {
    this.#sure.push(work)
  }

  ahead(text: string, values: readonly unknown[], { together }: How = {}): void {
    const scope = this.#scope
    this.#steps.push({ text, values, scope, together, settle: () => undefined })
  }

  last<R extends Row>(text: string, values: readonly unknown[], together?: Together): Promise<R[]> {
    return new Promise((resolve, reject) => {
      const settle = ({ rows }: Result) => resolve(rows as R[])
      this.#steps.push({ text, values, scope: this.#scope, together, settle })
      this.#fails.push(reject)
    })
  }

  async sent(): Promise<void> {}

  /** Whatever fails here fails all that waits for an answer, also where nothing could be sent. */
  async commit(): Promise<void> {
    const outcome = this.#missed ? missed : await this.#carried()
    if (!outcome.done) {
      this.#leftNothing = outcome.leftNothing
      for (const fail of this.#fails) fail(outcome.error)
      throw outcome.error
    }
    for (const work of this.#sure) work()
  }

  #carried(): Promise<Outcome> {
    this.#leftNothing = false
    return this.#pool.gatherer.carry(this.#tenantId, this.#steps)
  }

  async rollback(): Promise<void> {}

  leave(): void {}

  async #miss(): Promise<never> {
    this.#missed = true
    throw new NotKnown()
  }
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
