import type { EntityMetadata, EntityProperty } from '@mikro-orm/core'
import { momentOf } from '../../src/kernel/read/moments.ts'
import { idsAt, newId } from '../../src/kernel/write/ids.ts'
import { entities } from '../../src/entities/all.ts'
import { idAs, platformId } from '../../src/domain/id-forms.ts'
import { idKinds, idPrefixes, isIdKind, kindOf, type IdKind } from '../../src/entities/ids.ts'
import { storedEntries, type Entry } from '../../src/entities/journal-entry.ts'
import { allTables, factsOf, type TableFacts } from '../../src/entities/table.ts'
import type { World } from './world.ts'

export type Values = Record<string, unknown>

/** Values of the n-th row of a kind that its columns do not ask for. */
type Usual = Readonly<Partial<Record<IdKind, (n: number) => Values>>>

/** How many were made in each world, so that a file makes the same whatever ran before it. */
const made = new WeakMap<World, number>()

/** Rows put straight into a tenant's tables by their owner: something to name, list or not to see. */
export class Rows {
  readonly #at: World
  readonly #tenantId: string
  readonly #usual: Usual
  readonly #clientId: string | null
  readonly #first = new Map<string, Values>()

  /** With a client, every row that can be a client's is that one's. */
  constructor(at: World, tenantId: string, usual: Usual = {}, clientId: string | null = null) {
    this.#clientId = clientId
    this.#at = at
    this.#tenantId = tenantId
    this.#usual = usual
  }

  /** Another row of the table, with all that it refers to; what is wanted is not left empty. */
  async add(table: string, given: Values = {}, wanted: readonly string[] = []): Promise<Values> {
    const words = 12
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#tried(table, given, wanted)
      } catch (error) {
        // Of one owner there is one row a word: the next word may still be free.
        const taken = (error as { code?: string }).code === '23505'
        if (!taken || attempt > words) throw error
        const isOfClient = factsOf(table).clientColumn !== undefined
        if (attempt === words && (this.#clientId !== null || !isOfClient)) {
          return await this.#there(table)
        }
        if (attempt === words) this.#forgetOwners(table)
      }
    }
  }

  /** Where the words of an owner are used up, the next row is of another. */
  #forgetOwners(table: string): void {
    for (const owner of Object.values(factsOf(table).references ?? {})) this.#first.delete(owner)
  }

  async #tried(table: string, given: Values, wanted: readonly string[]): Promise<Values> {
    const meta = this.#meta(table)
    const facts = factsOf(table)
    const n = made.get(this.#at) ?? 0
    made.set(this.#at, n + 1)
    const values: Values = {}
    const known: Values = {
      ...('addedFor' in meta.properties && { addedFor: null }),
      ...(facts.clientColumn === 'client_id' && this.#clientId && { clientId: this.#clientId }),
      ...(isIdKind(meta.className) && this.#usual[meta.className]?.(n)),
      ...given,
    }
    for (const name of wanted) {
      if (known[name] === null && given[name] === undefined && !isUnique(meta, name)) {
        delete known[name]
      }
    }
    for (const property of Object.values(meta.properties) as EntityProperty[]) {
      const { name } = property
      const isAsked = wanted.includes(name) || neverEmpty[table]?.includes(name) === true
      const mayBeEmpty = property.nullable === true && !isAsked
      values[name] =
        name in known ? known[name] : await this.#valueOf(meta, facts, property, n, mayBeEmpty)
    }
    Object.assign(values, { ...asTheyGoTogether(table, values), ...given })
    if (values['frozen'] != null) {
      const { id } = await this.one('snapshot')
      Object.assign(values, { senderShownId: id, debtorShownId: id })
    }
    const moment = momentOf(meta)
    if (moment !== undefined && known['id'] === undefined) {
      values['id'] = idsAt(new Date(values[moment] as Date))(kindOf(meta))
    }
    await this.#insert(meta, values)
    return values
  }

  /** Where a client, or the tenant, has one of each word already: a row of them. */
  async #there(table: string): Promise<Values> {
    const isOfClient = factsOf(table).clientColumn !== undefined
    const properties = Object.values(this.#meta(table).properties) as EntityProperty[]
    const hasId = properties.some(({ name }) => name === 'id')
    const [row = {}] = await this.#at.owner(
      `select * from "${table}" where tenant_id = $1 ${isOfClient ? 'and client_id = $2' : ''}
       ${hasId ? 'order by id desc' : ''} limit 1`,
      isOfClient ? [this.#tenantId, this.#clientId] : [this.#tenantId],
    )
    return Object.fromEntries(properties.map((one) => [one.name, row[one.fieldNames[0]!]]))
  }

  /** The first row made of a table, made now where there is none yet. */
  async one(table: string): Promise<Values> {
    const known = this.#first.get(table) ?? (await this.add(table))
    this.#first.set(table, known)
    return known
  }

  async #valueOf(
    meta: EntityMetadata,
    facts: TableFacts,
    property: EntityProperty,
    n: number,
    mayBeEmpty: boolean,
  ): Promise<unknown> {
    const { name } = property
    if (name === 'tenantId') return this.#tenantId
    if (name === 'id') return newId(kindOf(meta))
    const target = facts.references?.[name] ?? provenElsewhere[meta.tableName]?.[name]
    if (target !== undefined && mayBeEmpty) return null
    if (target !== undefined) {
      const another = property.primary === true || isUniqueAlone(meta, name)
      const row = another ? await this.add(target) : await this.one(target)
      return row['id'] ?? row[name]
    }
    if (mayBeEmpty && n % 3 === 0) return null
    const isAlone = isUnique(meta, name) || property.primary === true
    return plainValue(property, isAlone ? n : n >> 1)
  }

  async #insert(meta: EntityMetadata, values: Values): Promise<void> {
    if (meta.view === true) return this.#insert(this.#meta('journal'), journalRowOf(meta, values))
    const properties = Object.values(meta.properties) as EntityProperty[]
    const columns = properties.map(({ fieldNames }) => `"${fieldNames[0]}"`)
    const marks = properties.map((_, at) => `$${at + 1}`)
    const alone = inNeedOfOthers.has(meta.tableName)
    if (alone) await this.#at.owner('set session_replication_role = replica')
    await this.#at.owner(
      `insert into "${meta.tableName}" (${columns.join()}) values (${marks.join()})`,
      properties.map((property) => asSent(property, values[property.name] ?? null)),
    )
    if (alone) await this.#at.owner('reset session_replication_role')
  }

  #meta(table: string): EntityMetadata {
    return metaOf(this.#at, table)
  }
}

