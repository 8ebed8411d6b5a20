import { defaultPayloadConverter } from '@temporalio/common'
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker'
import { spanIdOfRun, traceHeader, traceparentIn } from '../domain/trace-header.ts'
import { tellOver, traced } from '../ports/tracing/traced.ts'
import type { TraceSinks } from '../workflows/carry-trace.ts'

/** An activity is a piece of the trace of its process. */
export const tracedActivities: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute(input, next) {
      const header = input.headers[traceHeader]
      const parent = header && traceparentIn(defaultPayloadConverter.fromPayload(header))
      if (parent === undefined) return next(input)
      const facts = {
        'temporal.workflow': info.workflowExecution?.workflowId,
        'temporal.attempt': info.attempt,
      }
      const begun = { kind: 'consumer' as const, parent, facts }
      return traced(`RunActivity:${info.activityType}`, begun, () => next(input))
    },
  },
})

/** A process is told once it is over: until then it may be anywhere. */
export const traceSinks: InjectedSinks<TraceSinks> = {
  traces: {
    over: {
      fn({ workflowType, workflowId, runId }, parent, from, to, failed) {
        const facts = { 'temporal.workflow': workflowId }
        const name = `RunWorkflow:${workflowType}`
        tellOver({ name, parent, spanId: spanIdOfRun(runId), from, to, facts, failed })
      },
      callDuringReplay: false,
    },
  },
}
