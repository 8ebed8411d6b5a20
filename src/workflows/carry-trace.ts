import {
  defaultPayloadConverter,
  type Headers,
  isCancellation,
  proxySinks,
  type Sinks,
  workflowInfo,
  type WorkflowInterceptors,
} from '@temporalio/workflow'
import { traceHeader, traceparentIn, withinRun } from '../domain/trace-header.ts'

/** Told outside, once and never again when a history is replayed. */
export interface TraceSinks extends Sinks {
  traces: { over(traceparent: string, from: number, to: number, failed: boolean): void }
}

const { traces } = proxySinks<TraceSinks>()

/**
 * What a process asks for stands in the trace that began it. All of it follows from what is in its
 * history: one that carries no trace does nothing else than before.
 */
export function interceptors(): WorkflowInterceptors {
  let within: string | undefined
  const carried = <Input extends { headers: Headers }>(input: Input): Input => {
    if (within === undefined) return input
    const header = defaultPayloadConverter.toPayload({ traceparent: within })
    return { ...input, headers: { ...input.headers, [traceHeader]: header } }
  }
  return {
    inbound: [
      {
        async execute(input, next) {
          const given = traceparentIn(read(input.headers))
          if (given === undefined) return next(input)
          const { runId, runStartTime } = workflowInfo()
          within = withinRun(given, runId)
          let failed = true
          try {
            const result = await next(input)
            failed = false
            return result
          } catch (error) {
            failed = !isCancellation(error)
            throw error
          } finally {
            traces.over(given, runStartTime.getTime(), Date.now(), failed)
          }
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(carried(input)),
        scheduleLocalActivity: (input, next) => next(carried(input)),
        startChildWorkflowExecution: (input, next) => next(carried(input)),
        continueAsNew: (input, next) => next(carried(input)),
      },
    ],
  }
}

/** What somebody else wrote there is read as nothing. */
function read(headers: Headers): unknown {
  const header = headers[traceHeader]
  try {
    return header && defaultPayloadConverter.fromPayload(header)
  } catch {
    return undefined
  }
}
