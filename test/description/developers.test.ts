import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import { buildApp, type App, type Env } from '../../src/kernel/http/app.ts'
import { developers } from '../../src/kernel/http/developers.ts'
import { rightsIndex } from '../../src/kernel/http/description/rights-index.ts'
import { refusals } from '../../src/domain/refusal.ts'
import { isRight } from '../../src/policy/rights.ts'
import packageFacts from '../../package.json' with { type: 'json' }
import { copiesOfReference, referenceOfPackage } from '../../src/install/copy-reference.ts'
import { areas } from '../../src/operations.ts'
import { world } from '../support/world.ts'
import { description, operations } from './described.ts'

const app: App = new OpenAPIHono<Env>()
developers(app, operations)

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(`/developers/${path}`, { headers })

const addresses = [
  'openapi.json',
  'operation-rights.json',
  'errors.json',
  'errors',
  'reference',
  'assets/reference.js',
]

test.each(addresses)('%s is compressed as asked, the same text each time', async (path) => {
  const plain = await get(path)
  expect(plain.status).toBe(200)
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const text = await plain.text()
  const br = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
  expect(br.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(text)
  const gzip = await get(path, { 'accept-encoding': 'br;q=0, gzip' })
  expect(gzip.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(text)
  const tags = [plain, br, gzip].map(({ headers }) => headers.get('etag'))
  expect(new Set(tags).size).toBe(3)
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
})

test.each(addresses)('%s is not sent again to who has it', async (path) => {
  const etag = (await get(path)).headers.get('etag') as string
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await get(path, { 'if-none-match': known })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect(again.headers.get('etag')).toBe(etag)
  }
  expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  const other = await get(path, { 'if-none-match': etag, 'accept-encoding': 'br' })
  expect(other.status).toBe(200)
})

test('the description is served as it is generated', async () => {
  expect(await (await get('openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(description)))
})

test('the index of rights is what the router serves', async () => {
  const at = await world()
  try {
    const routes = buildApp(areas, at.kernel).routes.filter(
      ({ method, path }) => method !== 'ALL' && !path.startsWith('/developers'),
    )
    const served = routes.map(({ method, path }) => `${method} ${path}`)
    const index = rightsIndex(operations)
    const asRouted = Object.keys(index).map((route) => route.replaceAll(/\{(\w+)\}/g, ':$1'))
    expect(asRouted.toSorted()).toEqual([...new Set(served)].toSorted())
    for (const { rights } of Object.values(index)) expect(rights.every(isRight)).toBe(true)
  } finally {
    await at.close()
  }
})

test('the same index is in the description', async () => {
  const served = (await (await get('operation-rights.json')).json()) as Record<
    string,
    { operationId: string; rights: string[] }
  >
  const said = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods)
      .filter(({ tags }) => tags[0] !== 'platform')
      .map((one) => [one.operationId, one['x-required-rights']]),
  )
  const indexed = Object.values(served).map(({ operationId, rights }) => [operationId, rights])
  expect(indexed.toSorted()).toEqual(said.toSorted())
})

test('every code of refusal is explained where problems point', async () => {
  const html = await (await get('errors')).text()
  const codes = (await (await get('errors.json')).json()) as { code: string; status: number }[]
  expect(codes.map(({ code }) => code).toSorted()).toEqual(Object.keys(refusals).toSorted())
  for (const code of Object.keys(refusals)) expect(html).toContain(`id="${code}"`)
})

test('the pages run nothing inline and ask no other host', async () => {
  for (const path of ['reference', 'errors']) {
    const response = await get(path)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/)
    const html = await response.text()
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  }
  const html = await (await get('reference')).text()
  const scripts = [...html.matchAll(/src="\/developers\/([^"]+)"/g)].map(([, path]) => path)
  expect(scripts).toHaveLength(2)
  for (const path of scripts) {
    const script = await get(path as string)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  }
})

test('the bundle of the reference is kept for ever, under its version', async () => {
  const html = await (await get('reference')).text()
  const [path] = /assets\/scalar-[\d.]+\.js/.exec(html) as [string]
  const bundle = await get(path, { 'accept-encoding': 'gzip' })
  expect(bundle.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await bundle.arrayBuffer()).byteLength).toBeLessThan(1_500_000)
})

test('the bundle is that of its package, which only tools install', async () => {
  const { name, bytes } = referenceOfPackage()
  expect(copiesOfReference(), 'run npm run generate').toEqual([name])
  const served = Buffer.from(await (await get(`assets/${name.slice(0, -3)}`)).arrayBuffer())
  expect(served.equals(bytes), 'run npm run generate').toBe(true)
  expect(Object.keys(packageFacts.dependencies)).not.toContain('@scalar/api-reference')
})

test('in the whole interface they need no token, and know no other method', async () => {
  const at = await world()
  try {
    const open = await at.app.request('/developers/openapi.json')
    expect(open.status).toBe(200)
    expect(open.headers.get('cache-control')).toBe('no-cache')
    expect(open.headers.get('x-content-type-options')).toBe('nosniff')
    expect(open.headers.get('x-request-id')).not.toBeNull()
    const head = await at.app.request('/developers/openapi.json', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await at.app.request('/developers/openapi.json', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  } finally {
    await at.close()
  }
})
