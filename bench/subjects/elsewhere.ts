import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Takes whatever is sent and does nothing; answers after so many milliseconds with so many bytes.
const [afterMs = 0, bytes = 0] = process.argv.slice(2).map(Number)

const body = 'x'.repeat(bytes)
const server = createServer((request, response) => {
  request.resume().once('end', () => setTimeout(() => response.end(body), afterMs))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`READY ${(server.address() as AddressInfo).port}`)
})
