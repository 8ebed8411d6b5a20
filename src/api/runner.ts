import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Runtime } from '../activities/runtime.ts'
import { Unit } from '../activities/unit.ts'
import { notFound, refuse, Refusal } from '../domain/refusal.ts'
import type { Authenticator, Caller } from '../policy/authenticate.ts'
import type { Gate } from '../policy/gate.ts'
import { Transaction } from '../ports/database/transaction.ts'
import { tenantOfToken } from '../ports/keys/tokens.ts'
import { isStorable, readJson } from './body.ts'
import { idempotencyKey, KeyedRequest, type Answer } from './idempotency.ts'
import type { LastUses } from './last-uses.ts'
import { isOpen, needsSuperUser, rightsOf, statusOf, type Operation } from './operation.ts'
import { faultsOf, problemResponse } from './problem.ts'
import { respond } from './respond.ts'
import type { RateLimit } from './rate.ts'

/** What every request is run with. */
export interface Kernel {
  runtime: Runtime
  authenticator: Authenticator
  gate: Gate
  rate: RateLimit
  lastUses: LastUses
  bodyLimit: number
  /** Proxies of our own, each of which adds the address it was called from. */
  proxies: number
  now(): Date
  /** In tests: every answer is held against the schema that describes it. */
  checkAnswers: boolean
}

/** An operation with what can be known of it before the first request. */
export interface Prepared {
  name: string
  operation: Operation
  status: number
  takesBody: boolean
  bodySchema: z.ZodType | undefined
  querySchema: z.ZodType
}

export function prepare(name: string, operation: Operation): Prepared {
  const takesBody = operation.method === 'POST' || operation.method === 'PUT'
  return {
    name,
    operation,
    status: statusOf(operation),
    takesBody,
    bodySchema: takesBody ? bodySchemaOf(operation) : undefined,
    querySchema: operation.declared.query ?? z.strictObject({}),
  }
}

/** Any PUT may name the version it believes to change; where no body is declared, none is needed. */
export function bodySchemaOf({ method, declared }: Operation): z.ZodType {
  const version = { version: z.int().min(1).optional() }
  const { body } = declared
  if (body === undefined) return z.strictObject(method === 'PUT' ? version : {}).default({})
  if (method !== 'PUT') return body
  if (body instanceof z.ZodObject) return body.extend(version)
  // A body that may be left out altogether is an object behind its default.
  const inner = body instanceof z.ZodPrefault ? body.unwrap() : undefined
  return inner instanceof z.ZodObject ? inner.extend(version).prefault({}) : body
}

interface Incoming {
  request: Request
  /** What is left of the caller's rate, where it is told. */
  limit?: string | undefined
  params: Record<string, string>
  address: string
  requestId: string
  now: Date
}

const urlMax = 8 * 1024
const requestIdShape = /^[\w.-]{1,100}$/

/** The order of work of every request; nothing in it is left to the author of an operation. */
export async function run(
  kernel: Kernel,
  prepared: Prepared,
  request: Request,
  params: Record<string, string>,
  address: string,
): Promise<Response> {
  const requestId = requestIdOf(request)
  const incoming = { request, params, address, requestId, now: kernel.now() }
  try {
    if (request.url.length > urlMax) refuse('HEADERS_TOO_LARGE')
    return isOpen(prepared.operation.requires)
      ? await runOpen(kernel, prepared, incoming)
      : await runForCaller(kernel, prepared, incoming)
  } catch (error) {
    return refused(kernel, prepared, error, incoming)
  }
}

export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && requestIdShape.test(given) ? given : randomUUID()
}

/** Who was turned away is logged with what for, never with what was sent. */
function refused(kernel: Kernel, { name }: Prepared, error: unknown, incoming: Incoming): Response {
  const { requestId, request } = incoming
  const { log } = kernel.runtime
  const facts = { requestId, traceId: traceIdOf(request), operation: name }
  if (!(error instanceof Refusal)) {
    log.error({ ...facts, err: error }, 'an operation failed')
    return problemResponse(new Refusal('INTERNAL'), requestId)
  }
  if (error.status >= 500) log.warn({ ...facts, code: error.code })
  else if (turnedAway.has(error.status)) log.info({ ...facts, code: error.code })
  return problemResponse(error, requestId, hangingUp(request, error.status))
}

const turnedAway = new Set([401, 403, 429])

const drainable = 64 * 1024

/** A large body that was not read is not read on to the next request either: the caller starts anew. */
function hangingUp({ method, headers }: Request, status: number): Record<string, string> {
  const unread = [401, 403, 413, 415, 429].includes(status) && /^(?:POST|PUT)$/.test(method)
  const announced = headers.get('content-length')
  const small = announced !== null && Number(announced) <= drainable
  const none = announced === null && headers.get('transfer-encoding') === null
  return unread && !small && !none ? { Connection: 'close' } : {}
}

/** The trace that a caller's `traceparent` names, so that its log lines and ours can be joined. */
function traceIdOf(request: Request): string | undefined {
  const given = request.headers.get('traceparent') ?? ''
  return /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(given)?.[1]
}

