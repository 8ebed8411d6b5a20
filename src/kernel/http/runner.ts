import { isNarrowed, markOfScope } from '../../domain/access/scope.ts'
import { whileKept } from '../write/kept-waits.ts'
import { Pending } from '../write/pending.ts'
import { notFound, Refusal, refuse } from '../../domain/refusal.ts'
import { Unit } from '../write/unit.ts'
import type { Transaction } from '../../ports/database/transaction.ts'
import {
  admittedForNow,
  admittedNow,
  callerSeen,
  credentialsOf,
  refuseChanged,
  type Admission,
  type Credentials,
} from './admission.ts'
import type { Context, MiddlewareHandler } from 'hono'
import {
  answerOf,
  isToCome,
  replayed,
  responseOf,
  shown,
  whole,
  type GivenAnswer,
} from './answer.ts'
import type { Env } from './app.ts'
import { jsonOf, readBytes, readJson } from './body.ts'
import { answeredByNotes, isOverloaded } from './by-notes.ts'
import { Asked, asking, confirmed, meantIn } from './confirming.ts'
import { traced, transactionSpan } from '../../ports/tracing/traced.ts'
import { isForm } from './form.ts'
import { idempotencyKey, KeyedRequest } from './idempotency.ts'
import { withoutSecrets } from './secret-fields.ts'
import { fingerprintOf, unkeyedFingerprintOf } from '../../ports/keys/fingerprints.ts'
import { addressOf, expectationOf, queryOf, type Validated } from './input.ts'
import { namedRow } from './named-row.ts'
import { Opening } from './opening.ts'
import { changesNothing, isOpen } from './operation.ts'
import { requestIdOf, type Incoming, type Kernel, type Prepared } from './prepared.ts'
import { faultsOf } from '../read/faults.ts'
import { pointedAtBody } from './pointed-at.ts'
import { problemResponse } from './problem.ts'
import { decoded, giveJson, takeFiles, takeStreamed } from './take-files.ts'

type Handler = (context: Context<Env>) => Promise<Response>

interface Stages {
  /** Ahead of the validators, which are the library's. */
  middleware: MiddlewareHandler<Env>
  /** Between validators and handler. */
  faults: typeof refuseFaults
  handler: Handler
}

/**
 * The order of work of every request, from top to bottom; nothing in it is left to the author of an
 * operation. Between middleware and handler the library validates query, path and body.
 */
export function stagesOf(kernel: Kernel, prepared: Prepared): Stages {
  const forAll = isOpen(prepared.operation.requires)
  return {
    middleware: forAll ? admitAnybody(kernel, prepared) : admitCaller(kernel, prepared),
    faults: refuseFaults,
    handler: forAll ? answerAnybody(kernel, prepared) : answerCaller(kernel, prepared),
  }
}

function admitAnybody(kernel: Kernel, prepared: Prepared): MiddlewareHandler<Env> {
  return async (context, next) => {
    receive(kernel, prepared, context)
    if (prepared.takesBody) await takeBody(kernel, context)
    await next()
  }
}

/** 401, the caller's rate, then 403, before anything else of a request is looked at. */
function admitCaller(kernel: Kernel, prepared: Prepared): MiddlewareHandler<Env> {
  return async (context, next) => {
    const incoming = receive(kernel, prepared, context)
    const credentials = credentialsOf(kernel, incoming.request)
    incoming.credentials = credentials
    const seen = await callerSeen(kernel, credentials, incoming)
    incoming.principalId = seen.id
    // By the present time: waiting for the database must not count against the caller's rate.
    incoming.limit = kernel.rate.take(seen, kernel.now().getTime())
    if (!prepared.takesBody) {
      await inTurn(kernel, incoming, () =>
        within(kernel, prepared, incoming, async (opening) => {
          if (opening.expected === undefined) await opening.admission()
          await next()
        }),
      )
      if (incoming.later !== undefined) context.res = await incoming.later()
      return
    }
    // Nothing of a body is read for somebody who may not send it, nor a connection held meanwhile.
    const sure = await admittedForNow(kernel, prepared.operation, incoming)
    // Who was last seen a while ago may be nobody now, and is then told nothing of what they sent.
    const askedAgain = async () =>
      void (sure || (await admittedNow(kernel, prepared.operation, incoming)))
    // A file is long enough on its way to be asked about first.
    const { takesFile } = prepared.operation.declared
    if (takesFile !== undefined) {
      await askedAgain()
      return isForm(incoming.request)
        ? takeStreamed(kernel, prepared, context, next)
        : takeFiles(kernel, context, next)
    }
    try {
      const bytes = await readBytes(incoming.request, { bytes: kernel.bodyLimit })
      await inTurn(kernel, incoming, () => {
        giveJson(context.req, jsonOf(incoming.request.headers, bytes))
        return next()
      })
    } catch (error) {
      if (incoming.begun !== true && !isOverloaded(error)) await askedAgain()
      throw error
    }
  }
}

