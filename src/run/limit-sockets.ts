import type { Server } from 'node:http'
import { addressGroupOf } from '../domain/access/address-group.ts'

/** Hangs up on whoever has so many connections already, so that some are left for others. */
export function limitSockets(server: Server, perGroup: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const group = addressGroupOf(socket.remoteAddress ?? '')
    const count = open.get(group) ?? 0
    if (count >= perGroup) {
      socket.destroy()
      return
    }
    open.set(group, count + 1)
    socket.once('close', () => {
      const left = (open.get(group) ?? 1) - 1
      if (left === 0) open.delete(group)
      else open.set(group, left)
    })
  })
}
