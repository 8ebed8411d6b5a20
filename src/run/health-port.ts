import { OpenAPIHono } from '@hono/zod-openapi'
import { Refusal } from '../domain/refusal.ts'
import { portOr } from '../embedded/ports.ts'
import type { Environment } from '../environment.ts'
import type { Env } from '../kernel/http/app.ts'
import { health, type Probes } from '../kernel/http/health.ts'
import { metrics } from '../kernel/http/metrics.ts'
import { requestIdOf } from '../kernel/http/prepared.ts'
import { problemResponse } from '../kernel/http/problem.ts'
import { urlsOf } from './addresses.ts'
import { serveOn, urlOf } from './small-server.ts'

export interface RunningHealth {
  url: string
  stop(): Promise<void>
}

/** Of a process without an interface: whoever keeps it running asks it there how it is. */
export async function serveHealth(
  environment: Environment,
  probes: Probes,
): Promise<RunningHealth> {
  const { RECEIVABLES_HEALTH_PORT, RECEIVABLES_HOST: host } = environment
  const explained = urlsOf(environment)
  const app = new OpenAPIHono<Env>()
  health(app, probes)
  if (probes.measured !== undefined) metrics(app, probes.measured)
  app.notFound(({ req }) =>
    problemResponse(new Refusal('NOT_FOUND'), requestIdOf(req.raw), explained),
  )
  app.onError((error, { req }) => {
    const refusal = error instanceof Refusal ? error : new Refusal('INTERNAL')
    return problemResponse(refusal, requestIdOf(req.raw), explained)
  })
  const port = await portOr(RECEIVABLES_HEALTH_PORT)
  const { stop } = await serveOn(port, host, (request) => app.fetch(request))
  return { url: urlOf(host, port), stop }
}
