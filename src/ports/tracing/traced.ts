import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '../../domain/refusal.ts'

/** What is told of a piece of work: names, codes and ids, never what was sent or who somebody is. */
export type Facts = Readonly<Record<string, string | number | undefined>>

export interface Begun {
  kind?: 'server' | 'client' | 'producer' | 'consumer'
  /** The `traceparent` of what asked for it, where that is not what is at work here. */
  parent?: string | null | undefined
  facts?: Facts
}

/** A piece of work of a trace, while it is done. */
export interface Span {
  /** By which what it asks for names it. */
  readonly traceparent: string
  /** As what it is told, once that is known. */
  name(name: string): void
  note(facts: Facts): void
  /** By a code, or the name of an error: its words may hold what was sent. */
  fail(code: string): void
  end(): void
}

/** A process of the engine, which is told once it is over. */
export interface Over {
  name: string
  parent: string
  /** Of sixteen digits, as what it asked for knows it already. */
  spanId: string
  from: number
  to: number
  facts: Facts
  failed: boolean
}

export interface Tracer {
  begin(name: string, begun: Begun): Span
  over(over: Over): void
}

const atWork = new AsyncLocalStorage<Span>()
let tracer: Tracer | undefined

/** Traces from here on by this, or not at all. */
export function traceBy(by: Tracer | undefined): void {
  tracer = by
}

/** What is done in one transaction, from the wait for a connection to its end. */
export const transactionSpan = 'transaction'

export const isTraced = (): boolean => tracer !== undefined

/** What is at work here, for whatever it asks others for. */
export const traceparent = (): string | null => atWork.getStore()?.traceparent ?? null

/**
 * Does the work as a piece of its trace. A trace begins with a call: what the platform does by
 * itself stands in none, and where nothing is traced all of it is simply done.
 */
export function traced<T>(
  name: string,
  begun: Begun,
  work: (span?: Span) => Promise<T>,
): Promise<T> {
  if (tracer === undefined) return work()
  const parent = begun.parent ?? traceparent()
  const begins = parent !== null || begun.kind === 'server'
  return begins ? tracedBy(tracer, name, { ...begun, parent }, work) : work()
}

async function tracedBy<T>(
  by: Tracer,
  name: string,
  begun: Begun,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = by.begin(name, begun)
  try {
    return await atWork.run(span, () => work(span))
  } catch (error) {
    span.fail(codeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Tells of a process that is over. */
export const tellOver = (over: Over): void => tracer?.over(over)

function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code
  return error instanceof Error ? error.name : 'UNKNOWN'
}
