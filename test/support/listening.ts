import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { listen, urlOf } from '../../src/run/small-server.ts'

export interface Listening {
  url: string
  stop(): Promise<void>
}

interface Answers {
  fetch: (request: Request) => Response | Promise<Response>
}

/** Serves it at a port of this machine that nobody else has. */
export async function listening(app: Answers): Promise<Listening> {
  const server = createServer(getRequestListener((request) => app.fetch(request)))
  await listen(server, 0, '127.0.0.1')
  return {
    url: urlOf('127.0.0.1', (server.address() as AddressInfo).port),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
