import type { Context, MiddlewareHandler } from 'hono'
import { Measured } from '../../ports/process/measured.ts'
import { traced, type Span } from '../../ports/tracing/traced.ts'
import type { Env } from './app.ts'
import { counter, histogram, type Metric } from './metrics.ts'
import type { Incoming } from './prepared.ts'
import { traceIdOf } from './turned-away.ts'

/** What is kept of a request once it is answered: who asked for what, never what was sent. */
export interface Answered {
  requestId: string | undefined
  traceId: string | undefined
  method: string
  /** Its operation and the path as it is described; of an address that is not there, neither. */
  operation: string | undefined
  path: string | undefined
  status: number
  /** By which it was refused. */
  code: string | undefined
  tenantId: string | undefined
  principalId: string | undefined
  ms: number
}

/** All that a process has answered since it began, as numbers, and each of them to who keeps a log. */
export class Answers {
  readonly #counts = new Map<string, { labels: Record<string, string>; value: number }>()
  readonly #took = new Measured([0.01, 0.05, 0.1, 0.5, 1, 5])
  readonly #keep: (answered: Answered) => void

  constructor(keep: (answered: Answered) => void = () => undefined) {
    this.#keep = keep
  }

  note(answered: Answered): void {
    const { operation = 'none', status, code = '' } = answered
    const key = `${operation} ${status} ${code}`
    const count = this.#counts.get(key)
    if (count !== undefined) count.value++
    else {
      const labels = { operation, status: String(status), code }
      this.#counts.set(key, { labels, value: 1 })
    }
    this.#took.note(answered.ms / 1000)
    this.#keep(answered)
  }

  get metrics(): Metric[] {
    const answered = 'Requests that were answered, by operation, status and code of the refusal.'
    return [
      counter('requests', answered, ...this.#counts.values()),
      histogram('request_seconds', 'How long answers took to begin, in seconds.', this.#took),
    ]
  }
}

/** Outside of all else, so that what is refused at the door is seen as well. */
export function answering(answers: Answers): MiddlewareHandler<Env> {
  return (context, next) => {
    const began = performance.now()
    const parent = context.req.header('traceparent')
    return traced(context.req.method, { kind: 'server', parent }, async (span) => {
      await next()
      const answered = answeredIn(context, performance.now() - began)
      answers.note(answered)
      if (span !== undefined) tell(span, answered)
    })
  }
}

function answeredIn(context: Context<Env>, ms: number): Answered {
  const incoming = context.get('incoming') as Incoming | undefined
  return {
    requestId: incoming?.requestId,
    traceId: incoming && traceIdOf(incoming.request),
    method: context.req.method,
    operation: incoming?.name,
    path: incoming?.path,
    status: context.res.status,
    code: incoming?.refusedBy,
    tenantId: incoming?.credentials?.tenantId,
    principalId: incoming?.principalId,
    ms,
  }
}

/** What a log line has of it, and no address: that holds what was sent. */
function tell(span: Span, { method, path, operation, status, code, ...by }: Answered): void {
  if (path !== undefined) span.name(`${method} ${path}`)
  span.note({
    'http.request.method': method,
    'http.route': path,
    'http.response.status_code': status,
    'receivables.operation': operation,
    'receivables.tenant': by.tenantId,
    'receivables.request': by.requestId,
  })
  if (status >= 500) span.fail(code ?? String(status))
  else span.note({ 'receivables.code': code })
}
