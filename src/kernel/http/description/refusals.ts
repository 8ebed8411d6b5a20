import { refusals, type RefusalCode } from '../../../domain/refusal.ts'
import {
  changesNothing,
  isOpen,
  needsSuperUser,
  rightsOf,
  statusOf,
  type Operation,
} from '../operation.ts'
import { namesVersion } from '../named-row.ts'
import { refTo } from './json-schema.ts'
import { typeOf } from '../problem.ts'
import { headerRefs, type HeaderName } from './headers.ts'

/** What is known of an operation besides its declaration. */
interface Shape {
  /** It gives pages of a list. */
  pages: boolean
}

/** How what takes two people is refused to one of them. */
const secondPerson = [
  'SAME_APPROVER',
  'REQUESTS_FULL',
  'ALREADY_CONFIRMED',
  'REQUEST_DIFFERS',
  'REQUEST_NOT_OPEN',
  'EFFECT_CHANGED',
  'FOR_THE_TENANT_ALONE',
] as const satisfies readonly RefusalCode[]

/** Every code an operation may refuse with: those it declares, and those the runner gives. */
export function codesOf(operation: Operation, { pages }: Shape): RefusalCode[] {
  const { method, module, params, requires, declared } = operation
  const open = isOpen(requires)
  const takesBody = method === 'POST' || method === 'PUT'
  const guarded = rightsOf(requires).length > 0 || needsSuperUser(requires)
  const changes = !open && !pages && method !== 'GET'
  const keepsAnswers = takesBody && !open && declared.returns !== undefined && !declared.secret
  const rules: readonly (readonly [RefusalCode, boolean])[] = [
    ['VALIDATION_FAILED', true],
    ['MALFORMED_BODY', takesBody],
    ['CURSOR_INVALID', pages],
    ['UNAUTHENTICATED', !open],
    ['ACCESS_DENIED', guarded],
    ['NOT_FOUND', params.length > 0],
    ['FEATURE_DISABLED', !open && module !== undefined],
    ['ALREADY_EXISTS', changes && statusOf(operation) === 201],
    ['IN_USE', changes && method === 'DELETE'],
    ['VERSION_CONFLICT', changes && (method === 'PUT' || (takesBody && params.length > 0))],
    ['VERSION_CONFLICT', declared.writes !== undefined],
    ...secondPerson.map((code) => [code, declared.confirms === true] as const),
    ['IDEMPOTENCY_IN_PROGRESS', takesBody && !open],
    ['SECRET_ALREADY_SHOWN', takesBody && !open && declared.secret === true],
    ['ANSWER_NOT_KEPT', keepsAnswers && !changesNothing(operation)],
    ['PRECONDITION_FAILED', namesVersion(operation)],
    ['BODY_TOO_LARGE', takesBody],
    ['UNSUPPORTED_MEDIA_TYPE', takesBody],
    ['IDEMPOTENCY_KEY_REUSED', takesBody && !open],
    ['FILE_UNREADABLE', declared.takesFile !== undefined],
    ['PROXY_NOT_CONFIGURED', true],
    ['REQUEST_TOO_SLOW', true],
    ['TOO_MANY_REQUESTS', true],
    ['HEADERS_TOO_LARGE', true],
    ['OVERLOADED', true],
    ['TOOK_TOO_LONG', true],
    ['UNAVAILABLE', true],
  ]
  const made = rules.filter(([, may]) => may).map(([code]) => code)
  return [...new Set([...(declared.refuses ?? []), ...made])]
}

const refusalsByStatus = (codes: readonly RefusalCode[]): Map<number, RefusalCode[]> =>
  Map.groupBy(codes.toSorted(), (code) => refusals[code][0])

/** The refusals of all operations: one response for each set of codes under one status. */
export class SharedRefusals {
  readonly responses: Record<string, object> = {}
  readonly #used = new Set<RefusalCode>()

  refs(codes: readonly RefusalCode[]): Record<string, { $ref: string }> {
    for (const code of codes) this.#used.add(code)
    const byStatus = [...refusalsByStatus(codes)].map(([status, same]) => {
      const name = same.join('.')
      this.responses[name] ??= responseFor(status, same)
      return [status, { $ref: `#/components/responses/${name}` }]
    })
    return Object.fromEntries(byStatus)
  }

  /** One problem for each code that an operation may give, as it would be answered. */
  examples(): Record<string, { summary: string; value: unknown }> {
    const used = [...this.#used].toSorted()
    return Object.fromEntries(
      used.map((code) => [code, { summary: refusals[code][1], value: problemOf(code) }]),
    )
  }
}

function responseFor(status: number, codes: readonly RefusalCode[]): object {
  const waits = [429, 503].includes(status) || codes.includes('IDEMPOTENCY_IN_PROGRESS')
  const headers: HeaderName[] = ['X-Request-Id']
  if (waits) headers.push('Retry-After')
  if (status === 429) headers.push('RateLimit')
  if (status === 401) headers.push('WWW-Authenticate')
  return {
    description: codes.map(describeCode).join('\n'),
    headers: headerRefs(headers),
    content: {
      'application/problem+json': {
        schema: refTo('Problem'),
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}

function describeCode(code: RefusalCode, at: number, all: readonly RefusalCode[]): string {
  const [, title, remedy] = refusals[code]
  const text = `\`${code}\`: ${title}. ${remedy}`
  return all.length > 1 ? `- ${text}` : text
}

const requestId = '8f14e45f-ceea-4d1a-9d5b-0c6f2b7a1e33'

function problemOf(code: RefusalCode): unknown {
  const [status, title, detail] = refusals[code]
  const faults: Partial<Record<RefusalCode, object>> = {
    VALIDATION_FAILED: { pointer: '/name', code: 'TOO_SMALL', message: 'Too small' },
    ALREADY_EXISTS: { pointer: '/code', code, message: title },
  }
  return {
    type: typeOf(code, 'https://receivables.example.com'),
    title,
    status,
    detail,
    instance: `urn:request:${requestId}`,
    code,
    requestId,
    ...(faults[code] && { errors: [faults[code]] }),
    ...(code === 'ACCESS_DENIED' && {
      requiredRights: ['ReadUsers'],
      missingRights: ['ReadUsers'],
    }),
  }
}