function isUnique({ uniques }: EntityMetadata, name: string): boolean {
  return uniques.some(({ properties }) => [properties].flat().includes(name as never))
}

/** A row of which there is one for each that it refers to, or one of each word of a closed list. */
function isUniqueAlone({ uniques, properties: all }: EntityMetadata, name: string): boolean {
  return uniques.some(({ properties }) => {
    const fields = [properties].flat().filter((field) => String(field) !== 'tenantId')
    const others = fields.filter((field) => String(field) !== name)
    const closed = others.every((field) => all[field as never]?.['items'] !== undefined)
    return fields.length > others.length && closed
  })
}

const ofClient = { clientId: 'client' }

/** What is there as well, by what another key proves. */
const provenElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  article: ofClient,
  invoice_activation: ofClient,
  invoice_ledger_event: ofClient,
  document: ofClient,
  voucher: ofClient,
  client_account_transaction: ofClient,
  voucher_posting: { voucherId: 'voucher' },
  webhook_log: { eventId: 'webhook_payload' },
  webhook_attempt: { logId: 'webhook_log' },
}

/** What no verb would ever leave otherwise, and lists find rows by. */
/** Columns that may be empty, of which some are not; which, is said by how they go together. */
const neverEmpty: Readonly<Record<string, readonly string[]>> = {
  account_reference_setting: ['clientAccountId'],
  payment_method_binding: ['clientId', 'serviceProviderId'],
  payment_request: ['claimId'],
  payout: ['clientId', 'clientAccountId', 'payoutKind', 'payoutNumber'],
  invoice_payment_choice: ['methodId'],
}

function asTheyGoTogether(table: string, values: Values): Values {
  if (table === 'payment_method_binding') {
    return values['ownerType'] === 'CLIENT' ? { serviceProviderId: null } : { clientId: null }
  }
  if (table === 'account_reference_setting' && values['purpose'] === 'COLLECTION_BATCH') {
    return { clientAccountId: null, reference: null }
  }
  if (table === 'document') {
    return values['invoiceId'] === null ? {} : { ownerId: values['invoiceId'] }
  }
  if (table === 'payout' && values['returnId'] !== null) {
    const none = { debtorId: null, claimId: null, payoutAccountId: null }
    return { clientId: null, clientAccountId: null, ...none }
  }
  if (table === 'voucher') return values['clientId'] === null ? { ownerType: 'TENANT' } : {}
  return table === 'invoice' ? claimOf(values) : {}
}

