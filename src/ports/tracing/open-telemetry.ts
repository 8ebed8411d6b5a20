import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type SpanContext,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Begun, Over, Span, Tracer } from './traced.ts'

export interface Telling {
  /** Where a collector takes spans by OTLP over HTTP. */
  url: string
  /** Of traces that begin here; what a caller began is told as they have it. */
  share: number
  role: string
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/** Spans of a burst wait for the collector in memory; beyond these they are dropped. */
const waitMax = 8_192
const everyMs = 2_000
/** A collector that does not answer holds up nobody who wants to stop. */
const sendWithinMs = 2_000

/** Of a process of the engine it is known before it is told. */
class Ids extends RandomIdGenerator {
  next: string | undefined

  override generateSpanId(): string {
    const id = this.next ?? super.generateSpanId()
    this.next = undefined
    return id
  }
}

/** Tells a collector of what is done, by OpenTelemetry; loaded only where one is named. */
export class OpenTelemetry implements Tracer {
  readonly #ids = new Ids()
  readonly #provider: TracerProvider
  readonly #tracer

  constructor({ url, share, role }: Telling) {
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: sendWithinMs })
    this.#provider = new TracerProvider({
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      idGenerator: this.#ids,
      resource: resourceFromAttributes({
        'service.name': 'receivables',
        'service.instance.id': `${role} ${process.pid}`,
      }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: waitMax,
          scheduledDelayMillis: everyMs,
          exportTimeoutMillis: sendWithinMs,
        }),
      ],
    })
    this.#tracer = this.#provider.getTracer('receivables')
  }

  begin(name: string, { kind, parent, facts }: Begun): Span {
    const as = { kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind] }
    const span = this.#tracer.startSpan(name, { ...as, attributes: { ...facts } }, within(parent))
    return new OpenTelemetrySpan(span)
  }

  over({ name, parent, spanId, from, to, facts, failed }: Over): void {
    this.#ids.next = spanId
    const span = this.#tracer.startSpan(
      name,
      { startTime: from, attributes: { ...facts } },
      within(parent),
    )
    this.#ids.next = undefined
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(to)
  }

  /** Tells what is left; what the collector does not take in time is lost. */
  async stop(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined)
  }
}

class OpenTelemetrySpan implements Span {
  readonly #span: OtelSpan

  constructor(span: OtelSpan) {
    this.#span = span
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-${(traceFlags & 1) === 1 ? '01' : '00'}`
  }

  name(name: string): void {
    this.#span.updateName(name)
  }

  note(facts: Record<string, string | number | undefined>): void {
    this.#span.setAttributes(facts)
  }

  fail(code: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code)
  }

  end(): void {
    this.#span.end()
  }
}

const shape = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** What is no `traceparent` begins a trace of its own. */
function within(parent: string | null | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = shape.exec(parent ?? '') ?? []
  const named: SpanContext = {
    traceId,
    spanId,
    traceFlags: parseInt(flags, 16) & 1,
    isRemote: true,
  }
  return trace.setSpanContext(ROOT_CONTEXT, named)
}
