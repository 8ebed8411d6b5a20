import type { BusinessDate } from '../../domain/dates.ts'
import type { z } from 'zod'
import type { RefusalCode } from '../../domain/refusal.ts'
import { moduleOf, type ModuleCode } from '../../domain/system/modules.ts'
import type { Pending } from '../write/pending.ts'
import type { Runtime } from '../write/runtime.ts'
import type { Unit } from '../write/unit.ts'
import type { Right } from '../../policy/rights.ts'
import type { NamedRow } from './named-row.ts'
import type { FileGiven } from './file.ts'
import type { Listed } from '../read/table.ts'
import { but } from '../read/first-use.ts'
import type { View } from '../read/view.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route = `${Method} /${string}`

/** The names in braces of a route: `/users/{id}/roles/{roleId}` has `id` and `roleId`. */
export type PathParams<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never

/**
 * The rights that a caller needs: one, any of several, super-user as well; or only a valid token,
 * or nothing at all, each with its reason.
 */
export type Requirement =
  | Right
  | { readonly anyOf: readonly [Right, ...Right[]]; readonly superUser?: true }
  | { readonly self: string }
  | { readonly open: string }

/** One request, authenticated, authorised and validated. */
export interface Call<P extends string, Body, Query> {
  unit: Unit
  params: Record<P, string>
  body: Body
  query: Query
  /** What the caller knows this request by, who may send it again. */
  key: string | undefined
}

/** A request without a token, and so without a tenant. */
export interface OpenCall<Body> {
  runtime: Runtime
  body: Body
  now: Date
  requestId: string
  /** The address of the caller, to limit guessing. */
  address: string
}

type CallFor<Req, P extends string, Body, Query> = Req extends { open: string }
  ? OpenCall<Body>
  : Call<P, Body, Query>

interface Declared<Body, Query, Returns> {
  summary: string
  body?: z.ZodType<Body>
  query?: z.ZodType<Query>
  returns?: z.ZodType<Returns>
  /** 201 for a POST to a plain collection, 204 where nothing is shown, 200 else. */
  status?: 200 | 201 | 202 | 204
  refuses?: readonly RefusalCode[]
  /**
   * The body holds a file, or some, may be as large as one, and may come as a form. Its verb sees
   * how each begins, and what was seen of it on the way to the store. `large`: as a form it may be
   * as large as a process allows.
   */
  takesFile?: true | 'large'
  /** It answers with a file, of one of these types. */
  file?: readonly [string, ...string[]]
  /** It may take a second person: it is answered 202 until that person makes the same call. */
  confirms?: true
  /** The answer contains a secret that is shown only once. */
  secret?: true
  /** Why a GET changes something; without this, its changes are rolled back. */
  writes?: string
  /**
   * It is tried in one trip, by the answers that were noted to what its verb asks. Where it reads
   * anything else it is done again step by step. It must touch nothing but the database.
   */
  inOneTrip?: true
  /**
   * It is tried by what was noted of steady tables, and done again without that where any of them
   * has changed. It must touch nothing but the database.
   */
  byNotes?: true
  /** It is not in the specification. */
  extension?: true
  /** Where what was created can be read; the collection and its id by default. */
  locate?: (answer: NoInfer<Returns>) => string
  /** The purpose of its statements, if method and `lists` do not give it: it reads many rows. */
  purpose?: 'report' | 'job'
  /** The row that an expected version belongs to, if the path alone does not say it. */
  names?: NamedRow
  /** What parameters of its path look like, where neither their name nor what is shown says it. */
  inPath?: Readonly<Record<string, string | undefined>>
  /** What a list shows: for the sweeps, which know every list by it. */
  lists?: Listed
}

/** A complete behaviour as a value, which several operations may share. */
export type Behaviour<P extends string, Body, Query, Returns> = Declared<Body, Query, Returns> & {
  handle: (call: Call<P, Body, Query>) => Promise<Returns | Pending>
}

/**
 * How the kernel shows the row that the handler returns, after it is written. A view brings its
 * schema and fetches its facts; beside a function, `returns` is the schema.
 */
type Shown<Row, Returns> =
  | { shows: View<Row, Returns, unknown>; returns?: never }
  | { shows: (row: Row, today: BusinessDate) => Returns; returns: z.ZodType<Returns> }

/** A complete behaviour that returns a row, which is shown after it is written. */
export type BehaviourOfRow<P extends string, Body, Query, Row, Returns> = Declared<
  Body,
  Query,
  Returns
> & {
  shows: View<Row, Returns, unknown>
  returns?: never
  handle: (call: Call<P, Body, Query>) => Promise<Row>
}

