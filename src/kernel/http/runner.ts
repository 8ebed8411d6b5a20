import type { z } from 'zod'
import { isNarrowed, markOfScope, type Scope } from '../../domain/access/scope.ts'
import { Unit } from '../write/unit.ts'
import { refuse, Refusal } from '../../domain/refusal.ts'
import type { Caller } from '../../policy/authenticate.ts'
import type { Purpose } from '../../ports/database/planning.ts'
import { Transaction } from '../../ports/database/transaction.ts'
import { tenantOfToken } from '../../ports/keys/tokens.ts'
import { answerOf, replayed, responseOf, shown } from './answer.ts'
import { readJson } from './body.ts'
import { fileBodyMax } from './file.ts'
import { idempotencyKey, KeyedRequest } from './idempotency.ts'
import { expectationOf, paramsOf, parsed, queryOf } from './input.ts'
import { scopeOfCall } from './scope-of-call.ts'
import { isOpen, needsSuperUser, rightsOf, type Operation } from './operation.ts'
import { requestIdOf, type Incoming, type Kernel, type Prepared } from './prepared.ts'
import { problemResponse } from './problem.ts'
import { namedRow } from './named-row.ts'
import { refused } from './turned-away.ts'

const urlMax = 8 * 1024

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
  const known = kernel.authenticator.recent(hash, incoming.now)
  const purpose = purposeOf(prepared.operation)
  const transaction = await Transaction.begin(kernel.runtime.pool, { tenantId }, purpose)
  const asking = kernel.authenticator.caller(transaction, tenantId, hash, incoming.now)
  const guess = guessed(kernel, prepared, incoming, transaction, known)
  try {
    const caller = await asking
    const scope = scopeFor(kernel, prepared.operation, caller)
    if (caller.stale) kernel.lastUses.note(caller, incoming.now)
    if (guess !== undefined && isSame(caller, known)) return await guess
    await guess?.catch(() => undefined)
    if (!prepared.takesBody) incoming.limit ??= rateOf(kernel, caller)
    if (isNarrowed(scope) || guess !== undefined) transaction.narrow(scope)
    return await perform(kernel, prepared, incoming, transaction, { caller, scope }, body)
  } finally {
    // Nothing of a guess may reach the connection once it is somebody else's.
    await guess?.catch(() => undefined)
    await end(transaction, incoming.request)
  }
}

/**
 * A read of somebody who was here a moment ago goes along with the question who they are now; what
 * it gives is thrown away unless the answer is that nothing about them has changed.
 */
function guessed(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  transaction: Transaction,
  known: Caller | undefined,
): Promise<Response> | undefined {
  const { operation } = prepared
  if (operation.method !== 'GET' || known === undefined) return undefined
  const scope = scopeOfCall(kernel.gate, operation, known)
  if (scope === undefined) return undefined
  const guess = guessAt(kernel, prepared, incoming, transaction, { caller: known, scope })
  guess.catch(() => undefined)
  return guess
}

/** Also what is refused at once is told only when it is known who asks. */
async function guessAt(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  transaction: Transaction,
  known: Called,
): Promise<Response> {
  incoming.limit = rateOf(kernel, known.caller)
  if (isNarrowed(known.scope)) transaction.narrow(known.scope)
  return perform(kernel, prepared, incoming, transaction, known, undefined)
}

function purposeOf({ method, declared: { lists, purpose } }: Operation): Purpose {
  return purpose ?? (method === 'GET' || lists !== undefined ? 'read' : 'command')
}

/** Who calls, and what the right that let them in shows them. */
interface Called {
  caller: Caller
  scope: Scope
}

function isSame(caller: Caller, known: Caller | undefined): boolean {
  return (
    known !== undefined &&
    caller.id === known.id &&
    caller.kind === known.kind &&
    caller.clientId === known.clientId &&
    caller.debtorId === known.debtorId &&
    caller.superUser === known.superUser &&
    caller.rights.equals(known.rights)
  )
}

/** Whatever was not committed by now is taken back; only who may repeat at once has to wait for it. */
async function end(transaction: Transaction, { method, headers }: Request): Promise<void> {
  if (method === 'GET') return transaction.leave()
  const undone = transaction.rollback()
  // The key of a request is free again only when its transaction is over.
  if (headers.has('idempotency-key')) await undone
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
  scopeFor(kernel, operation, caller)
  return rateOf(kernel, caller)

  async function asked(): Promise<Caller> {
    const transaction = await Transaction.begin(runtime.pool, { tenantId }, 'read')
    try {
      return await authenticator.caller(transaction, tenantId, hash, now)
    } finally {
      transaction.leave()
    }
  }
}

/** By the clock as it is by now: who had to wait for the database came no faster for it. */
function rateOf(kernel: Kernel, caller: Caller): string | undefined {
  return kernel.rate.take(caller.tokenId ?? caller.id, kernel.now().getTime())
}

function scopeFor({ gate }: Kernel, operation: Operation, caller: Caller): Scope {
  const scope = scopeOfCall(gate, operation, caller)
  if (scope !== undefined) return scope
  const anyOf = rightsOf(operation.requires)
  const requiresSuperUser = needsSuperUser(operation.requires)
  return refuse('ACCESS_DENIED', {
    requiredRights: anyOf,
    missingRights: anyOf.some((right) => caller.holds(right)) ? [] : caller.lacks(anyOf),
    ...(requiresSuperUser && { requiresSuperUser }),
  })
}

async function bodyOf(kernel: Kernel, prepared: Prepared, request: Request): Promise<unknown> {
  const bytes = prepared.operation.declared.takesFile ? fileBodyMax : kernel.bodyLimit
  const given = await readJson(request, { bytes })
  return parsed(prepared.bodySchema as z.ZodType, given, false)
}

async function perform(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  transaction: Transaction,
  { caller, scope }: Called,
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
      : new KeyedRequest(transaction, caller, prepared.name, key, [
          ...(isNarrowed(scope) ? markOfScope(scope) : []),
          params,
          query,
          given,
        ])
  const earlier = await keyed?.earlier()
  if (earlier !== undefined) return replayed(prepared, earlier, incoming)
  const unit = new Unit(kernel.runtime, transaction, caller, now, { requestId }, scope)
  if (expected !== undefined) {
    unit.expect({ ...expected, ...namedRow(prepared.operation, params) })
  }
  try {
    const result = await prepared.operation.handle({ unit, params, body, query } as never)
    const isRead = prepared.operation.method === 'GET'
    if (!isRead) await unit.flush()
    const view = await shown(prepared.operation, unit, result)
    const answer = answerOf(kernel, prepared, view)
    if (isRead) return responseOf(answer, incoming)
    await unit.commit(keyed === undefined ? [] : [keyed.row(answer, now)])
    return responseOf(answer, incoming)
  } catch (error) {
    const refusal = await unit.failureOf(error)
    if (keyed === undefined || !(refusal instanceof Refusal) || refusal.status >= 500) throw refusal
    return await keepRefusal(kernel, keyed, transaction, caller, refusal, incoming)
  }
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
