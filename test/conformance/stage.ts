import type { z } from 'zod'
import type { Registered } from '../../src/kernel/http/app.ts'
import { bodySchemaOf } from '../../src/kernel/http/prepared.ts'
import { idKinds, idPattern, type IdKind } from '../../src/entities/ids.ts'
import { allTables } from '../../src/entities/table.ts'
import { hashPassword } from '../../src/ports/keys/passwords.ts'
import { hashToken, tokenText } from '../../src/ports/keys/tokens.ts'
import { checksOf, defOf, samplesOf, type KnownIds } from '../support/arbitrary.ts'
import { metaOf, Rows, tableOfKind, type Values } from '../support/rows.ts'
import { pathOf, routeOf, served } from '../support/served.ts'
import { type Answered, apiAs, type Api, type TestTenant, type World } from '../support/world.ts'
import { calls, knownPassword, parameters, usual, type GivenCall, type Named } from './given.ts'

type Schema = z.core.$ZodType

let passwordHash: Promise<string> | undefined

/** A request that should succeed, for rows that are there for it alone. */
export interface Call {
  method: string
  path: string
  params: Readonly<Record<string, string>>
  body: unknown
  /** Who must call, where it is not up to the sweep. */
  as?: Api | undefined
}

export interface Trying {
  api?: Api
  /** New ones for each try. */
  headers?: () => Record<string, string>
  /** What else must be so for a call to count as done. */
  until?: () => Promise<boolean>
}

export interface Succeeded {
  call: Call
  answer: Answered
  headers: Record<string, string>
}

/** A tenant in which the sweeps play: it makes whatever an operation must be able to name. */
export class Stage {
  readonly at: World
  readonly tenant: TestTenant
  readonly rows: Rows
  readonly clientId: string | null

  /** With a client, what it makes is that client's where it can be. */
  constructor(at: World, tenant: TestTenant, clientId: string | null = null) {
    this.at = at
    this.tenant = tenant
    this.rows = new Rows(at, tenant.id, usual, clientId)
    this.clientId = clientId
  }

  /** `given` where the state that is usual is not what is wanted. */
  async call(
    { operation }: Pick<Registered, 'operation'>,
    seed: number,
    given?: GivenCall,
  ): Promise<Call> {
    const { method, path } = operation
    given ??= await calls[routeOf({ operation })]?.(this)
    const params = { ...(await this.params(path, operation.method, seed)), ...given?.params }
    const schema = bodySchemaOf(operation)
    const takesBody = method === 'POST' || method === 'PUT'
    const ids = takesBody ? await this.#idsFor(schema) : {}
    const sampled = takesBody ? samplesOf(schema, { seed, count: 1, ids })[0] : undefined
    const body = takesBody ? withoutVersion({ ...(sampled as object), ...given?.body }) : undefined
    const isSelf = typeof operation.requires === 'object' && 'self' in operation.requires
    const as = given?.as ?? (isSelf ? await this.session() : undefined)
    return { method, path: pathOf(path, params), params, body, ...(as !== undefined && { as }) }
  }

  /** The client whose rows it makes, or another one with these values. */
  async client(values: Values = {}): Promise<string> {
    return this.clientId ?? String((await this.rows.add('client', values))['id'])
  }

  /** A user who has just logged in. */
  async session(values: Values = {}): Promise<Api> {
    passwordHash ??= hashPassword(knownPassword, 'test')
    const user = { passwordHash: await passwordHash, ...values }
    const { id: userId } = await this.rows.add('user_account', user)
    return this.token({ kind: 'USER', userId })
  }

  async token(values: Values): Promise<Api> {
    const text = tokenText('SYSTEM', this.tenant.id)
    const { keys, clock } = this.at
    const hour = new Date(clock.now.getTime() + 3_600_000)
    const alive = { superUser: false, rights: [], expiresAt: hour, revokedAt: null, idleMs: null }
    const unbound = { clientId: null, debtorId: null }
    await this.rows.add('token', {
      hash: hashToken(text, keys.tokens),
      ...alive,
      ...unbound,
      ...values,
    })
    return apiAs(this.at, text)
  }

  /** Tries good calls until one does what it should: a rule may refuse what the schemas allow. */
  async succeed(
    one: Pick<Registered, 'operation'>,
    { api = this.tenant.api, headers = () => ({}), until = async () => true }: Trying = {},
  ): Promise<Succeeded> {
    let last: unknown
    for (let seed = 1; seed <= 16; seed++) {
      const call = await this.call(one, seed * 7919)
      const sent = headers()
      const answer = await send(api, call, sent)
      if (answer.status < 400 && (await until())) return { call, answer, headers: sent }
      last = { call, status: answer.status, body: answer.body as unknown }
    }
    throw new Error(
      `${routeOf(one)} never succeeds; say in given.ts how:\n${JSON.stringify(last, null, 2)}`,
    )
  }

