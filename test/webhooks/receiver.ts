import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'

export type Certificate = 'receiver' | 'expired' | 'self-signed' | 'wrong-host'

const file = (name: string) =>
  readFileSync(join(import.meta.dirname, 'certificates', `${name}.pem`), 'utf8')

/** Whom the deliverer of a test trusts, and nobody else. */
export const authority = file('authority')

/** One POST as it arrived. */
export interface Arrived {
  at: number
  path: string
  headers: Readonly<Record<string, string>>
  /** Names and values in turn, as they were sent. */
  raw: readonly string[]
  body: string
}

export type Answering = (
  response: ServerResponse,
  arrived: Arrived,
  request: IncomingMessage,
) => unknown

/** A stranger's server: it takes what is posted, and answers as the test wants it to. */
export interface Receiver {
  url: string
  /** As `RECEIVABLES_WEBHOOK_ALLOWED_HOSTS` names it. */
  host: string
  arrived: Arrived[]
  /** How many connections were opened, also those over which nothing came. */
  connections(): number
  answer(how: Answering | number): void
  close(): Promise<void>
}

export async function receiver(
  first: Answering | number = 200,
  { certificate = 'receiver', tls = {} }: { certificate?: Certificate; tls?: object } = {},
): Promise<Receiver> {
  let how = first
  let connections = 0
  const arrived: Arrived[] = []
  const identity = { cert: file(certificate), key: file(`${certificate}.key`), ...tls }
  const server: Server = createServer(identity, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const one: Arrived = {
        at: Date.now(),
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        raw: request.rawHeaders,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      arrived.push(one)
      if (typeof how === 'number') response.writeHead(how).end()
      else how(response, one, request)
    })
  })
  const sockets = new Set<TLSSocket>()
  server.on('connection', () => connections++)
  server.on('secureConnection', (socket: TLSSocket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}/hook`,
    host: `localhost:${port}`,
    arrived,
    connections: () => connections,
    answer: (next) => void (how = next),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
