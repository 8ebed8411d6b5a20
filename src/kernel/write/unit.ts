import {
  BigIntType,
  LockMode,
  type EntityManager,
  type EntityName,
  type FilterQuery,
} from '@mikro-orm/core'
import type { Principal } from '../../domain/access/principal.ts'
import { dayIn, type BusinessDate } from '../../domain/dates.ts'
import { processes, workflowIdOf, type ProcessName } from '../../domain/processes.ts'
import { notFound, refuse, Refusal } from '../../domain/refusal.ts'
import { factsOf } from '../../entities/table.ts'
import { Tenant } from '../../entities/tenant.ts'
import { Transaction, type Row } from '../../ports/database/transaction.ts'
import { crashPoint } from '../../ports/process/crash-point.ts'
import { recordChanges, type Change } from './changes.ts'
import { chosenOf, refusalOf } from './database-errors.ts'
import { newId } from './ids.ts'
import { sendQuickly } from './lane.ts'
import { isToldByDay, rowsOf } from './records.ts'
import type { Runtime } from './runtime.ts'
import { SeenVersions } from './seen-versions.ts'
import { writeRecords, type Author, type Origin } from './write-records.ts'

type Kept = 'tenantId' | 'id' | 'version' | 'createdAt' | 'updatedAt'
type Optional<E> = { [K in keyof E as null extends E[K] ? K : never]?: E[K] }
type Required<E> = { [K in keyof E as null extends E[K] ? never : K]: E[K] }

/** What an author gives for a new row; the kernel adds tenant, id, version and times. */
export type Fields<E> = Omit<Required<E>, Kept> & Omit<Optional<E>, Kept>

const isAmount = (type: unknown) => type instanceof BigIntType && type.mode === 'bigint'

const nobody = { clientId: null, debtorId: null }

/** The version that the caller believes to change, from the body or from If-Match. */
export interface Expectation {
  version: number
  from: 'body' | 'header'
}

/** One request or one activity: one transaction, one principal, one now. Verbs do all through it. */
export class Unit {
  readonly runtime: Runtime
  readonly transaction: Transaction
  readonly principal: Principal
  readonly now: Date
  readonly #origin: Origin
  readonly #changes: Change[] = []
  #em: EntityManager | undefined
  readonly #seen = new SeenVersions()
  readonly #outbox: Row[] = []
  readonly #following: (() => void)[] = []
  #expectation: Expectation | undefined
  #met: object | undefined
  #wide = false

  constructor(
    runtime: Runtime,
    transaction: Transaction,
    principal: Principal,
    now: Date,
    origin: Origin = {},
  ) {
    this.runtime = runtime
    this.transaction = transaction
    this.principal = principal
    this.now = now
    this.#origin = origin
  }

