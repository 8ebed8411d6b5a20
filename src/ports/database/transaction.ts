import type { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import type { Purpose } from './planning.ts'
import { isNarrowed, wholeTenant, type Scope } from '../../domain/access/scope.ts'
import type { Question } from './answers.ts'
import { Asking, type Asks } from './asking.ts'
import { kyselyOf, type AnyDatabase } from './kysely-on.ts'
import { hasTooManyStatements, lineOf } from './line.ts'
import type { Pool } from './pool.ts'
import type { Fact } from './recent.ts'
import { leave, narrowing, opened, settingsOf, type Sight } from './sight.ts'
import type { Together } from './together.ts'
import { withTenants } from './values.ts'

export type Row = Record<string, unknown>

/** A condition that follows others in a statement, and its values. */
export interface Within {
  text: string
  values: readonly unknown[]
}

/** What is to be known of a statement that is sent ahead. */
export interface How {
  /** What its error means. */
  meant?: (error: unknown) => unknown
  together?: Together
}

interface Beginning extends Partial<Asks> {
  inTurnOf?: string
}

const asItIs = (error: unknown) => error

/** Of what this process wrote at once, so that what follows goes in the message of this tick. */
export type Recalled<V> = { value: V } | undefined | Promise<{ value: V } | undefined>

/** One transaction, bound to one tenant from its first statement on. */
export abstract class Transaction {
  static async begin(
    pool: Pool,
    sight: Sight,
    purpose: Purpose,
    { notes = 'none', byNotes = false, inTurnOf = sight.tenantId }: Beginning = {},
  ): Promise<Transaction> {
    const client = await pool.asLeft(inTurnOf)
    return new StepByStep(pool, client, sight, purpose, { notes, byNotes })
  }

  abstract get kysely(): Kysely<AnyDatabase>

  /** What fails in it is done again in another way, so that it may go by a guess. */
  abstract get isTried(): boolean

  /** It failed by what it had taken from notes: nothing of it is left, and it may be done again. */
  abstract get isMisled(): boolean

  /** From here on no more is visible than this. */
  abstract narrow(scope: Scope): void

  /** A place to which what follows can be taken back. */
  abstract savepoint(name: string): Promise<void>

  abstract get hasSavepoint(): boolean

  /**
   * Lets the connection go while others work, who may need one; what was done so far is taken back.
   * What follows is done in another transaction that sees the same.
   */
  abstract apart<T>(work: () => Promise<T>): Promise<T>

  abstract query<R extends Row>(text: string, values?: unknown[]): Promise<R[]>

  /** A statement that is parsed once a connection. */
  abstract prepared<R extends Row>(text: string, values: readonly unknown[]): Promise<R[]>

  /**
   * The answer to a question that hardly ever changes: a trip goes by the one that was noted under
   * these words, and the database compares it with the present one.
   */
  abstract ask<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined>

  /**
   * The same before anything is changed here, and whatever is visible: an answer that was noted,
   * and is still so by the number of the steady tables, need not be found again.
   */
  abstract stillSo<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined>

  /**
   * The same of a question with any number of rows, which is noted under its own words. `byIds`: by
   * ids of rows that are there, so that new ones are none of them.
   */
  abstract known<R extends Row>(
    text: string,
    values: readonly unknown[],
    under: readonly string[],
    byIds?: boolean,
  ): Promise<R[]>

  /**
   * Goes by a guess where it goes by notes: the guard divides by whether it is so, and what is not
   * as expected misleads as a note does. Where nothing is guessed, it has to be asked.
   */
  abstract expectSo(guard: string, values: readonly unknown[]): Promise<void> | undefined

  /**
   * What is known of one thing since this process wrote it, or is looked up where it did not; a
   * trip has it compared. Nothing where what is needed is simply read.
   */
  abstract recalled<V>(fact: Fact<V>, id: string, within?: Within): Recalled<V>

  /** For the verb that comes next, once this is committed. */
  abstract remember<V>(fact: Fact<V>, id: string, value: V): void

  /** A row that would keep a new one out by its key; to a trip there is none. */
  abstract existing<R extends Row>(text: string, values: readonly unknown[]): Promise<R | undefined>

  /** Does what may only be done once the answers given so far are known to be the present ones. */
  abstract whenSure(work: () => void): void

  /** Sends without waiting: `sent` tells of a failure, which fails all that follows as well. */
  abstract ahead(text: string, values: readonly unknown[], how?: How): void

  /** The same with an answer, which need not come before the commit. */
  abstract last<R extends Row>(
    text: string,
    values: readonly unknown[],
    together?: Together,
  ): Promise<R[]>

  /** Waits for what was sent ahead, and fails, once, as the first of it did. */
  abstract sent(): Promise<void>

  abstract commit(): Promise<void>

  abstract rollback(): Promise<void>

  /** Ends what only read, at no cost: the next to begin on the connection rolls it back in passing. */
  abstract leave(): void
}

/** A transaction that is begun at once, and whose statements are sent when they are made. */
class StepByStep extends Transaction {
  readonly #pool: Pool
  readonly #sight: Sight
  readonly #purpose: Purpose
  readonly #asking: Asking
  #client: PoolClient
  #opening: Promise<unknown>
  readonly #ahead: Promise<unknown>[] = []
  readonly #remembered: (() => void)[] = []
  #narrowed: Scope | undefined
  #hasSavepoint = false
  #ended = false

  constructor(pool: Pool, client: PoolClient, sight: Sight, purpose: Purpose, how: Asks) {
    super()
    this.#pool = pool
    this.#sight = sight
    this.#purpose = purpose
    this.#client = client
    this.#opening = opened(client, sight, purpose)
    this.#asking = new Asking(pool.answers, sight.tenantId, how, {
      send: (text, values) => this.prepared(text, values),
      widely: (send) => this.#widely(send),
      isOfDebtor: () => ((this.#narrowed ?? sight.scope)?.debtorId ?? null) !== null,
    })
  }

  get kysely(): Kysely<AnyDatabase> {
    return kyselyOf(this.#client)
  }

  get isTried(): boolean {
    return false
  }

  get isMisled(): boolean {
    return this.#asking.isMisled
  }

  expectSo(guard: string, values: readonly unknown[]): Promise<void> | undefined {
    return this.#asking.expectSo(guard, values)
  }

  narrow(scope: Scope): void {
    this.#narrowed = scope
    this.prepared(narrowing, settingsOf(scope)).catch(() => undefined)
  }

  async savepoint(name: string): Promise<void> {
    this.#hasSavepoint = true
    await this.query(`savepoint ${name}`)
  }

  get hasSavepoint(): boolean {
    return this.#hasSavepoint
  }

  async apart<T>(work: () => Promise<T>): Promise<T> {
    await this.#end('rollback')
    this.#asking.beginAgain()
    try {
      return await work()
    } finally {
      this.#client = await this.#pool.asLeft(this.#sight.tenantId)
      this.#opening = opened(this.#client, this.#sight, this.#purpose)
      this.#ended = false
      if (this.#narrowed !== undefined) this.narrow(this.#narrowed)
    }
  }

  async query<R extends Row>(text: string, values: unknown[] = []): Promise<R[]> {
    if (values.length > 0) return this.prepared<R>(text, values)
    if (text.startsWith('rollback to')) this.#asking.forget()
    const { rows } = await lineOf(this.#client).say(text)
    return withTenants(rows as R[])
  }

  async prepared<R extends Row>(text: string, values: readonly unknown[]): Promise<R[]> {
    this.#asking.wrote(text)
    const { rows } = await lineOf(this.#client).join({ text, values })
    return rows as R[]
  }

  ask<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined> {
    return this.#asking.ask(question, under, values)
  }

  stillSo<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined> {
    return this.#asking.stillSo(question, under, values)
  }

  /** What is sent by it at once, all between two statements of whoever works here meanwhile. */
  #widely<T>(send: () => Promise<T>): Promise<T> {
    const narrowed = this.#narrowed
    if (narrowed === undefined || !isNarrowed(narrowed)) return send()
    this.narrow(wholeTenant)
    const answer = send()
    this.narrow(narrowed)
    return answer
  }

  known<R extends Row>(
    text: string,
    values: readonly unknown[],
    under: readonly string[],
    byIds?: boolean,
  ): Promise<R[]> {
    return this.#asking.known<R>(text, values, under, byIds)
  }

  recalled(): undefined {}

  remember<V>(fact: Fact<V>, id: string, value: V): void {
    const { recent } = this.#pool
    if (this.#asking.notesAll)
      this.#remembered.push(() => recent.note(this.#sight.tenantId, fact, id, value))
  }

  async existing<R extends Row>(text: string, values: readonly unknown[]): Promise<R | undefined> {
    return (await this.prepared<R>(text, values))[0]
  }

  whenSure(work: () => void): void {
    work()
  }

  ahead(text: string, values: readonly unknown[], { meant = asItIs }: How = {}): void {
    const sent = this.prepared(text, values).catch((error: unknown) => {
      throw meant(error)
    })
    sent.catch(() => undefined)
    this.#ahead.push(sent)
  }

  last<R extends Row>(text: string, values: readonly unknown[]): Promise<R[]> {
    return this.prepared(text, values)
  }

  async sent(): Promise<void> {
    await Promise.all(this.#ahead.splice(0))
  }

  async commit(): Promise<void> {
    await this.#end('commit')
    this.#asking.note()
    for (const remember of this.#remembered) remember()
  }

  async rollback(): Promise<void> {
    await this.#end('rollback')
  }

  leave(): void {
    if (this.#ended) return
    this.#ended = true
    this.#asking.note()
    leave(this.#client)
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    try {
      if (how === 'commit') await this.#committed()
      else await Promise.all([this.#opening, lineOf(this.#client).say('rollback')])
      this.#client.release(hasTooManyStatements(this.#client))
    } catch (error) {
      this.#client.release(error instanceof Error ? error : true)
      if (how === 'commit') throw error
    }
  }

  /** In one message with what is still to be sent. */
  async #committed(): Promise<void> {
    const line = lineOf(this.#client)
    this.#asking.compare()
    const commit = line.join({ text: 'commit', values: [] })
    try {
      const [, { done }] = await Promise.all([this.#opening, commit])
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
      if (done !== 'COMMIT') throw new Error('the commit rolled back')
    } catch (error) {
      // Whoever hears of it finds the locks of this transaction gone.
      await line.say('rollback').catch(() => undefined)
      throw error
    }
  }
}
