import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Runtime } from '../kernel/write/runtime.ts'
import { buildApp } from '../kernel/http/app.ts'
import { limitTime } from '../kernel/http/body-time.ts'
import { codec } from '../kernel/http/codec.ts'
import { health, type Probes } from '../kernel/http/health.ts'
import { createKernel, type KernelOptions } from '../kernel/http/kernel.ts'
import { links } from '../kernel/http/link-pages.ts'
import { gauge, metrics } from '../kernel/http/metrics.ts'
import type { Kernel } from '../kernel/http/prepared.ts'
import { problemResponse } from '../kernel/http/problem.ts'
import { Channels } from '../kernel/http/channel/channels.ts'
import { serveChannels } from '../kernel/http/channel/serve-channels.ts'
import type { Environment } from '../environment.ts'
import type { OperatorTenant } from '../domain/access/principal.ts'
import { limitSockets } from './limit-sockets.ts'
import { listen, urlOf } from './small-server.ts'
import { Refusal, type RefusalCode } from '../domain/refusal.ts'
import { weightIn } from '../domain/turns.ts'
import { areas } from '../operations.ts'

export interface RunningApi {
  url: string
  stop(): Promise<void>
}

export const limits = {
  headersMs: 10_000,
  requestMs: 30_000,
  /** How often it is looked who has not sent all in time: half a minute, if nobody says so. */
  lookEveryMs: 1_000,
  headerBytes: 16 * 1024,
  sockets: 10_000,
  /** Of one address, or network of IPv6; behind proxies all come from those. */
  socketsPerGroup: 2_000,
}

/** What a test may have otherwise, and where each answered request is written down. */
interface Serving extends Partial<typeof limits> {
  keepAnswered?: KernelOptions['keepAnswered']
  coming?: KernelOptions['coming']
}

const drainMs = 5_000
const readTablesMs = 100

export async function startApi(
  environment: Environment,
  runtime: Runtime,
  probes: Probes,
  port: number,
  operator: OperatorTenant,
  serving: Serving = {},
): Promise<RunningApi> {
  const { headersMs, requestMs, lookEveryMs, socketsPerGroup, keepAnswered, coming } = {
    ...limits,
    ...serving,
  }
  const kernel = await createKernel(runtime, {
    rateLimit: environment.RECEIVABLES_RATE_LIMIT,
    tenantRateLimit: environment.RECEIVABLES_TENANT_RATE_LIMIT,
    bodyLimit: environment.RECEIVABLES_BODY_LIMIT,
    streamLimit: environment.RECEIVABLES_BANK_FILE_LIMIT,
    queue: environment.RECEIVABLES_DATABASE_QUEUE,
    weightOf: weightIn(environment.RECEIVABLES_TENANT_WEIGHTS),
    proxies: environment.RECEIVABLES_PROXIES,
    ...(keepAnswered && { keepAnswered }),
    coming,
  })
  const app = buildApp(areas, kernel)
  health(app, probes)
  codec(app, kernel, operator)
  const { measured } = probes
  if (measured !== undefined) {
    const measure = async () => [...(await measured()), ...ofRequests(kernel)]
    metrics(app, measure, { kernel, operator })
  }
  links(app)
  const channels = new Channels(kernel)
  serveChannels(app, kernel, channels, environment.RECEIVABLES_REALTIME_ORIGINS)
  const listener = getRequestListener(app.fetch, { hostname: environment.RECEIVABLES_HOST })
  const server = serverOf(listener, { headersMs, lookEveryMs })
  limitBodies(server, requestMs)
  server.maxConnections = limits.sockets
  if (!environment.RECEIVABLES_PROXIES) limitSockets(server, socketsPerGroup)
  server.on('clientError', (error, socket: Socket) => refuseUnreadable(error, socket, runtime))
  const sayGoodbye = lastAnswers(server)
  await listen(server, port, environment.RECEIVABLES_HOST)
  // Who asks meanwhile is answered first; who writes at once reads the tables itself.
  const readTables = setTimeout(() => runtime.orm, readTablesMs).unref()
  return {
    url: urlOf(environment.RECEIVABLES_HOST, port),
    async stop() {
      clearTimeout(readTables)
      await channels.stop()
      sayGoodbye()
      await drain(server)
      await kernel.lastUses.flush()
      await kernel.sharedRates.stop()
    },
  }
}

const ofRequests = ({ handling, answers }: Kernel) => [
  gauge('requests_waiting', 'Requests that wait for their turn.', { value: handling.waiting }),
  ...answers.metrics,
]

function serverOf(
  listener: RequestListener,
  { headersMs, lookEveryMs }: Pick<typeof limits, 'headersMs' | 'lookEveryMs'>,
): Server {
  return createServer(
    {
      headersTimeout: headersMs,
      // Of a body its time depends on what it is; see limitBodies.
      requestTimeout: 0,
      connectionsCheckingInterval: lookEveryMs,
      maxHeaderSize: limits.headerBytes,
      keepAliveTimeout: 72_000,
    },
    listener,
  )
}

/** A body has so long to be here, and a file that is taken as it comes so long for each part of it. */
function limitBodies(server: Server, requestMs: number): void {
  server.prependListener('request', (request) =>
    limitTime(request, requestMs, () => {
      const late = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      server.emit('clientError', late, request.socket)
    }),
  )
}

/** Whoever is answered from then on is told that the connection is of no more use. */
function lastAnswers(server: Server): () => void {
  const underWay = new Set<ServerResponse>()
  let isLast = false
  const tell = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.prependListener('request', (_, response) => {
    underWay.add(response.once('close', () => underWay.delete(response)))
    if (isLast) tell(response)
  })
  return () => {
    isLast = true
    underWay.forEach(tell)
  }
}

/** Takes no new requests, answers those under way, and closes idle connections. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

/** What is not readable as a request is refused in the same words as everything else. */
function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { publicUrl }: Runtime,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [code, reason] = unreadable[error.code ?? ''] ?? ['VALIDATION_FAILED', 'Bad Request']
  const refusal = new Refusal(code, {
    ...(code === 'VALIDATION_FAILED' && { detail: 'The request cannot be read as HTTP.' }),
  })
  const requestId = crypto.randomUUID()
  const response = problemResponse(refusal, requestId, { publicUrl })
  void response.text().then((body) => {
    socket.end(
      `HTTP/1.1 ${response.status} ${reason}\r\n` +
        `Content-Type: application/problem+json\r\nX-Request-Id: ${requestId}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
}

const unreadable: Readonly<Record<string, readonly [code: RefusalCode, reason: string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TOO_SLOW', 'Request Timeout'],
}
