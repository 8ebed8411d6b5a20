import type { Environment } from '../environment.ts'
import { traceBy } from '../ports/tracing/traced.ts'
import type { Role } from './start.ts'
import type { Part } from './work.ts'

type Telling = Pick<Environment, 'RECEIVABLES_TRACES_URL' | 'RECEIVABLES_TRACES_SHARE'>

/** What tells a collector is loaded only where one is named, since it takes its time. */
export async function tracing(
  { RECEIVABLES_TRACES_URL: url, RECEIVABLES_TRACES_SHARE: share }: Telling,
  role: Role,
): Promise<Part[]> {
  if (url === undefined) return []
  const { OpenTelemetry } = await import('../ports/tracing/open-telemetry.ts')
  const tracer = new OpenTelemetry({ url, share, role })
  traceBy(tracer)
  return [
    {
      async stop() {
        traceBy(undefined)
        await tracer.stop()
      },
    },
  ]
}