interface GivesFile {
  file: readonly [string, ...string[]]
  returns?: never
  shows?: never
}

type WithoutBody<R> = R extends `GET ${string}`
  ? { body?: never }
  : R extends `DELETE ${string}`
    ? { body?: never; writes?: never }
    : { writes?: never }

export interface Operation {
  readonly method: Method
  readonly path: string
  readonly params: readonly string[]
  /** What a tenant may switch off, and this with it. */
  readonly module: ModuleCode | undefined
  readonly requires: Requirement
  readonly declared: Declared<unknown, unknown, unknown> & {
    shows?: Shown<never, unknown>['shows']
  }
  readonly handle: (call: never) => Promise<unknown>
}

export type Room = Readonly<Record<string, Operation>>

/** One operation: its route and its right stand here literally, everything else may be shared. */
export function operation<const R extends Route, const Req extends Requirement, B, Q, Ret>(
  route: R,
  requires: Req,
  behaviour: Behaviour<PathParams<R>, B, Q, Ret> & WithoutBody<R>,
): Operation
export function operation<const R extends Route, const Req extends Requirement, B, Q, Row, Ret>(
  route: R,
  requires: Req,
  behaviour: BehaviourOfRow<PathParams<R>, B, Q, Row, Ret> & WithoutBody<R>,
): Operation
export function operation<
  const R extends Route,
  const Req extends Requirement,
  Row,
  Ret,
  B = undefined,
  Q = undefined,
>(
  route: R,
  requires: Req,
  declaration: Declared<B, Q, Ret> & Shown<Row, Ret> & WithoutBody<R> & { handle?: never },
): {
  handle(handle: (call: CallFor<Req, PathParams<R>, B, Q>) => Promise<Row | Pending>): Operation
}
export function operation<
  const R extends Route,
  const Req extends Requirement,
  B = undefined,
  Q = undefined,
>(
  route: R,
  requires: Req,
  declaration: Declared<B, Q, unknown> & GivesFile & WithoutBody<R> & { handle?: never },
): {
  handle(handle: (call: CallFor<Req, PathParams<R>, B, Q>) => Promise<FileGiven>): Operation
}
export function operation<
  const R extends Route,
  const Req extends Requirement,
  Ret = void,
  B = undefined,
  Q = undefined,
>(
  route: R,
  requires: Req,
  declaration: Declared<B, Q, Ret> &
    WithoutBody<R> & { handle?: never; shows?: never; file?: never },
): {
  handle(handle: (call: CallFor<Req, PathParams<R>, B, Q>) => Promise<Ret | Pending>): Operation
}
export function operation(
  route: Route,
  requires: Requirement,
  declared: Operation['declared'] & { handle?: (call: never) => Promise<unknown> },
): unknown {
  const [method, path] = route.split(' ') as [Method, string]
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const made = (handle: Operation['handle']): Operation => ({
    method,
    path,
    params,
    module: moduleOf(path),
    requires,
    declared: withAnswer(declared),
    handle,
  })
  return declared.handle === undefined ? { handle: made } : made(declared.handle)
}

/** What is shown says what is returned; no schema is made before it is asked for. */
function withAnswer(declared: Operation['declared']): Operation['declared'] {
  const { shows } = declared
  if (typeof shows !== 'object') return declared
  return but(declared, {
    get returns() {
      return shows.schema
    },
  })
}

/** A search or a preview, whatever its method: done again it does no harm. */
export const changesNothing = ({ declared }: Operation): boolean =>
  declared.lists !== undefined || declared.file !== undefined

type Status = 200 | 201 | 202 | 204

/** The status of its answer: 204 if nothing is shown. */
export function statusOf({ method, path, declared }: Operation): Status {
  const { status, returns, file } = declared
  if (status !== undefined) return status
  if (returns === undefined && file === undefined) return 204
  return method === 'POST' && returns !== undefined && !path.endsWith('}') ? 201 : 200
}

/** Every status but those of refusals. */
export function statusesOf(operation: Operation): readonly Status[] {
  const status = statusOf(operation)
  return operation.declared.confirms === true ? [status, 202] : [status]
}

/** The rights of which any one opens the operation; none where a valid token, or nothing, is enough. */
export function rightsOf(requires: Requirement): readonly Right[] {
  if (typeof requires === 'string') return [requires]
  return 'anyOf' in requires ? requires.anyOf : []
}

export function needsSuperUser(requires: Requirement): boolean {
  return typeof requires === 'object' && 'superUser' in requires && requires.superUser === true
}

export function isOpen(requires: Requirement): requires is { open: string } {
  return typeof requires === 'object' && 'open' in requires
}
