import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'

export interface SmallServer {
  stop(): Promise<void>
}

const limits = { headersMs: 10_000, requestMs: 30_000, headerBytes: 16 * 1024, sockets: 500 }

/** A server beside the interface, for few callers: the doors to the engine, the health of a part. */
export async function serveOn(
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
  await listen(server, port, hostname)
  return {
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** What listens at all addresses of the machine is found at its own. */
export const urlOf = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