  async params(path: string, method: string, seed: number): Promise<Record<string, string>> {
    const params: Record<string, string> = {}
    const rows: Values[] = []
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
      const named = namedBy(path, name)
      if (typeof named !== 'string') {
        params[name] = named[seed % named.length] as string
        continue
      }
      const { table, clientColumn } = tableOfKind(named)
      const own = clientColumn === 'id' && this.clientId !== null
      const row = own ? { id: this.clientId } : await this.rows.add(table)
      rows.push({ ...row, kind: named })
      params[name] = keyOf(this.at, named, name, row)
    }
    if (rows.length === 2 && method !== 'POST') await this.#tie(rows)
    return params
  }

  /** A row nested in another is reached through the table that ties the two. */
  async #tie([owner, row]: Values[]): Promise<void> {
    const tableOf = (values: Values | undefined) => tableOfKind(values?.['kind'] as IdKind).table
    const [ownerTable, rowTable] = [tableOf(owner), tableOf(row)]
    const isTie = (references: Readonly<Record<string, string>>) =>
      Object.values(references).includes(ownerTable) && Object.values(references).includes(rowTable)
    const tie = allTables().find(
      ({ table, references = {} }) => !hasIds(this.at, table) && isTie(references),
    )
    if (tie === undefined) return
    const values = Object.entries(tie.references ?? {}).map(([property, target]) => [
      property,
      target === ownerTable ? owner?.['id'] : row?.['id'],
    ])
    await this.rows.add(tie.table, Object.fromEntries(values))
  }

  async #idsFor(schema: Schema): Promise<KnownIds> {
    const ids: KnownIds = {}
    for (const kind of kindsIn(schema)) {
      if (kind === 'Tenant') ids[kind] = [this.tenant.id]
      else ids[kind] = [String((await this.rows.add(tableOfKind(kind).table))['id'])]
    }
    return ids
  }
}

export function send(
  api: Api,
  { method, path, body, as }: Call,
  headers: Record<string, string> = {},
): Promise<Answered> {
  return (as ?? api).send(method, path, {
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

function withoutVersion({ version: _, ...rest }: Record<string, unknown>): unknown {
  return rest
}

/** What the parameter names: by the table, or by the view that its collection shows. */
export function namedBy(path: string, name: string): Named {
  const upTo = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)
  const given = parameters[upTo]
  if (given !== undefined) return given
  const collection = upTo.slice(0, upTo.lastIndexOf('/'))
  const telling = served.filter(
    ({ operation }) => blank(operation.path) === blank(upTo) || operation.path === collection,
  )
  for (const { operation } of telling) {
    const kind = kindShown(operation.declared.returns)
    if (kind !== undefined) return kind
  }
  throw new Error(`nothing tells what ${upTo} names; say it in given.ts`)
}

const blank = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/** The kind of the id of a view, or of each of the views of a list. */
function kindShown(returns: Schema | undefined): IdKind | undefined {
  if (returns === undefined) return undefined
  const def = defOf(returns)
  if (def.type !== 'object') return undefined
  const { id, data } = def.shape
  if (id !== undefined) return kindOfId(id)
  return data !== undefined && defOf(data).type === 'array'
    ? kindShown((defOf(data) as { element: Schema }).element)
    : undefined
}

function kindOfId(schema: Schema): IdKind | undefined {
  const patterns = checksOf(schema).map((check) => (check as { pattern?: RegExp }).pattern?.source)
  return patterns
    .map((source) => kindOfPattern.get(source ?? ''))
    .find((kind) => kind !== undefined)
}

const kindOfPattern = new Map(idKinds.map((kind) => [idPattern(kind).source, kind]))

export function kindsIn(schema: Schema): Set<IdKind> {
  const found = new Set<IdKind>()
  const visit = (inner: Schema) => {
    const def = defOf(inner)
    const kind = def.type === 'string' ? kindOfId(inner) : undefined
    if (kind !== undefined) found.add(kind)
    if (def.type === 'object') Object.values(def.shape).forEach(visit)
    if (def.type === 'array') visit(def.element)
    if (def.type === 'union') def.options.forEach(visit)
    if (def.type === 'pipe') visit(def.in)
    if ('innerType' in def) visit(def.innerType as Schema)
  }
  visit(schema)
  return found
}

/** Rows are named by their id, unless the parameter is called like another of their fields. */
export function keyOf(at: World, kind: IdKind, name: string, row: Values): string {
  const { properties } = metaOf(at, tableOfKind(kind).table)
  return String(row[properties[name as never] === undefined ? 'id' : name])
}

/** A table without ids only links two others. */
function hasIds(at: World, table: string): boolean {
  return metaOf(at, table).properties['id' as never] !== undefined
}
