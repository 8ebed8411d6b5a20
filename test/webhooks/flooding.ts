import type { ServerResponse } from 'node:http'
import { receiver } from './receiver.ts'

export const flood = 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'
export const block = Buffer.alloc(64 * 1024, 'x')

/** Answers with a head and then with one part after another, for as long as anybody takes them. */
export function flooded(to: ServerResponse, head: string, part: string | Buffer): void {
  const socket = to.socket!
  socket.on('error', () => undefined)
  socket.write(head)
  const more = () => {
    while (!socket.destroyed && socket.write(part));
    if (!socket.destroyed) socket.once('drain', more)
  }
  more()
}

// As a process of its own: what so many servers write holds up nothing of what is being tested.
if (process.send !== undefined && process.argv[2] === 'flood') {
  const all = await Promise.all(
    Array.from({ length: Number(process.argv[3]) }, () =>
      receiver((to) => flooded(to, flood, block)),
    ),
  )
  process.send(all.map(({ host, url }) => ({ host, url })))
}
