import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Asks } from '../../ports/database/asking.ts'
import type { Arrived } from '../../ports/documents/arrived.ts'
import type { Brought } from '../../ports/documents/documents.ts'
import type { SharedTurns } from '../../domain/shares.ts'
import { version } from '../read/fields.ts'
import type { Runtime } from '../write/runtime.ts'
import type { Authenticator } from '../../policy/authenticate.ts'
import type { Gate } from '../../policy/gate.ts'
import type { Credentials } from './admission.ts'
import type { Answers } from './answered.ts'
import type { LastUses } from './last-uses.ts'
import type { Opening } from './opening.ts'
import { statusOf, type Operation } from './operation.ts'
import type { RateLimit } from './rate.ts'
import type { SharedRates } from './shared-rates.ts'
import type { Strangers } from './strangers.ts'
import type { Uploads } from './uploads.ts'

/** What every request needs of the process. */
export interface Kernel {
  runtime: Runtime
  /** For callers without a token. */
  runtimeOfStrangers: Runtime
  authenticator: Authenticator
  gate: Gate
  rate: RateLimit
  /** Requests that are being handled, of tenants in turn. */
  handling: SharedTurns
  sharedRates: SharedRates
  answers: Answers
  lastUses: LastUses
  uploads: Uploads
  /** The same for files that go to the store as they come, and what one of them may be. */
  streams: Uploads
  streamLimit: number
  bodyLimit: number
  strangers: Strangers
  /** Proxies of our own, each of which adds the address it was called from. */
  proxies: number | undefined
  now(): Date
  /** Only for the test that compares both: nothing is done in one trip. */
  stepByStep?: true
  /** In tests: every answer is validated against its schema. */
  checkAnswers: boolean
  /** What is still to come, and what waits for it. */
  coming?: (() => string | undefined) | undefined
}

/** An operation with everything that is calculated before the first request. */
export interface Prepared {
  name: string
  operation: Operation
  status: number
  takesBody: boolean
  /** True if it commits; the transaction of every other operation is rolled back. */
  writes: boolean
  /** It is tried as one message first. */
  inOneTrip: boolean
  /** It is tried by what was noted of steady tables first. */
  byNotes: boolean
  /** Which answers it notes for the next call. */
  notes: Asks['notes']
}

export function prepare(name: string, operation: Operation): Prepared {
  const { method, declared } = operation
  const inOneTrip = declared.inOneTrip === true
  const byNotes = declared.byNotes === true
  return {
    name,
    operation,
    status: statusOf(operation),
    takesBody: takesBody(operation),
    writes: method !== 'GET' || declared.writes !== undefined,
    inOneTrip,
    byNotes,
    notes: inOneTrip ? 'all' : byNotes ? 'steady' : 'none',
  }
}

export const takesBody = ({ method }: Operation): boolean => method === 'POST' || method === 'PUT'

/** Any PUT may send an expected version; without a declared body, none is needed. */
export function bodySchemaOf({ method, declared }: Operation): z.ZodType {
  const expected = { version: version.optional() }
  const { body } = declared
  if (body === undefined) return z.strictObject(method === 'PUT' ? expected : {}).default({})
  if (method !== 'PUT') return body
  const withVersion = (object: z.ZodObject) => {
    const example = object.meta()?.['example']
    return example === undefined
      ? object.extend(expected)
      : object.extend(expected).meta({ example })
  }
  if (body instanceof z.ZodObject) return withVersion(body)
  // A body that may be left out altogether is an object behind its default.
  const inner = body instanceof z.ZodPrefault ? body.unwrap() : undefined
  return inner instanceof z.ZodObject ? withVersion(inner).prefault({}) : body
}

/** One request on its way through the order of work. */
export interface Incoming {
  /** Of the operation, and its path as it is described. */
  name: string
  path: string
  request: Request
  address: string
  requestId: string
  now: Date
  credentials?: Credentials
  /** Who was seen to have them. */
  principalId?: string
  /** The code of its refusal. */
  refusedBy?: string
  opening?: Opening
  /** Its files, which are dropped at its end unless somebody kept them. */
  brought?: Brought[]
  /** Those of a form, which were taken as they came. */
  arrived?: readonly Arrived[]
  /** By which it was refused since who calls has changed while it was done. */
  changed?: unknown
  /** Its work has begun: from here on its own transaction says who calls. */
  begun?: true
  /** Gives the answer when no connection is held any more, where it takes long to make. */
  later?: () => Promise<Response>
  /** The header with what is left of the caller's rate. */
  limit?: string | undefined
}

const requestIdShape = /^[\w.-]{1,100}$/

export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && requestIdShape.test(given) ? given : randomUUID()
}
