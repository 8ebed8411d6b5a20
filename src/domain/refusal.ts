import { access } from './access/index.ts'
import { automation } from './automation/index.ts'
import { system } from './system/index.ts'
import { webhooks } from './webhooks/index.ts'
import { debtors } from './debtors/index.ts'
import { credit } from './credit/index.ts'
import { distribution } from './distribution/index.ts'
import { bookkeeping } from './bookkeeping/index.ts'
import { clients } from './clients/index.ts'
import { factoring } from './factoring/index.ts'
import { integrations } from './integrations/index.ts'
import { invoices } from './invoices/index.ts'
import { loans } from './loans/index.ts'
import { payments } from './payments/index.ts'
import { payouts } from './payouts/index.ts'
import { pricing } from './pricing/index.ts'
import { reminders } from './reminders/index.ts'
import { reports } from './reports/index.ts'

/** A code, its status, what it says, and what the caller can do about it. */
export type RefusalTable = Record<string, readonly [status: number, title: string, remedy: string]>

/** Every code with which the platform refuses, its status, and what the caller can do about it. */
export const refusals = {
  VALIDATION_FAILED: [
    400,
    'The request is not valid',
    'Correct the fields that `errors` points at.',
  ],
  MALFORMED_BODY: [
    400,
    'The body cannot be read',
    'Send one JSON document in UTF-8; where a file is taken, a form may stand for it.',
  ],
  CURSOR_INVALID: [
    400,
    'The cursor does not belong to this list',
    'Use `nextCursor` with the same filters and sort it came from, or begin again without it.',
  ],
  UNAUTHENTICATED: [401, 'A valid token is required', 'Send `Authorization: Bearer <token>`.'],
  LOGIN_FAILED: [401, 'The login failed', 'Check e-mail, password and code, then try again.'],
  ACCESS_DENIED: [
    403,
    'The right to do this is missing',
    'Ask an administrator for a role that has one of `requiredRights`.',
  ],
  GRANT_EXCEEDS_HOLDER: [
    403,
    'Nobody can give rights that they lack',
    'Let someone who has all of `missingRights` do it.',
  ],
  NOT_FOUND: [404, 'There is no such thing here', 'Check the address and the id.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not know that method', 'See the `Allow` header.'],
  NOT_YET_IN_USE: [
    409,
    'Nothing would come of it yet',
    'Leave what `errors` points at as it is; `detail` shows what it waits for.',
  ],
  ALREADY_EXISTS: [
    409,
    'Another one already holds this value',
    'Choose another value for what `errors` points at, or change the existing one.',
  ],
  IN_USE: [409, 'It is still in use', 'Remove what refers to it first, or set it inactive.'],
  VERSION_CONFLICT: [
    409,
    'Someone else changed it in the meantime',
    'Read it again and repeat the change with the new `version`.',
  ],
  REQUEST_TOO_SLOW: [
    408,
    'The request did not arrive in time',
    'Send its headers within ten seconds, and all of it within thirty.',
  ],
  IDEMPOTENCY_IN_PROGRESS: [
    409,
    'The first request with this Idempotency-Key is still running',
    'Repeat the request after `Retry-After` seconds.',
  ],
  SECRET_ALREADY_SHOWN: [
    409,
    'The answer held a secret, which is shown once only',
    'The first request succeeded; make a new secret if the first was lost.',
  ],
  ANSWER_NOT_KEPT: [
    409,
    'The answer was too large to be kept with its Idempotency-Key',
    'The first request succeeded; read what it made, `existingId`, or changed.',
  ],
  ...access.refusals,
  ...clients.refusals,
  ...system.refusals,
  ...automation.refusals,
  ...invoices.refusals,
  ...payments.refusals,
  ...payouts.refusals,
  ...loans.refusals,
  ...debtors.refusals,
  ...credit.refusals,
  ...factoring.refusals,
  ...bookkeeping.refusals,
  ...pricing.refusals,
  ...reminders.refusals,
  ...reports.refusals,
  ...distribution.refusals,
  ...webhooks.refusals,
  ...integrations.refusals,
  PRECONDITION_FAILED: [412, 'The version in If-Match is not the present one', 'Read it again.'],
  BODY_TOO_LARGE: [413, 'The body is too large', 'Send at most the number of bytes in `detail`.'],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'The content type is not accepted',
    'Send `application/json`; where a file is taken, `multipart/form-data` will do.',
  ],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    'The Idempotency-Key belongs to another request',
    'Use a new key for a new request.',
  ],
  PROXY_NOT_CONFIGURED: [
    400,
    'Requests through a proxy are refused until the platform knows of it',
    'The operator sets `RECEIVABLES_PROXIES`; callers without a proxy leave out `X-Forwarded-For` and `Forwarded`.',
  ],
  TOO_MANY_REQUESTS: [429, 'Too many requests', 'Repeat the request after `Retry-After` seconds.'],
  HEADERS_TOO_LARGE: [431, 'The request line or headers are too large', 'Send less.'],
  INTERNAL: [500, 'Something went wrong on our side', 'Report the `requestId`.'],
  OVERLOADED: [503, 'The platform is busy', 'Repeat the request after `Retry-After` seconds.'],
  TOOK_TOO_LONG: [
    503,
    'It took longer than anything may take, and nothing of it was done',
    'Ask for less at once: a narrower filter, a shorter time, fewer ids; or repeat it later.',
  ],
  UNAVAILABLE: [
    503,
    'A part of the platform cannot be reached',
    'Repeat the request after `Retry-After` seconds.',
  ],
} as const satisfies RefusalTable

