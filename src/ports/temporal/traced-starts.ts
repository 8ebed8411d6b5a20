import type { WorkflowClientInterceptor } from '@temporalio/client'
import { defaultPayloadConverter, type Headers } from '@temporalio/common'
import { traceHeader } from '../../domain/trace-header.ts'
import { traceparent } from '../tracing/traced.ts'

const carried = (headers: Headers): Headers => {
  const at = traceparent()
  if (at === null) return headers
  return { ...headers, [traceHeader]: defaultPayloadConverter.toPayload({ traceparent: at }) }
}

/** A process, and what is asked of one, says what asked for it. */
export const tracedStarts: WorkflowClientInterceptor = {
  start: (input, next) => next({ ...input, headers: carried(input.headers) }),
  startUpdate: (input, next) => next({ ...input, headers: carried(input.headers) }),
}