/** While its bytes come in a request has no place, so that whoever sends slowly keeps none. */
function inTurn<T>(kernel: Kernel, incoming: Incoming, work: () => Promise<T>): Promise<T> {
  return kernel.handling.take((incoming.credentials as Credentials).tenantId, () => {
    // What may be so no more was so when it came.
    incoming.now = kernel.now()
    return work()
  })
}

const urlMax = 8 * 1024

/** A request gets its id, its place in time, and a query that holds every value it was sent. */
function receive(kernel: Kernel, { name, operation }: Prepared, context: Context<Env>): Incoming {
  const { req, env } = context
  const request = req.raw
  const address = addressOf(request, kernel.proxies, env)
  const requestId = requestIdOf(request)
  const { path } = operation
  const incoming: Incoming = { name, path, request, address, requestId, now: kernel.now() }
  context.set('incoming', incoming)
  if (request.url.length > urlMax) refuse('HEADERS_TOO_LARGE')
  // The library's own reading of a query loses a name that objects have of themselves.
  Object.assign(req, { queries: () => queryOf(request) })
  return incoming
}

/** In a transaction that was begun with the question who calls, and ends with this. */
async function within<T>(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  work: (opening: Opening) => Promise<T>,
): Promise<T> {
  return traced(transactionSpan, {}, async () => {
    const opening = await Opening.begin(kernel, prepared, incoming)
    incoming.opening = opening
    try {
      return await work(opening)
    } finally {
      await opening.end(prepared, incoming.request)
    }
  })
}

/** Reads the body within its limits and gives it to the validator, which would read without any. */
async function takeBody(kernel: Kernel, { req }: Context<Env>): Promise<void> {
  giveJson(req, await readJson(req.raw, { bytes: kernel.bodyLimit }))
}

interface Finding {
  target: string
  success: boolean
  error?: unknown
}

/** What the library's validators found wrong, in the shape of every refusal. */
function refuseFaults({ target, success, error }: Finding): undefined {
  if (success) return undefined
  if (target === 'param') return notFound()
  const errors = faultsOf(error as Parameters<typeof faultsOf>[0], target === 'query')
  return refuse('VALIDATION_FAILED', { errors })
}

function validatedOf({ req }: Context<Env>): Validated {
  const valid = req.valid.bind(req) as (target: string) => unknown
  return {
    params: (valid('param') ?? {}) as Record<string, string>,
    query: valid('query'),
    given: valid('json'),
  }
}

function answerAnybody(kernel: Kernel, prepared: Prepared): Handler {
  const { handle } = prepared.operation
  return async (context) => {
    const incoming = context.get('incoming')
    const { now, requestId, address } = incoming
    const body = validatedOf(context).given
    const { runtimeOfStrangers: runtime } = kernel
    const result = await kernel.strangers.atTheDoor(address, () =>
      handle({ runtime, body, now, requestId, address } as never),
    )
    return responseOf(await whole(answerOf(kernel, prepared, result), runtime), incoming)
  }
}

function answerCaller(kernel: Kernel, prepared: Prepared): Handler {
  return async (context) => {
    const incoming = context.get('incoming')
    const validated = await decoded(kernel, prepared, incoming, validatedOf(context))
    incoming.begun = true
    const answer = () => answerNow(kernel, prepared, incoming, validated)
    // Others have had their turn since their bytes were there; files were decoded meanwhile.
    const { takesFile } = prepared.operation.declared
    return takesFile === undefined ? answer() : inTurn(kernel, incoming, answer)
  }
}

async function answerNow(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  validated: Validated,
): Promise<Response> {
  const byNotes = await answeredByNotes(kernel, prepared, incoming, (transaction, admission) =>
    workOf(kernel, prepared, incoming, transaction, admission, validated),
  )
  if (byNotes !== undefined) return byNotes
  const answered = (opening: Opening) =>
    opening.answer((admission) =>
      perform(kernel, prepared, incoming, opening, admission, validated),
    )
  const { opening } = incoming
  if (opening === undefined) return madeOf(await within(kernel, prepared, incoming, answered))
  const response = await answered(opening)
  if (response instanceof Response) return response
  // Only now is it certain that the caller may have it; the middleware gives it.
  incoming.later = response
  return new Response(null)
}

/** An answer that is made when no connection is held. */
type Later = () => Promise<Response>

