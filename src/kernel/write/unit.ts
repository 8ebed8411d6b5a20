import {
  LockMode,
  type EntityManager,
  type EntityMetadata,
  type EntityName,
  type FilterQuery,
} from '@mikro-orm/core'
import type { Kysely } from 'kysely'
import type { Principal } from '../../domain/access/principal.ts'
import { dayIn, type BusinessDate } from '../../domain/dates.ts'
import { isNarrowed, scopeOf, sideOf, wholeTenant, type Scope } from '../../domain/access/scope.ts'
import type { ProcessName } from '../../domain/processes.ts'
import { notFound, Refusal } from '../../domain/refusal.ts'
import { factsOf } from '../../entities/table.ts'
import { Tenant } from '../../entities/tenant.ts'
import type { Question } from '../../ports/database/answers.ts'
import { restoreAmounts, type Values } from '../../ports/database/orm-seams.ts'
import type { Row, Transaction } from '../../ports/database/transaction.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { boundOf, boundText, seenBy, whereBound } from './bound.ts'
import type { Change } from './changes.ts'
import { fieldsOf, refusalOf } from './database-errors.ts'
import { idsAt } from './ids.ts'
import { settledApart, type Waits } from './kept-waits.ts'
import type { Changes, Fields } from './new-row.ts'
import { ExpectedVersion, type Expectation } from './expected-version.ts'
import { outboxRow, startedBy } from './outbox-row.ts'
import { pouring, type Pour } from './pour.ts'
import { Readings, type Key } from './reading.ts'
import { underScope } from './known.ts'
import { insertUnrecorded } from './lane.ts'
import { Rows } from './rows.ts'
import { Taken } from './ranks.ts'
import { refuseTenantsOwn } from './refuse-tenants-own.ts'
import type { Inside, Runtime } from './runtime.ts'
import type { Tables } from './tables.ts'
import { SeenVersions } from './seen-versions.ts'
import { Telling } from './telling.ts'
import type { Origin } from './write-records.ts'

/**
 * One request or one activity: one transaction, one principal, one time. Verbs work only through
 * it.
 */
export class Unit {
  readonly runtime: Inside
  readonly transaction: Transaction
  readonly principal: Principal
  readonly now: Date
  readonly #scope: Scope
  /** Ids of the moment of the unit, which its new rows are made at. */
  readonly newId: ReturnType<typeof idsAt>
  readonly pour: Pour
  /** How whoever called waits for what is done apart. */
  waits: Waits | undefined
  readonly #rows: Rows
  readonly #readings: Readings
  readonly #seen = new SeenVersions()
  #taken: Taken
  readonly #outbox: Row[] = []
  readonly #following: (() => void)[] = []
  readonly #telling: Telling
  #expected: ExpectedVersion | undefined
  #tenant: Promise<Values> | undefined
  #widened = 0

