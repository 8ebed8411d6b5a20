import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Runtime } from '../write/runtime.ts'
import type { Authenticator } from '../../policy/authenticate.ts'
import type { Gate } from '../../policy/gate.ts'
import type { Credentials } from './admission.ts'
import type { LastUses } from './last-uses.ts'
import type { Opening } from './opening.ts'
import { statusOf, type Operation } from './operation.ts'
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
  /** What it does is committed; all else is taken back, whatever it did. */
  writes: boolean
}

export function prepare(name: string, operation: Operation): Prepared {
  const { method, declared } = operation
  return {
    name,
    operation,
    status: statusOf(operation),
    takesBody: takesBody(operation),
    writes: method !== 'GET' || declared.writes !== undefined,
  }
}

export const takesBody = ({ method }: Operation): boolean => method === 'POST' || method === 'PUT'

const versionMax = 2 ** 31 - 1

/** Any PUT may name the version it believes to change; where no body is declared, none is needed. */
export function bodySchemaOf({ method, declared }: Operation): z.ZodType {
  const version = { version: z.int().min(1).max(versionMax).optional() }
  const { body } = declared
  if (body === undefined) return z.strictObject(method === 'PUT' ? version : {}).default({})
  if (method !== 'PUT') return body
  if (body instanceof z.ZodObject) return body.extend(version)
  // A body that may be left out altogether is an object behind its default.
  const inner = body instanceof z.ZodPrefault ? body.unwrap() : undefined
  return inner instanceof z.ZodObject ? inner.extend(version).prefault({}) : body
}

/** One request on its way through the order of work. */
export interface Incoming {
  /** Of the operation. */
  name: string
  request: Request
  address: string
  requestId: string
  now: Date
  credentials?: Credentials
  opening?: Opening
  /** What is left of the caller's rate, where it is told. */
  limit?: string | undefined
}

const requestIdShape = /^[\w.-]{1,100}$/

export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && requestIdShape.test(given) ? given : randomUUID()
}
