import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src/embedded/ports.ts'
import { readEnvironment } from '../../src/environment.ts'
import { startApi, type RunningApi } from '../../src/run/api.ts'
import { commandLine, ran, type Ran } from '../support/command.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

// Who writes a receiver hears of what happens at an address of their own machine.
let at: World
let tenant: TestTenant
let api: RunningApi
let server: Server
const arrived: { headers: IncomingHttpHeaders; body: string }[] = []

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  const probes = { needed: {}, helpful: {} }
  const nobody = async () => undefined
  api = await startApi(readEnvironment({}), at.runtime, probes, await freePort(), nobody)
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      arrived.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.close()
  await api.stop()
  await at.close()
})

const words = (...more: string[]) => [commandLine, ...more]
const asking = (token = tenant.api.token) => ['--api', api.url, '--token', token]
const to = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`

function saidBy(child: ChildProcess): () => string {
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return () => said
}

const run = (...more: string[]): Promise<Ran> => ran(words(...more))

test('what is sent arrives at a plain address, signed so that the public library verifies it', async () => {
  const key = 'whsec_c2lnbmluZyBzZWNyZXQgb2Ygb25l'
  const given = ['webhook', 'listen', to(), '--type', 'REALTIME', '--key', key, ...asking()]
  const listener = spawn(process.execPath, words(...given))
  const said = saidBy(listener)
  try {
    await expect.poll(said).toContain('listening at')
    await tenant.api.post('/reason-code', { code: 'NOT_WANTED', type: 'STOP', name: 'Not wanted' })
    expect(await run('webhook', 'send', 'Hello', ...asking())).toMatchObject({ code: 0 })
    await expect.poll(() => arrived.length).toBe(1)
    const [{ headers, body }] = arrived as [(typeof arrived)[number]]
    new Webhook(key).verify(body, headers as Record<string, string>)
    expect(JSON.parse(body)).toMatchObject({ type: 'REALTIME', data: { text: 'Hello' } })
    await expect.poll(said).toMatch(/^204 {2}\d+ ms {2}REALTIME/m)
  } finally {
    listener.kill('SIGKILL')
  }
})

test('a token that is none is refused with its code, and so is a platform that is not there', async () => {
  const refused = await run('webhook', 'listen', to(), ...asking('wrong'))
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('UNAUTHENTICATED') })
  const nowhere = await run('webhook', 'send', 'Hello', '--api', api.url)
  expect(nowhere.code).toBe(1)
})