  constructor(
    runtime: Inside,
    transaction: Transaction,
    principal: Principal,
    now: Date,
    origin: Origin = {},
    scope: Scope = scopeOf(principal),
  ) {
    this.runtime = runtime
    this.transaction = transaction
    this.newId = (runtime.idsAt ?? idsAt)(now)
    this.principal = principal
    this.now = now
    this.#scope = scope
    this.#taken = new Taken(runtime.outOfOrder)
    this.#telling = new Telling(this, origin)
    const { tenantId, newId } = this
    const taken = () => this.#taken
    const wrote = (changes: readonly Change[]) => this.#wrote(changes)
    const made = { tenantId, now, side: sideOf(scope), newId }
    this.#rows = new Rows({ runtime, transaction, ...made, taken, wrote })
    this.pour = pouring(this, this.#rows, this.#telling)
    this.#readings = new Readings(transaction, tenantId, this.#rows, {
      taken,
      boundOf: (meta) => this.#boundOf(meta),
      meet: (meta, rows) => this.#meet(meta, rows),
      byOrm: (meta, where) => this.all(meta.class, where as never) as Promise<Values[]>,
    })
  }

  /** What it has written so far. */
  get changes(): readonly Change[] {
    return this.#rows.changes
  }

  get em(): EntityManager {
    return this.#rows.em
  }

  /** Queries whose tables and columns are those of the entities. */
  get kysely(): Kysely<Tables> {
    return this.transaction.kysely as unknown as Kysely<Tables>
  }

  get tenantId(): string {
    return this.principal.tenantId
  }

  async today(): Promise<BusinessDate> {
    return dayIn(this.principal.timeZone ?? (await this.tenant()).timeZone, this.now)
  }

  /** The tenant, to ask about and not to change, which a unit reads at most once. */
  async tenant(): Promise<Readonly<Tenant>> {
    this.#tenant ??= this.#readings.ofTenant(this.#rows.metaOf(Tenant))
    return (await this.#tenant) as unknown as Tenant
  }

  /** The scope: which rows and fields every read and write of this unit is limited to. */
  get scope(): Scope {
    return this.#widened > 0 ? wholeTenant : this.#scope
  }

  /** The row that is named must still have this version when it is loaded. */
  expect(expectation: Expectation): void {
    this.#expected = new ExpectedVersion(expectation)
  }

  async find<E extends object>(
    entity: EntityName<E>,
    where: FilterQuery<NoInfer<E>>,
  ): Promise<E | null> {
    const found = await this.em.findOne(entity, this.#scoped(entity, where))
    if (found === null) return null
    await this.#catchUp(entity, [found])
    return found as E
  }

  /** The row that the caller named; 404 both if it is absent and if it is somebody else's. */
  async load<E extends object>(
    entity: EntityName<E>,
    where: string | FilterQuery<NoInfer<E>>,
    pointer?: string,
  ): Promise<E> {
    const named = (typeof where === 'string' ? { id: where } : where) as FilterQuery<E>
    return (await this.find(entity, named as FilterQuery<NoInfer<E>>)) ?? notFound(pointer)
  }

  async all<E extends object>(entity: EntityName<E>, where: FilterQuery<NoInfer<E>>): Promise<E[]> {
    const rows = await this.em.find(entity, this.#scoped(entity, where))
    await this.#catchUp(entity, rows)
    return rows as E[]
  }

  /** The same rows, locked to the end of the unit and read as they are now. */
  async locked<E extends object>(
    entity: EntityName<E>,
    where: FilterQuery<NoInfer<E>>,
  ): Promise<E[]> {
    const held = await this.em.find(entity, this.#scoped(entity, where), {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      orderBy: { id: 'asc' } as never,
      refresh: true,
    })
    const meta = this.#rows.metaOf(entity)
    restoreAmounts(meta, held)
    this.#meet(meta, held)
    const ids = (held as unknown as { id: string }[]).map(({ id }) => id)
    this.takes(meta.tableName, ids)
    return held as E[]
  }

  /** Records what is locked, by table or kind of key, in order; false if all is held. */
  takes(name: string, ids: Iterable<string>): boolean {
    return this.#taken.take(name, ids)
  }

  add<E extends object>(entity: EntityName<E>, fields: Fields<NoInfer<E>>): E {
    return this.#rows.add(entity, fields)
  }

  remove(row: object): void {
    this.em.remove(row)
  }

  /** As `load`, `add` and assigning, for what is called often: nothing is compared to find news. */
  async read<E extends object>(
    entity: EntityName<E>,
    where: string | Key<NoInfer<E>>,
    pointer?: string,
  ): Promise<E> {
    const key = (typeof where === 'string' ? { id: where } : where) as Values
    const row = await this.#readings.one(this.#rows.metaOf(entity), key)
    return (row as E | null) ?? notFound(pointer)
  }

  /** Those that a condition chooses, by id; its $1 is the tenant. `held` is as in `locked`. */
  async readEach<E extends { id: string }>(
    entity: EntityName<E>,
    where: string,
    values: readonly unknown[],
    how?: 'held',
  ): Promise<E[]> {
    const rows = await this.#readings.each(this.#rows.metaOf(entity), where, values, how)
    return rows as unknown as E[]
  }

  /**
   * Those of these ids, held to the commit. In one trip a row is as this process wrote it a moment
   * ago, and the database looks whether it still has that version.
   */
  async held<E extends { id: string }>(of: EntityName<E>, ids: readonly string[]): Promise<E[]> {
    return (await this.#readings.held(this.#rows.metaOf(of), ids)) as unknown as E[]
  }

  insert<E extends object>(entity: EntityName<E>, fields: Fields<NoInfer<E>>): E {
    if (this.runtime.lane !== undefined) return this.add(entity, fields)
    return this.#rows.insert(this.#rows.metaOf(entity), fields) as E
  }

  /** Many, of a table that is told by what its rows belong to: nothing of them is recorded. */
  insertUnrecorded<E extends object>(entity: EntityName<E>, rows: readonly Fields<E>[]): void {
    insertUnrecorded(this, this.#rows.metaOf(entity), rows)
  }

  update<E extends object>(entity: EntityName<E>, row: E, fields: Changes<NoInfer<E>>): void {
    this.#rows.update(this.#rows.metaOf(entity), row as Values, fields as Values)
  }

  /**
   * The answer to a question about the tenant, which is its first value, that hardly ever changes.
   * In one trip it is the answer that was noted under the same words a moment ago; before anything
   * is written it is compared with the present one.
   */
  ask<R extends Row>(
    question: Question<R>,
    under: readonly string[],
    values: readonly unknown[],
  ): Promise<R | undefined> {
    const words = [...underScope(this), ...under]
    return this.transaction.ask(question, words, [this.tenantId, ...values])
  }

  /** The row that would keep a new one out by its key; one trip goes by there being none. */
  existing<R extends Row>(text: string, values: readonly unknown[]): Promise<R | undefined> {
    return this.transaction.existing(text, [this.tenantId, ...values])
  }

  /** Writes what has changed so far, so that a statement of the verb's own sees it. */
  async flush(): Promise<void> {
    try {
      await this.#rows.flush()
    } catch (error) {
      throw await this.failureOf(error)
    }
  }

  /** Sends what refers to new rows once these are written. */
  follow(send: () => void): void {
    this.#following.push(send)
  }

  /** Starts a process after the commit of this unit; started twice, it still runs once. */
  start(
    process: ProcessName,
    entityId: string,
    attributes: Record<string, string> = {},
    key = entityId,
  ): void {
    this.#outbox.push(outboxRow(this, { process, entityId, signal: null, attributes, key }))
  }

  /** Signals a running process after the commit; one that has ended ignores it. */
  signal(process: ProcessName, entityId: string, signal: string, key = entityId): void {
    this.#outbox.push(outboxRow(this, { process, entityId, signal, attributes: {}, key }))
  }

  /** Books belong to the tenant: booking for a bound caller is not limited to their scope. */
  async widened<T>(work: () => Promise<T>): Promise<T> {
    if (!isNarrowed(this.#scope)) return work()
    await this.flush()
    if (this.#widened++ === 0) this.transaction.narrow(wholeTenant)
    try {
      const result = await work()
      await this.flush()
      // Others may have begun meanwhile.
      if (this.#widened === 1) this.transaction.narrow(this.#scope)
      return result
    } finally {
      // After an error the policy is still wide, but the statements of the unit are narrow again.
      this.#widened--
    }
  }

  /** Whether the scope hides some of the tenant's rows at present. */
  get isBound(): boolean {
    return isNarrowed(this.#scope)
  }

  /** Limits a verb's own SQL to the scope; its values are appended to the statement's. */
  bound(table: string, values: unknown[], of = ''): string {
    return boundText(boundOf(this.scope, this.tenantId, factsOf(table), of), values)
  }

  /** A row as the caller may see it. */
  shown<E extends object>(entity: EntityName<E>, row: E): E {
    const meta = this.#rows.metaOf(entity)
    return seenBy(this.scope, factsOf(meta.tableName), row)
  }

  /** Waits for what takes long, before a change; rows are to be read again after, as callers are. */
  async apart<T>(work: (outside: Runtime) => Promise<T>): Promise<T> {
    if (this.#rows.changes.length > 0) throw new Error('a unit that has changed something waits')
    // Whoever made the unit gave all of it.
    const whole = this.runtime as Runtime
    const done = await settledApart(this, () => work(whole))
    this.#rows.forget()
    this.#expected?.meetAgain()
    this.#tenant = undefined
    this.#taken = new Taken(this.runtime.outOfOrder)
    await this.waits?.mayStill()
    if (done.status === 'rejected') throw done.reason
    return done.value
  }

  /** Writes all changes with their records, then commits. */
  async commit(idempotency: readonly Row[] = []): Promise<void> {
    this.#expected?.refuseUnmet()
    await this.flush()
    // Under an idempotency key a refusal is stored as well, so it must be known before the commit.
    if (idempotency.length > 0) await this.transaction.sent()
    const today = await this.#telling.dayOf(this.#rows.changes)
    const started = startedBy(this.#rows.changes, this.now)
    const asked = () => [...started, ...this.#outbox.map(({ workflow }) => workflow)]
    crashPoint('before-commit', asked)
    const beside = { outbox: this.#outbox, idempotency }
    const written = this.#telling.last(this.#rows.changes, beside, today)
    // All statements are sent before any is answered, so the commit costs no extra round trip.
    const commit = this.transaction.commit()
    const steps = await Promise.allSettled([this.transaction.sent(), written, commit])
    const failed = steps.find((step) => step.status === 'rejected')
    if (failed !== undefined) throw this.refusalOf(failed.reason)
    this.runtime.pool.wake([...(await written), ...started.map(() => 'receivables_outbox')])
    crashPoint('after-commit', asked)
  }

  /** Translates an error, or the earlier error that caused it. */
  async failureOf(error: unknown): Promise<unknown> {
    const cause = await this.transaction.sent().then(
      () => error,
      (earlier: unknown) => earlier,
    )
    return this.refusalOf(cause)
  }

  refusalOf(error: unknown): unknown {
    const tables = this.runtime.orm.getMetadata().getAll().values()
    const refusal = refusalOf(error, (name) => fieldsOf(name, tables, this.#rows.changes))
    const isStale = error instanceof Error && error.name === 'OptimisticLockError'
    return isStale && this.#expected !== undefined ? new Refusal(this.#expected.code) : refusal
  }

  /** Besides the policy, every statement names its tenant and the scope of a bound caller. */
  #scoped<E extends object>(entity: EntityName<E>, where: unknown): FilterQuery<NoInfer<E>> {
    const meta = this.#rows.metaOf(entity)
    const bound = this.#boundOf(meta)
    return whereBound(bound, { ...(where as object), tenantId: this.tenantId }) as never
  }

  #meet({ tableName }: EntityMetadata, rows: readonly object[]): void {
    this.#expected?.refuseNewer(this.#seen.newer(rows))
    this.#seen.note(rows)
    this.#expected?.meet(tableName, rows)
  }

  #boundOf({ tableName }: EntityMetadata) {
    return boundOf(this.scope, this.tenantId, factsOf(tableName))
  }

  /** Rows that others changed since this unit read them are read again. */
  async #catchUp<E extends object>(entity: EntityName<E>, rows: readonly object[]): Promise<void> {
    const moved = this.#seen.moved(this.em, rows)
    this.#expected?.refuseNewer(moved)
    for (const row of moved) await this.em.refresh(row)
    restoreAmounts(this.#rows.metaOf(entity), moved)
    this.#expected?.meet(this.#rows.metaOf(entity).tableName, rows)
  }

  #wrote(changes: readonly Change[]): void {
    refuseTenantsOwn(this.scope, changes)
    this.#seen.note(changes.map(({ entity }) => entity))
    for (const send of this.#following.splice(0)) send()
  }
}
