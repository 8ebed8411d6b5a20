import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'

export interface SmallServer {
  stop(): Promise<void>
}

const limits = { headersMs: 10_000, requestMs: 30_000, headerBytes: 16 * 1024, sockets: 500 }

/** A server beside the interface, for few callers: the doors to the engine, the health of a part. */
export function serveOn(
  port: number,
  hostname: string,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<SmallServer> {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      maxHeaderSize: limits.headerBytes,
    },
    getRequestListener(answer, { hostname }),
  )
  server.maxConnections = limits.sockets
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, () => {
      server.off('error', reject)
      resolve({
        stop: () =>
          new Promise((stopped) => {
            server.close(() => stopped())
            server.closeAllConnections()
          }),
      })
    })
  })
}
