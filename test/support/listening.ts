import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Runtime } from '../../src/kernel/write/runtime.ts'
import { listen, urlOf } from '../../src/run/small-server.ts'

export interface Listening {
  url: string
  stop(): Promise<void>
}

interface Answers {
  fetch: (request: Request) => Response | Promise<Response>
}

/** Serves it at a port of this machine that nobody else has, which rails are told. */
export async function listening(
  app: Answers,
  told?: Pick<Runtime, 'eventsUrl'>,
): Promise<Listening> {
  const server = createServer(getRequestListener((request) => app.fetch(request)))
  await listen(server, 0, '127.0.0.1')
  const url = urlOf('127.0.0.1', (server.address() as AddressInfo).port)
  if (told !== undefined) told.eventsUrl = url
  return {
    url,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
