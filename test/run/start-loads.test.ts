import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../src/kernel/http/app.ts'
import type { Room } from '../../src/kernel/http/operation.ts'
import { world } from '../support/world.ts'

const run = promisify(execFile)

/** What a start of the interface has no use for: each of these takes longer than all of a hello. */
const unneeded = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace',
  '@scalar/api-reference',
  '@temporalio/client',
  '@temporalio/worker',
  '@temporalio/workflow',
  'commander',
  'date-holidays',
  'fontkit',
  'nodemailer',
  'pdfkit',
  'protobufjs',
  'qrcode',
  'rolldown',
  'saxes',
  'undici',
]

const listed = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  await import('./src/run/start.ts')
  await import('./src/run/api.ts')
  process.stdout.write(JSON.stringify(loaded))`

test('a start of the interface loads nothing that only some requests need', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', listed], {
    maxBuffer: 2 ** 24,
  })
  const loaded = JSON.parse(stdout) as string[]
  const packages = loaded.map((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1])
  expect(unneeded.filter((name) => packages.includes(name))).toEqual([])
  expect(packages).toContain('hono')
  const described = loaded.filter((url) =>
    /kernel\/http\/description\/openapi|\/zod-facts/.test(url),
  )
  expect(described).toEqual([])
}, 30_000)

test('the schemas of an operation are made when it is first asked for', async () => {
  const at = await world()
  try {
    let asked = 0
    const declared = {
      summary: 'An operation that is watched',
      get body() {
        asked++
        return z.strictObject({ name: z.string() })
      },
    }
    const watched = { method: 'POST', path: '/watched', params: [], requires: { open: 'a test' } }
    const room: Room = { watched: { ...watched, declared, handle: async () => undefined } as never }
    const app = buildApp([{ name: 'watched', rooms: { room } }], at.kernel)
    expect(asked).toBe(0)
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/json' }
      return (await app.request('/watched', { method: 'POST', headers, body })).status
    }
    expect(await post('{"other": 1}')).toBe(400)
    expect(asked).toBeGreaterThan(0)
    expect(await post('{"name": "x"}')).toBe(204)
  } finally {
    await at.close()
  }
})