  /** The entities of this unit alone; made at first use, since many reads need none. */
  get em(): EntityManager {
    if (this.#em === undefined) {
      const em = this.runtime.orm.em.fork()
      em.setTransactionContext(this.transaction.kysely)
      recordChanges(em, this.now, this.#changes)
      this.#em = this.#watched(em)
    }
    return this.#em
  }

  get tenantId(): string {
    return this.principal.tenantId
  }

  /** The business date it is, where the tenant is. Its zone is asked for once a unit at most. */
  async today(): Promise<BusinessDate> {
    const { timeZone } =
      this.principal.timeZone === undefined
        ? await this.em.findOneOrFail(Tenant, { tenantId: this.tenantId })
        : { timeZone: this.principal.timeZone }
    return dayIn(timeZone, this.now)
  }

  /** The next row that is loaded must still have this version. */
  expect(expectation: Expectation): void {
    this.#expectation = expectation
  }

  async find<E extends object>(
    entity: EntityName<E>,
    where: FilterQuery<NoInfer<E>>,
  ): Promise<E | null> {
    const found = await this.em.findOne(entity, this.#scoped(entity, where))
    if (found === null) return null
    await this.#catchUp(entity, [found])
    this.#meet(found)
    return found as E
  }

  /** The row that the caller named, or the one answer for absent and foreign alike. */
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

  /** The same, held to the end of the unit and read as they are now; in one order for everybody. */
  async locked<E extends object>(
    entity: EntityName<E>,
    where: FilterQuery<NoInfer<E>>,
  ): Promise<E[]> {
    const held = await this.em.find(entity, this.#scoped(entity, where), {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      orderBy: { id: 'asc' } as never,
      refresh: true,
    })
    this.#restore(entity, held)
    this.#refuseNewer(this.#seen.newer(held))
    this.#seen.note(held)
    return held as E[]
  }

  add<E extends object>(entity: EntityName<E>, fields: Fields<NoInfer<E>>): E {
    const meta = this.runtime.orm.getMetadata().get(entity as EntityName<object>)
    const { id } = factsOf(meta.tableName)
    const has = (name: string) => meta.properties[name as never] !== undefined
    const row = this.em.create(entity, {
      ...fields,
      tenantId: this.tenantId,
      ...(id !== undefined && { id: newId(id) }),
      ...(has('createdAt') && { createdAt: this.now }),
      ...(has('updatedAt') && { updatedAt: this.now }),
    } as never)
    this.em.persist(row)
    return row as E
  }

  remove(row: object): void {
    this.em.remove(row)
  }

  /** Writes what has changed so far, so that a statement of the verb's own sees it. */
  async flush(): Promise<void> {
    if (this.#em === undefined) return
    try {
      await this.#em.flush()
    } catch (error) {
      throw await this.failureOf(error)
    }
  }

  /** Sends what refers to new rows once these are written. */
  follow(send: () => void): void {
    this.#following.push(send)
  }

  /** A process begins once this unit is committed; started twice, it still runs once. */
  start(
    process: ProcessName,
    entityId: string,
    attributes: Record<string, string> = {},
    key = entityId,
  ): void {
    this.#tell(process, entityId, 'start', null, attributes, key)
  }

  /** Tells a running process that something changed; one that has ended needs no telling. */
  signal(process: ProcessName, entityId: string, signal: string, key = entityId): void {
    this.#tell(process, entityId, 'signal', signal, {}, key)
  }

  /** Books are the tenant's: what is booked for a bound caller is not seen through their eyes. */
  async widened<T>(work: () => Promise<T>): Promise<T> {
    const { clientId, debtorId } = this.principal
    if (this.#wide || (clientId === null && debtorId === null)) return work()
    await this.flush()
    this.transaction.narrow('', '')
    this.#wide = true
    const result = await work()
    await this.flush()
    this.#wide = false
    this.transaction.narrow(clientId ?? '', debtorId ?? '')
    return result
  }

  /** What a request holds under a key is held until its answer is kept. */
  get isKeyed(): boolean {
    return this.transaction.hasSavepoint
  }

  /** Waits for others without a connection. Nothing may have been changed, and what was read is old. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    if (this.#changes.length > 0) throw new Error('a unit that has changed something waits')
    try {
      return await this.transaction.apart(work)
    } finally {
      this.#em = undefined
    }
  }

  /** Everything that was changed, and what every change leaves behind; then the commit itself. */
  async commit(idempotency: readonly Row[] = []): Promise<void> {
    await this.flush()
    // Under a key a refusal is kept as well, so it must be known before the commit.
    if (idempotency.length > 0) await this.transaction.sent()
    const today = isToldByDay(this.#changes) ? await this.today() : ''
    const records = { ...rowsOf(this.#changes, today), outbox: this.#outbox, idempotency }
    const empty = Object.values(records).every((rows) => rows.length === 0)
    const asked = () => this.#outbox.map(({ workflow }) => workflow)
    crashPoint('before-commit', asked)
    const author: Author = { principal: this.principal, now: this.now, origin: this.#origin }
    const written = empty ? [] : writeRecords(this.transaction, records, author)
    // All are on the wire before any is answered: the commit costs no trip of its own.
    const commit = this.transaction.commit()
    const steps = await Promise.allSettled([this.transaction.sent(), written, commit])
    const failed = steps.find((step) => step.status === 'rejected')
    if (failed !== undefined) throw this.refusalOf(failed.reason)
    this.runtime.pool.wake(await written)
    crashPoint('after-commit', asked)
  }

  /** What an error means, or what failed before it and made it fail. */
  async failureOf(error: unknown): Promise<unknown> {
    const cause = await this.transaction.sent().then(
      () => error,
      (earlier: unknown) => earlier,
    )
    return this.refusalOf(cause)
  }

  refusalOf(error: unknown): unknown {
    const refusal = refusalOf(error, (constraint) => this.#uniqueFields(constraint))
    const stale = error !== refusal && this.#expectation?.from === 'header'
    return stale && error instanceof Error && error.name === 'OptimisticLockError'
      ? new Refusal('PRECONDITION_FAILED')
      : refusal
  }

  #tell(
    process: ProcessName,
    entityId: string,
    kind: 'start' | 'signal',
    signal: string | null,
    attributes: Record<string, string>,
    key: string,
  ): void {
    this.#outbox.push({
      tenant_id: this.tenantId,
      id: newId('Outbox'),
      kind,
      workflow: process,
      workflow_id: workflowIdOf(process, this.tenantId, key),
      signal,
      input: { tenantId: this.tenantId, entityId },
      attributes: {
        RxTenant: this.tenantId,
        RxEntityType: processes[process].entity,
        RxEntityId: entityId,
        ...attributes,
      },
      attempts: 0,
      due_at: this.now,
      done_at: null,
      dead_at: null,
      last_error: null,
    })
  }

  /** Every statement names its tenant, and whom a bound caller is bound to, besides the policy. */
  #scoped<E extends object>(entity: EntityName<E>, where: unknown): FilterQuery<NoInfer<E>> {
    const meta = this.runtime.orm.getMetadata().get(entity as EntityName<object>)
    const { clientColumn, debtorColumn } = factsOf(meta.tableName)
    const { clientId, debtorId } = this.#wide ? nobody : this.principal
    const bounds: object[] = []
    if (clientId !== null && clientColumn !== undefined) {
      bounds.push({ [clientColumn === 'id' ? 'id' : 'clientId']: clientId })
    }
    if (debtorId !== null && debtorColumn !== undefined) {
      bounds.push({ [debtorColumn === 'id' ? 'id' : 'debtorId']: debtorId })
    }
    const narrowed = bounds.length === 0 ? {} : { $and: bounds }
    const scoped: unknown = { ...(where as object), tenantId: this.tenantId, ...narrowed }
    return scoped as FilterQuery<NoInfer<E>>
  }

  /** What others changed since it was read here is read as it is now. */
  async #catchUp<E extends object>(entity: EntityName<E>, rows: readonly object[]): Promise<void> {
    const moved = this.#seen.moved(this.em, rows)
    this.#refuseNewer(moved)
    for (const row of moved) await this.em.refresh(row)
    this.#restore(entity, moved)
  }

  /** What is read anew keeps the text that the driver gave for an amount. */
  #restore<E extends object>(entity: EntityName<E>, rows: readonly object[]): void {
    if (rows.length === 0) return
    const { props } = this.runtime.orm.getMetadata().get(entity as EntityName<object>)
    const amounts = props.filter(({ customType }) => isAmount(customType))
    for (const row of rows as Record<string, unknown>[]) {
      for (const { name } of amounts) {
        if (typeof row[name] === 'string') row[name] = BigInt(row[name])
      }
    }
  }

  /** The first row that has a version is the one that was meant; it has to keep it. */
  #meet(row: object): void {
    const { version } = row as { version?: number }
    if (this.#met !== undefined || this.#expectation === undefined || version === undefined) return
    this.#met = row
    if (version !== this.#expectation.version) this.#refuseVersion()
  }

  #refuseNewer(moved: readonly object[]): void {
    if (this.#met !== undefined && moved.includes(this.#met)) this.#refuseVersion()
  }

  #refuseVersion(): never {
    return refuse(this.#expectation?.from === 'header' ? 'PRECONDITION_FAILED' : 'VERSION_CONFLICT')
  }

  /** Every flush tries the quick lane first, also those by which a read sees what was changed. */
  #watched(em: EntityManager): EntityManager {
    const plain = em.flush.bind(em)
    em.flush = async () => {
      const earlier = this.#changes.length
      const isSent = this.runtime.lane !== 'plain' && sendQuickly(em, this.transaction)
      if (!isSent) await plain()
      this.#seen.note(this.#changes.slice(earlier).map(({ entity }) => entity))
      for (const send of this.#following.splice(0)) send()
    }
    return em
  }

  #uniqueFields(constraint: string): readonly string[] | undefined {
    for (const meta of this.runtime.orm.getMetadata().getAll().values()) {
      const unique = meta.uniques.find(({ name }) => name === constraint)
      if (unique === undefined) continue
      const changes = this.#changes.filter((change) => change.meta.tableName === meta.tableName)
      return chosenOf([unique.properties ?? []].flat() as string[], changes)
    }
    return undefined
  }
}

/** Runs one verb for one tenant in a transaction of its own. */
export async function inUnit<T>(
  runtime: Runtime,
  principal: Principal,
  origin: Origin & { now?: Date; purpose?: 'report' | 'job' },
  work: (unit: Unit) => Promise<T>,
): Promise<T> {
  const transaction = await Transaction.begin(runtime.pool, principal, origin.purpose ?? 'command')
  const unit = new Unit(runtime, transaction, principal, origin.now ?? new Date(), origin)
  try {
    const result = await work(unit)
    await unit.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw await unit.failureOf(error)
  }
}
