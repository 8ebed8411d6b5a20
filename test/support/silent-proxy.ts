import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands before a server, and passes nothing on any more, without a word, when it is told to. */
export interface SilentProxy {
  port: number
  /** What is connected stays so and hears nothing; `all`: what connects later as well. */
  fallSilent(whom: 'all' | 'connected'): void
  /** For those who connect from now on: whoever was connected is never heard of again. */
  passOn(): void
  close(): Promise<void>
}

export async function silentProxy(to: URL): Promise<SilentProxy> {
  const target = { port: Number(to.port), host: to.hostname }
  const sockets = new Set<Socket>()
  const nears = new Set<Socket>()
  const lost = new WeakSet<Socket>()
  let isSilent = false
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...target, allowHalfOpen: true })
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)))
    }
    if (isSilent) lost.add(near)
    const isHeard = () => !lost.has(near)
    near.on('data', (bytes) => isHeard() && far.write(bytes))
    far.on('data', (bytes) => isHeard() && near.write(bytes))
    near.on('end', () => isHeard() && far.end())
    far.on('end', () => isHeard() && near.end())
    near.on('close', () => far.destroy())
    near.on('error', () => lost.add(near))
    nears.add(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent(whom) {
      isSilent = whom === 'all'
      for (const near of nears) lost.add(near)
    },
    passOn: () => void (isSilent = false),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