async function runOpen(kernel: Kernel, prepared: Prepared, incoming: Incoming): Promise<Response> {
  kernel.rate.take(incoming.address, incoming.now.getTime())
  const body = prepared.takesBody ? await bodyOf(kernel, prepared, incoming.request) : undefined
  const { now, requestId, address } = incoming
  const result = await prepared.operation.handle({
    runtime: kernel.runtime,
    body,
    now,
    requestId,
    address,
  } as never)
  return responseOf(answerOf(kernel, prepared, result), incoming)
}

async function runForCaller(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
): Promise<Response> {
  const { tenantId, hash } = credentialsOf(kernel, incoming.request)
  let body: unknown
  if (prepared.takesBody) {
    // Nothing of a body is read for somebody who may not send it, nor a connection held meanwhile.
    incoming.limit = await admitted(kernel, prepared, incoming, tenantId, hash)
    body = await bodyOf(kernel, prepared, incoming.request)
  }
  const transaction = await Transaction.begin(kernel.runtime.pool, { tenantId })
  try {
    const caller = await kernel.authenticator.caller(transaction, tenantId, hash, incoming.now)
    mayCall(kernel, prepared.operation, caller)
    if (!prepared.takesBody) incoming.limit = rateOf(kernel, caller, incoming.now)
    if (caller.stale) kernel.lastUses.note(caller, incoming.now)
    if (caller.clientId !== null) transaction.narrow(caller.clientId)
    return await perform(kernel, prepared, incoming, transaction, caller, body)
  } finally {
    // Whatever was not committed by now is taken back; nobody has to wait for that but who may
    // repeat the request at once: its key is free again only then.
    const undone = transaction.rollback()
    if (incoming.request.headers.has('idempotency-key')) await undone
  }
}