function claimOf({ mainStatus, ledgerStatus, productCode, bookedDate }: Values): Values {
  const status = String(mainStatus)
  const drafts = ['CREATED', 'PENDING_AUTHORIZATION', 'PENDING', 'ACTIVATING']
  const isBooked = bookedDate !== null && ledgerStatus !== 'NOT_BOOKED' && !drafts.includes(status)
  return {
    ...(!isBooked && { bookedDate: null }),
    ...(isBooked && productCode !== null && { productCode: 'INVOICE_SERVICE' }),
    ...(['PAUSED', 'DISPUTED', 'STOPPED'].includes(status) && {
      pausedFrom: 'ACTIVATED',
      closedDate: null,
    }),
    archivedAt: status === 'ARCHIVED' ? new Date(base) : null,
    ...(status === 'DENIED_FINANCING' && { financingStatus: 'DENIED' }),
  }
}

/** The row of the journal in which an entry of the changelog, or an event, stands. */
function journalRowOf({ className }: EntityMetadata, values: Values): Values {
  const { entity, entityId, subjectType, subjectId, type, name, action, changes, data } = values
  const as = className === 'Event' ? [subjectType, subjectId] : [entity, entityId]
  const { ownerType = as[0], ownerId = as[1] } = values
  const named = as[0] === ownerType ? {} : { entity: as[0], id: as[1] }
  const entry =
    className === 'Event'
      ? { events: { [String(type)]: name }, data: { [String(type)]: data } }
      : { action, changes }
  return {
    principalKind: 'SYSTEM',
    principalId: platformId,
    principalName: 'Nobody',
    at: values['occurredAt'],
    ...values,
    id: idAs('JR', String(values['id'])),
    ownerType,
    ownerId,
    entries: storedEntries([{ ...named, ...entry } as Entry]),
    data: null,
  }
}

/** What the database takes only together with what makes it whole: here a row stands for itself. */
const inNeedOfOthers = new Set(['voucher', 'voucher_posting'])

export function metaOf(at: World, table: string): EntityMetadata {
  const all = [...at.runtime.orm.getMetadata().getAll().values()] as unknown as EntityMetadata[]
  const meta = all.find(({ tableName }) => tableName === table)
  if (meta === undefined) throw new Error(`there is no entity of ${table}`)
  return meta
}

/** Tables of which a tenant has many rows: not those with the tenant alone as their key. */
export function tablesOfMany(at: World): string[] {
  return allTables()
    .map(({ table }) => table)
    .filter((table) => metaOf(at, table).primaryKeys.length > 1)
}

export function tableOfKind(kind: IdKind): TableFacts {
  const found = entities.find(({ meta }) => meta.className === kind)
  if (found === undefined) throw new Error(`no table has ids of the kind ${kind}`)
  return factsOf(found.meta.tableName)
}

function isJson({ columnTypes }: EntityProperty): boolean {
  return columnTypes[0]?.startsWith('json') === true
}

function asSent(property: EntityProperty, value: unknown): unknown {
  return isJson(property) && value !== null ? JSON.stringify(value) : value
}

const base = Date.UTC(2026, 0, 1)

function plainValue(property: EntityProperty, n: number): unknown {
  const { name, items, length } = property
  const column = property.columnTypes[0] ?? ''
  if (items !== undefined) return items[n % items.length]
  const { wire } = property as { wire?: Told }
  if (wire?.values !== undefined) return wire.values[n % wire.values.length]
  if (wire?.form === 'country') return 'SE'
  if (wire?.form === 'id' && wire.of !== undefined) return newId(wire.of)
  if (wire?.form === 'anyId') return newId(kindWith(wire.prefix!))
  if (column.endsWith('[]')) return []
  if (isJson(property)) return {}
  if (column === 'boolean') return n % 2 === 0
  if (column.startsWith('timestamp')) return new Date(base + (n % 4) * 1000)
  if (column === 'date') return new Date(base + (n % 4) * 86_400_000).toISOString().slice(0, 10)
  if (/int|numeric/.test(column)) return name === 'version' ? 1 : n + 1
  const text = `${name.toUpperCase()}-${n}`.slice(-(length ?? 200))
  return wire?.pattern?.test(text) === false ? ofShape(wire, n) : text
}

const kindWith = (prefix: string) => idKinds.find((kind) => idPrefixes[kind] === prefix)!

interface Told {
  form: string
  prefix?: string
  of?: IdKind
  values?: readonly string[]
  pattern?: RegExp
  example?: string
}

/** Another one for each row, as far as the shape allows. */
function ofShape({ pattern, example }: Told, n: number): string {
  const tried = [`${1000 + n}`, `#${(n + 1).toString(16).padStart(6, '0')}`]
  return tried.find((one) => pattern?.test(one)) ?? example ?? ''
}