const madeOf = (response: Response | Later) =>
  response instanceof Response ? response : response()

/** Idempotency, the handler, what it leaves behind, and the answer. */
async function perform(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  { transaction }: Opening,
  admission: Admission,
  validated: Validated,
): Promise<Response | Later> {
  const { keyed, unit, done } = workOf(
    kernel,
    prepared,
    incoming,
    transaction,
    admission,
    validated,
  )
  const earlier = await keyed?.earlier()
  if (earlier !== undefined) return replayed(prepared, earlier, incoming)
  try {
    const answer = await done()
    const made = async () => responseOf(await whole(answer, kernel.runtime), incoming)
    return isToCome(answer) ? made : await made()
  } catch (error) {
    const refusal = pointedAtBody(prepared.operation, await unit.failureOf(error), validated.given)
    if (keyed === undefined || !isForGood(refusal, incoming)) throw refusal
    return await keepRefusal(kernel, keyed, transaction, admission.caller, refusal, incoming)
  }
}

export interface Work {
  unit: Unit
  keyed: KeyedRequest | undefined
  /** Does it, commits, and gives the answer. */
  done(): Promise<GivenAnswer>
}

function workOf(
  kernel: Kernel,
  prepared: Prepared,
  incoming: Incoming,
  transaction: Transaction,
  { caller, scope }: Admission,
  validated: Validated,
): Work {
  const { operation, takesBody, writes } = prepared
  const { request, requestId, now } = incoming
  const { params, query, given, taken = given, said: meantBy = given } = validated
  const { body, expected } = expectationOf(prepared, request, taken)
  const key = takesBody ? idempotencyKey(request.headers) : undefined
  const meant = operation.declared.confirms === true ? meantIn(request.headers) : undefined
  const mark = isNarrowed(scope) ? markOfScope(scope) : []
  const input = (body: unknown) => [...mark, params, query, body]
  const keyedBy = (body: unknown) =>
    fingerprintOf(kernel.runtime.keys, input(withoutSecrets(operation, body)))
  const said = {
    fingerprint: () => keyedBy(meantBy),
    *former() {
      yield unkeyedFingerprintOf(input(given))
      // Files stood for themselves.
      if (meantBy !== given) yield keyedBy(given)
    },
  }
  const keyed =
    key === undefined ? undefined : new KeyedRequest(transaction, caller, prepared.name, key, said)
  const unit = new Unit(kernel.runtime, transaction, caller, now, { requestId }, scope)
  unit.waits = {
    aside: (work) => kernel.handling.apart(caller.tenantId, work),
    mayStill: () =>
      refuseChanged(kernel, operation, incoming, transaction, scope).catch((refusal: unknown) => {
        incoming.changed = refusal
        throw refusal
      }),
  }
  if (expected !== undefined) unit.expect({ ...expected, ...namedRow(operation, params, body) })
  const done = async () => {
    const handle = (by: Unit) => operation.handle({ unit: by, params, body, query, key } as never)
    const first = await handle(unit)
    const isPending = first instanceof Pending
    const result = isPending ? await confirmed(unit, first, meant, handle) : first
    if (writes) await unit.flush()
    const as = result instanceof Asked ? asking(prepared) : prepared
    const view = await shown(as.operation, unit, result)
    const said = answerOf(kernel, as, view)
    // What only reads is never committed, so that it changes nothing by the database's own promise.
    if (!writes) return said
    if (keyed === undefined) {
      await unit.commit([])
      return said
    }
    const making = () => whole(said, kernel.runtime)
    const answer = await (isToCome(said) ? whileKept(making) : making())
    await unit.commit(keyed.rows(answer, now, changesNothing(operation)))
    return answer
  }
  return { unit, keyed, done }
}

/** What is refused for who calls now, and not for what was asked, is no answer to be kept. */
const isForGood = (refusal: unknown, { changed }: Incoming): refusal is Refusal =>
  refusal instanceof Refusal && refusal.status < 500 && refusal !== changed

/** A refusal under a key is an answer too: the work is taken back, the answer is kept. */
async function keepRefusal(
  kernel: Kernel,
  keyed: KeyedRequest,
  transaction: Opening['transaction'],
  caller: Admission['caller'],
  refusal: Refusal,
  { requestId, now }: Incoming,
): Promise<Response> {
  await keyed.takeBack()
  const response = problemResponse(refusal, requestId, kernel.runtime)
  const body = await response.clone().text()
  const answer = { status: response.status, body, location: null, secret: false }
  const unit = new Unit(kernel.runtime, transaction, caller, now, { requestId })
  await unit.commit([keyed.row(answer, now)])
  return response
}