function credentialsOf(kernel: Kernel, request: Request): { tenantId: string; hash: string } {
  const [scheme, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
  const tenantId = scheme?.toLowerCase() === 'bearer' ? tenantOfToken(token) : undefined
  if (tenantId === undefined) return refuse('UNAUTHENTICATED')
  return { tenantId, hash: kernel.authenticator.hash(token) }
}

/** Who calls and whether they may; asked again, for good, in the transaction of the command. */
async function admitted(
  kernel: Kernel,
  { operation }: Prepared,
  { now }: Incoming,
  tenantId: string,
  hash: string,
): Promise<string | undefined> {
  const { authenticator, runtime } = kernel
  const caller = authenticator.recent(hash, now) ?? (await asked())
  mayCall(kernel, operation, caller)
  return rateOf(kernel, caller, now)

  async function asked(): Promise<Caller> {
    const transaction = await Transaction.begin(runtime.pool, { tenantId })
    try {
      return await authenticator.caller(transaction, tenantId, hash, now)
    } finally {
      void transaction.rollback()
    }
  }
}

function rateOf(kernel: Kernel, caller: Caller, now: Date): string | undefined {
  return kernel.rate.take(caller.tokenId ?? caller.id, now.getTime())
}

function mayCall({ gate }: Kernel, { requires }: Operation, caller: Caller): void {
  const anyOf = rightsOf(requires)
  const held = anyOf.length === 0 || gate.allows(caller.rights, { anyOf }) !== undefined
  const requiresSuperUser = needsSuperUser(requires)
  if (held && (!requiresSuperUser || caller.superUser)) return
  refuse('ACCESS_DENIED', {
    requiredRights: anyOf,
    missingRights: held ? [] : caller.lacks(anyOf),
    ...(requiresSuperUser && { requiresSuperUser }),
  })
}

async function bodyOf(kernel: Kernel, prepared: Prepared, request: Request): Promise<unknown> {
  const given = await readJson(request, { bytes: kernel.bodyLimit })
  return parsed(prepared.bodySchema as z.ZodType, given, false)
}

function parsed(schema: z.ZodType, given: unknown, inQuery: boolean): unknown {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  return refuse('VALIDATION_FAILED', { errors: faultsOf(result.error, inQuery) })
}

function queryOf(request: Request): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  const start = request.url.indexOf('?')
  if (start < 0) return query
  for (const [name, value] of new URLSearchParams(request.url.slice(start))) {
    if (!isStorable(name) || !isStorable(value)) {
      refuse('VALIDATION_FAILED', { detail: 'A query parameter holds a NUL character.' })
    }
    const earlier = query[name]
    query[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return query
}

async function perform(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  transaction: Transaction,
  caller: Caller,
  given: unknown,
): Promise<Response> {
  const { request, requestId, now } = incoming
  const params = paramsOf(incoming.params)
  const query = parsed(prepared.querySchema, queryOf(request), true)
  const { body, expected } = expectationOf(prepared, request, given)
  const key = prepared.takesBody ? idempotencyKey(request.headers) : undefined
  const keyed =
    key === undefined
      ? undefined
      : new KeyedRequest(transaction, caller, prepared.name, key, [params, query, given])
  const earlier = await keyed?.earlier()
  if (earlier !== undefined) return replayed(earlier, incoming)
  const unit = new Unit(kernel.runtime, transaction, caller, now, { requestId })
  if (expected !== undefined) unit.expect(expected)
  try {
    const result = await prepared.operation.handle({ unit, params, body, query } as never)
    if (prepared.operation.method === 'GET') {
      return responseOf(answerOf(kernel, prepared, shown(prepared.operation, result)), incoming)
    }
    await unit.flush()
    const answer = answerOf(kernel, prepared, shown(prepared.operation, result))
    await unit.commit(keyed === undefined ? [] : [keyed.row(answer, now)])
    return responseOf(answer, incoming)
  } catch (error) {
    const refusal = unit.refusalOf(error)
    if (keyed === undefined || !(refusal instanceof Refusal) || refusal.status >= 500) throw refusal
    return await keepRefusal(kernel, keyed, transaction, caller, refusal, incoming)
  }
}

/** As it is after the write: with its new version, and what the database made of it. */
function shown({ declared }: Operation, result: unknown): unknown {
  return declared.shows === undefined ? result : declared.shows(result as never)
}

/** A refusal under a key is an answer too: the work is taken back, the answer is kept. */
async function keepRefusal(
  kernel: Kernel,
  keyed: KeyedRequest,
  transaction: Transaction,
  caller: Caller,
  refusal: Refusal,
  { requestId, now }: Incoming,
): Promise<Response> {
  await keyed.takeBack()
  const response = problemResponse(refusal, requestId)
  const body = await response.clone().text()
  const answer = { status: response.status, body, location: null, secret: false }
  const unit = new Unit(kernel.runtime, transaction, caller, now, { requestId })
  await unit.commit([keyed.row(answer, now)])
  return response
}

function paramsOf(params: Record<string, string>): Record<string, string> {
  for (const value of Object.values(params)) {
    if (value.length > 200 || !isStorable(value)) notFound()
  }
  return params
}

/** The version that the caller believes to change: from If-Match, or from the body of a PUT. */
function expectationOf(prepared: Prepared, request: Request, given: unknown) {
  const { method, declared } = prepared.operation
  const header = method === 'GET' ? null : request.headers.get('if-match')
  const declares = declared.body instanceof z.ZodObject && 'version' in declared.body.shape
  const { version, ...rest } = (given ?? {}) as { version?: number }
  const takesOut = method === 'PUT' && !declares && version !== undefined
  const body = declared.body === undefined ? undefined : takesOut ? rest : given
  if (header !== null && header !== '*') {
    const named = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1]
    return { body, expected: { version: Number(named ?? -1), from: 'header' as const } }
  }
  return takesOut ? { body, expected: { version, from: 'body' as const } } : { body }
}

function answerOf(kernel: Kernel, prepared: Prepared, result: unknown): Answer & { etag?: string } {
  const { declared, path } = prepared.operation
  if (kernel.checkAnswers && declared.returns !== undefined) check(declared.returns, result)
  const body = declared.returns === undefined ? null : JSON.stringify(result)
  const status = body === null && prepared.status === 200 ? 204 : prepared.status
  return {
    status,
    body,
    location: located(status, declared.locate) ? locate(declared.locate, path, result) : null,
    secret: declared.secret === true,
    ...etagOf(result),
  }
}

function etagOf(shown: unknown): { etag?: string } {
  const version = (shown as { version?: unknown } | undefined | null)?.version
  return typeof version === 'number' ? { etag: `"${version}"` } : {}
}

/** What was made has a place; what is accepted for later has one where the operation names it. */
function located(status: number, locate: unknown): boolean {
  return status === 201 || (status === 202 && locate !== undefined)
}

/** The answer is what its schema says, no less and no more. */
function check(schema: z.ZodType, result: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(result))
  const described: unknown = JSON.parse(JSON.stringify(schema.parse(result)))
  if (!isDeepStrictEqual(sent, described)) throw new Error('the answer holds undescribed fields')
}

function locate(
  declared: ((answer: never) => string) | undefined,
  path: string,
  result: unknown,
): string {
  return declared?.(result as never) ?? `${path}/${(result as { id: string }).id}`
}

function responseOf(
  { status, body, location, etag }: Answer & { etag?: string },
  { requestId, limit }: Incoming,
  more: Record<string, string> = {},
): Response {
  const headers: Record<string, string> = {}
  if (body !== null) headers['Content-Type'] = 'application/json'
  if (location !== null) headers['Location'] = location
  if (etag !== undefined) headers['ETag'] = etag
  if (limit !== undefined) headers['RateLimit'] = limit
  return respond(requestId, status, body, { ...headers, ...more })
}

function replayed(answer: Answer, incoming: Incoming): Response {
  const problem = answer.status >= 400 && { 'Content-Type': 'application/problem+json' }
  const shown = answer.body === null ? null : (JSON.parse(answer.body) as unknown)
  const again = { ...answer, ...etagOf(shown) }
  return responseOf(again, incoming, { ...problem, 'Idempotency-Replayed': 'true' })
}
