import type { Kysely } from 'kysely'
import type { Writable } from 'node:stream'
import type { PoolClient } from 'pg'
import { planningFor, type Purpose } from './planning.ts'
import { isNarrowed, reachOf, type Scope } from '../../domain/access/scope.ts'
import { questionOfMany, type Question } from './answers.ts'
import { numberOfTenant, uuidOfId } from '../../domain/id-forms.ts'
import { kyselyOf, type AnyDatabase } from './kysely-on.ts'
import { hasTooManyStatements, lineOf } from './line.ts'
import type { Pool } from './pool.ts'
import type { Fact } from './recent.ts'
import type { Together } from './together.ts'
import { withTenants } from './values.ts'

export type Row = Record<string, unknown>

/** Whose rows are seen in this transaction; row level security reads it. */
export interface Sight {
  tenantId: string
  scope?: Scope
}

const idShape = /^[\w.]*$/

const names = ['app.scope', 'app.client_id', 'app.debtor_id', 'app.holder_id']

/** What the settings of these names say of it. */
export const settingsOf = (scope: Scope): string[] => [
  reachOf(scope),
  ...[scope.clientId, scope.debtorId, scope.holderId].map((id) => (id == null ? '' : uuidIn(id))),
]

/** Settings are texts, in which ids stand as the policies compare them. */
function uuidIn(id: string): string {
  const uuid = uuidOfId(id)
  if (uuid === undefined) throw new Error('what binds the scope is no id')
  return uuid
}

/** Of what is no tenant there are no rows. */
export const tenantSetting = (tenantId: string) => String(numberOfTenant(tenantId) ?? -1)

/** Begins, and binds what follows to its tenant: one message, whose ids are known to be plain. */
function opening(client: PoolClient, { tenantId, scope }: Sight, purpose: Purpose): string {
  const settings = [`app.tenant_id='${tenantSetting(tenantId)}'`, `app.scope=''`]
  const told = scope === undefined || !isNarrowed(scope) ? [] : settingsOf(scope)
  settings.push(...told.map((value, at) => `${names[at]}='${value}'`))
  if (!told.every((id) => idShape.test(id))) {
    throw new Error('an id holds more than letters')
  }
  const earlier = takeLeft(client) ? 'rollback;' : ''
  const set = settings.map((setting) => `set local ${setting}`).join(';')
  return `${earlier}begin;${set}${planningFor(purpose)}`
}

/** Connections whose last user only read and left without a word, each with the end of its time. */
const left = new WeakMap<PoolClient, NodeJS.Timeout>()
const leftForMs = 20

export function takeLeft(client: PoolClient): boolean {
  clearTimeout(left.get(client))
  return left.delete(client)
}

function leave(client: PoolClient): void {
  const end = () => {
    if (takeLeft(client))
      lineOf(client)
        .say('rollback')
        .catch(() => undefined)
  }
  left.set(client, setTimeout(end, leftForMs).unref())
  client.release(hasTooManyStatements(client))
}

/** Holds the socket for what is joined in this tick, which is sent in the next one. */
function inOneWrite<T>(client: PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => process.nextTick(() => stream.uncork()))
  return send()
}

const settings = names.map((name, at) => `set_config('${name}', $${at + 1}, true)`)
export const narrowing = `select ${settings.join()}`

function opened(client: PoolClient, sight: Sight, purpose: Purpose): Promise<unknown> {
  const sent = inOneWrite(client, () => lineOf(client).say(opening(client, sight, purpose)))
  // Whoever queries next sees the same broken connection; nobody waits for this one alone.
  sent.catch(() => undefined)
  return sent
}

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

interface AmongAll extends Row {
  digest: string
  rowsOfAll: number
}

/** Rows of the caller's own, of an answer that many have. */
export const copied = <R extends Row>(rows: readonly Row[]): R[] =>
  rows.map((row) => ({ ...row })) as R[]

