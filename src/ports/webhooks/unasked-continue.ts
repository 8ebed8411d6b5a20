import type { Socket } from 'node:net'

const shape = /^(?:HTTP\/1\.[01] 100[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n)+/
const beginning = Buffer.from('HTTP/1.')
const lookedAt = 4_096

/** A receiver may say "go on" unasked, which a client has to bear; ours takes it for a fault. */
export function acceptingContinue<Of extends Socket>(socket: Of): Of {
  const read = socket.read.bind(socket)
  socket.read = (size?: number): unknown => {
    const chunk = read(size) as unknown
    if (!Buffer.isBuffer(chunk) || !chunk.subarray(0, beginning.length).equals(beginning)) {
      return chunk
    }
    const [said] = shape.exec(chunk.toString('latin1', 0, lookedAt)) ?? []
    if (said === undefined) return chunk
    return said.length === chunk.length ? socket.read(size) : chunk.subarray(said.length)
  }
  return socket
}
