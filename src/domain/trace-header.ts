/** Under which a process of the engine carries its trace: as all SDKs of Temporal do. */
export const traceHeader = '_tracer-data'

/** The work of a process, as what it asks for names it: by the part of its run's id that is chance. */
export const spanIdOfRun = (runId: string): string => runId.replaceAll('-', '').slice(-16)

/** The same trace, asked for by that run. */
export const withinRun = (traceparent: string, runId: string): string =>
  `${traceparent.slice(0, 36)}${spanIdOfRun(runId)}${traceparent.slice(52)}`

const shape = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Whoever reaches the engine may have written it. */
export function traceparentIn(carried: unknown): string | undefined {
  const { traceparent } = (carried ?? {}) as { traceparent?: unknown }
  return typeof traceparent === 'string' && shape.test(traceparent) ? traceparent : undefined
}
