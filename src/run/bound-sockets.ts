import type { Server } from 'node:http'
import { sourceOf } from '../domain/access/source.ts'

/** Hangs up on whoever has so many connections already, so that some are left for others. */
export function boundSockets(server: Server, perSource: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const source = sourceOf(socket.remoteAddress ?? '')
    const count = open.get(source) ?? 0
    if (count >= perSource) {
      socket.destroy()
      return
    }
    open.set(source, count + 1)
    socket.once('close', () => {
      const left = (open.get(source) ?? 1) - 1
      if (left === 0) open.delete(source)
      else open.set(source, left)
    })
  })
}
