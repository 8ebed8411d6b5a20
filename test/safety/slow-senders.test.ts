import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { readEnvironment } from '../../src/environment.ts'
import { freePort } from '../../src/embedded/ports.ts'
import { limits, startApi } from '../../src/run/api.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)
const port = await freePort()
let looks = 0
const probes = {
  needed: {
    database: async () => {
      looks++
      return { ok: true } as const
    },
  },
  helpful: {},
}
const operator = async () => undefined
const quick = { headersMs: 300, lookEveryMs: 50, socketsPerGroup: 60 }
const api = await startApi(readEnvironment({}), at.runtime, probes, port, operator, quick)
afterAll(() => api.stop())

const opened = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

async function untilClosed(socket: Socket): Promise<string> {
  let answer = ''
  socket.on('data', (piece) => (answer += piece.toString()))
  if (!socket.closed) await once(socket, 'close')
  return answer
}

test('who sends headers drop by drop, or none, is hung up on', async () => {
  const [silent, slow] = [await opened(), await opened()]
  slow.write('GET /ping HTTP/1.1\r\nHost: x\r\n')
  const drops = setInterval(() => slow.write('X-Drop: x\r\n'), 20)
  const answers = await Promise.all([untilClosed(silent), untilClosed(slow)])
  clearInterval(drops)
  expect(answers[1]).toContain('HTTP/1.1 408')
  expect(answers[1]).toContain('"code":"REQUEST_TOO_SLOW"')
  expect((await fetch(`${api.url}/ping`)).status).toBe(200)
})

test('headers have ten seconds, and not until somebody happens to look', () => {
  expect(limits.headersMs).toBe(10_000)
  expect(limits.lookEveryMs).toBeLessThanOrEqual(1_000)
})

test('however many ask for health, one look answers them', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => fetch(`${api.url}/health/ready`)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(looks).toBeLessThan(15)
})

test('one address has only so many connections, and again when it lets go of some', async () => {
  const sockets = await Promise.all(Array.from({ length: 80 }, opened))
  await Promise.all(sockets.map((socket) => untilClosed(socket)))
  expect(sockets.filter((socket) => socket.bytesRead === 0).length).toBeGreaterThanOrEqual(20)
  expect(sockets.filter((socket) => socket.bytesRead > 0).length).toBeGreaterThan(20)
  expect((await fetch(`${api.url}/ping`)).status).toBe(200)
})

const piece = 1024 * 1024

/** A file of so many pieces as JSON, the last of which is sent when it is let go. */
function sent(pieces: number, letGo: Promise<void>) {
  const begun = `{"clientId":"${clientId}","filename":"a.txt","mimeType":"text/plain","content":"`
  let left = pieces
  let arrived: () => void = () => undefined
  const allButTheLast = new Promise<void>((resolve) => (arrived = resolve))
  const body = new ReadableStream(
    {
      start: (to) => to.enqueue(Buffer.from(begun)),
      async pull(to) {
        if (left-- > 0) return to.enqueue(Buffer.alloc(piece, 'QUFB'))
        arrived()
        await letGo
        to.enqueue(Buffer.from('"}'))
        to.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    authorization: `Bearer ${tenant.api.token}`,
    'content-type': 'application/json',
  }
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  return { answer: at.app.request('/documents/attachments/client', init), allButTheLast }
}

test('uploads take no memory while they are on their way', async () => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const inBuffers = () => {
    gc()
    return process.memoryUsage().arrayBuffers
  }
  const before = inBuffers()
  let go: () => void = () => undefined
  const letGo = new Promise<void>((resolve) => (go = resolve))
  const uploads = Array.from({ length: 4 }, () => sent(8, letGo))
  await Promise.all(uploads.map(({ allButTheLast }) => allButTheLast))
  await expect.poll(() => inBuffers() - before).toBeLessThan(8 * piece)
  go()
  for (const { answer } of uploads) {
    const response = await answer
    const made = (await response.json()) as { id: string; size: number }
    expect([response.status, made.size]).toEqual([201, (8 * piece * 3) / 4])
  }
})

test('a large file is the same as form and as JSON', async () => {
  const text = 'a line of a letter\n'.repeat(40_000)
  const form = new FormData()
  form.append('clientId', clientId)
  form.append('file', new File([text], 'letter.txt', { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${tenant.api.token}` }
  const path = `${api.url}/documents/attachments/client`
  const asForm = await fetch(path, { method: 'POST', headers, body: form })
  const content = Buffer.from(text).toString('base64')
  const asJson = await tenant.api.post('/documents/attachments/client', {
    clientId,
    filename: 'letter.txt',
    mimeType: 'text/plain',
    content,
  })
  const shown = (await asForm.json()) as { id: string; sha256: string }
  expect([asForm.status, asJson.status]).toEqual([201, 201])
  expect(shown.sha256).toBe(asJson.body.sha256)
  const kept = await fetch(`${api.url}/documents/${shown.id}/file`, { headers })
  expect(await kept.text()).toBe(text)
})

test('one tenant fills what may be on its way, and another sends on', async () => {
  let go: () => void = () => undefined
  const letGo = new Promise<void>((resolve) => (go = resolve))
  const { kernel } = at
  const whole = (tenantId: string) =>
    kernel.uploads.begin(
      tenantId,
      new Request('http://test', { headers: { 'content-length': '1e9' } }),
    )
  const all = Array.from({ length: 4 }, () => whole(tenant.id))
  const refused = await sent(1, letGo).answer
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  const other = await tenantIn(at)
  whole(other.id).end()
  for (const upload of all) upload.end()
  go()
})
