import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import type { Socket } from 'node:net'

// Takes what is posted, over TLS. GET /stats says how many came by path, and how old they were;
// POST /reset forgets them. What is posted to /dead is never answered, to /fail always with 500.
// BENCH_PORT: where.

const folder = join(import.meta.dirname, '../../test/webhooks/certificates')
const file = (name: string) => readFileSync(join(folder, name), 'utf8')

let counts: Record<string, number> = {}
let agesMs: number[] = []
const dead = new Set<Socket>()

const server = createServer(
  { cert: file('receiver.pem'), key: file('receiver.key.pem'), keepAliveTimeout: 60_000 },
  (request, response) => {
    const path = request.url ?? ''
    if (path === '/stats') return response.end(JSON.stringify({ counts, agesMs }))
    if (path === '/reset') {
      counts = {}
      agesMs = []
      for (const socket of dead) socket.destroy()
      dead.clear()
      return response.end('{}')
    }
    if (path === '/dead') return dead.add(request.socket)
    let body = ''
    request.setEncoding('latin1')
    request.on('data', (chunk: string) => (body += chunk))
    return request.on('end', () => {
      counts[path] = (counts[path] ?? 0) + 1
      const occurredAt = /"occurredAt"\s*:\s*"([^"]+)/.exec(body)?.[1]
      if (occurredAt !== undefined) agesMs.push(Date.now() - Date.parse(occurredAt))
      const status = path === '/fail' ? 500 : 200
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
  },
)
server.on('secureConnection', (socket) => socket.on('error', () => undefined))
server.listen(Number(process.env['BENCH_PORT']), '127.0.0.1', () => console.log('it is ready'))