export type RefusalCode = keyof typeof refusals

/** One fault of the input: where it is, which rule it breaks, and how. */
export interface Fault {
  pointer: string
  code: string
  message: string
}

export interface RefusalFacts {
  detail?: string
  errors?: readonly Fault[]
  requiredRights?: readonly string[]
  missingRights?: readonly string[]
  requiresSuperUser?: boolean
  allow?: readonly string[]
  /** When time alone will lift the refusal. */
  retryAllowedAt?: Date
  retryAfterSeconds?: number
  /** What is left of which rate, as the header has it. */
  rateLimit?: string
  /** What is there already, under the same natural key. */
  existingId?: string
}

/** A rule said no. It ends the verb; the kernel turns it into the answer and rolls the work back. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalFacts

  constructor(code: RefusalCode, facts: RefusalFacts = {}) {
    super(facts.detail ?? refusals[code][1])
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
  }

  get status(): number {
    return refusals[this.code][0]
  }
}

export function refuse(code: RefusalCode, facts: RefusalFacts = {}): never {
  throw new Refusal(code, facts)
}

/** The messages of all its faults, one after the other; else its own. */
export function faultsIn({ facts, message }: Refusal): string {
  return (facts.errors ?? []).map((fault) => fault.message).join('. ') || message
}

/** Of many things, those that a rule said no to, by their ids. */
export type Refused = ReadonlyMap<string, Refusal>

/** Asks a rule about each of many: who is refused stops nobody else. */
export function refusedAmong<Thing>(
  all: readonly Thing[],
  idOf: (thing: Thing) => string,
  rule: (thing: Thing) => void,
): Map<string, Refusal> {
  const refused = new Map<string, Refusal>()
  for (const thing of all) {
    try {
      rule(thing)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.set(idOf(thing), error)
    }
  }
  return refused
}

/** 404: the same answer for what is absent, of another tenant, or out of scope. */
export function notFound(pointer?: string): never {
  throw absent(pointer)
}

export function absent(pointer?: string): Refusal {
  if (pointer === undefined) return new Refusal('NOT_FOUND')
  const message = 'There is nothing with this id'
  return new Refusal('NOT_FOUND', { errors: [{ pointer, code: 'NOT_FOUND', message }] })
}

/** A fault of the input that no schema can find. */
export function invalid(pointer: string, code: string, message: string): never {
  return refuse('VALIDATION_FAILED', { errors: [{ pointer, code, message }] })
}