const asItIs = (error: unknown) => error

/** Of what this process wrote at once, so that what follows goes in the message of this tick. */
export type Recalled<V> = { value: V } | undefined | Promise<{ value: V } | undefined>

/** One transaction, bound to one tenant from its first statement on. */
export abstract class Transaction {
  static async begin(
    pool: Pool,
    sight: Sight,
    purpose: Purpose,
    { notes = false }: { notes?: boolean } = {},
  ): Promise<Transaction> {
    return new StepByStep(pool, await pool.client(sight.tenantId), sight, purpose, notes)
  }

  abstract get kysely(): Kysely<AnyDatabase>

  /** What fails in it is done again in another way, so that it may go by a guess. */
  abstract get isTried(): boolean

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

  /** The same of a question with any number of rows, which is noted under its own words. */
  abstract known<R extends Row>(
    text: string,
    values: readonly unknown[],
    under: readonly string[],
  ): Promise<R[]>

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
  readonly #notes: boolean
  #client: PoolClient
  #opening: Promise<unknown>
  readonly #ahead: Promise<unknown>[] = []
  readonly #remembered: (() => void)[] = []
  #narrowed: Scope | undefined
  #hasSavepoint = false
  #ended = false

  constructor(pool: Pool, client: PoolClient, sight: Sight, purpose: Purpose, notes: boolean) {
    super()
    this.#pool = pool
    this.#sight = sight
    this.#purpose = purpose
    this.#notes = notes
    this.#client = client
    this.#opening = opened(client, sight, purpose)
  }

  get kysely(): Kysely<AnyDatabase> {
    return kyselyOf(this.#client)
  }

  get isTried(): boolean {
    return false
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
    try {
      return await work()
    } finally {
      this.#client = await this.#pool.client(this.#sight.tenantId)
      this.#opening = opened(this.#client, this.#sight, this.#purpose)
      this.#ended = false
      if (this.#narrowed !== undefined) this.narrow(this.#narrowed)
    }
  }

  async query<R extends Row>(text: string, values: unknown[] = []): Promise<R[]> {
    if (values.length > 0) return this.prepared<R>(text, values)
    const { rows } = await lineOf(this.#client).say(text)
    return withTenants(rows as R[])
  }

  async prepared<R extends Row>(text: string, values: readonly unknown[]): Promise<R[]> {
    const { rows } = await lineOf(this.#client).join({ text, values })
    return rows as R[]
  }

  async ask<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined> {
    if (!this.#notes) return (await this.prepared<R>(question.text, values))[0]
    const [found] = await this.prepared<R & { digest: string }>(question.withDigest, values)
    if (found === undefined) return undefined
    const { digest, ...answer } = found
    this.#pool.answers.note(this.#sight.tenantId, question, under, { answer, digest })
    return answer as unknown as R
  }

  async known<R extends Row>(
    text: string,
    values: readonly unknown[],
    under: readonly string[],
  ): Promise<R[]> {
    if (!this.#notes) return this.prepared<R>(text, values)
    const question = questionOfMany(text)
    const found = await this.prepared<AmongAll>(question.withDigest, values)
    const digest = found[0]?.digest ?? ''
    const rows = found.flatMap(({ digest: _, rowsOfAll, ...row }) => (rowsOfAll === 0 ? [] : [row]))
    this.#pool.answers.note(this.#sight.tenantId, question, under, { answer: rows, digest })
    return copied<R>(rows)
  }

  recalled(): undefined {}

  remember<V>(fact: Fact<V>, id: string, value: V): void {
    const { recent } = this.#pool
    if (this.#notes) this.#remembered.push(() => recent.note(this.#sight.tenantId, fact, id, value))
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
    for (const remember of this.#remembered) remember()
  }

  async rollback(): Promise<void> {
    await this.#end('rollback')
  }

  leave(): void {
    if (this.#ended) return
    this.#ended = true
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
