import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { makeBundle } from '../../src/run/bundle/make.ts'
import { withOriginalLines } from '../../src/run/bundle/original-lines.ts'

const run = promisify(execFile)
let folder = ''

beforeAll(async () => {
  folder = await makeBundle()
}, 60_000)

/** What Node makes of a bundle is kept beside it, so that shows who was run from it. */
async function isServedFromBundle(env: Record<string, string> = {}): Promise<boolean> {
  const compiled = join(folder, 'compiled')
  rmSync(compiled, { recursive: true, force: true })
  const { stdout } = await run(process.execPath, ['bin/serve.mjs', '--help'], {
    env: { ...process.env, ...env },
  })
  expect(stdout).toMatch(/^Usage: npm start/)
  return existsSync(compiled)
}

test('a bundle is served from as long as no source has changed', async () => {
  expect(await isServedFromBundle()).toBe(true)
  expect(await isServedFromBundle({ RECEIVABLES_BUNDLE: 'off' })).toBe(false)
  const source = 'src/run/welcome.ts'
  utimesSync(source, new Date(), new Date())
  expect(await isServedFromBundle()).toBe(false)
  folder = await makeBundle()
  expect(await isServedFromBundle()).toBe(true)
})

test('so is a command, which says the same', async () => {
  const typed = ['bin/command.mjs', 'where', 'PUT /users/U1/toggle']
  const said = async (bundle: string) =>
    (await run(process.execPath, typed, { env: { ...process.env, RECEIVABLES_BUNDLE: bundle } }))
      .stdout
  rmSync(join(folder, 'compiled'), { recursive: true, force: true })
  const fromBundle = await said('on')
  expect(existsSync(join(folder, 'compiled'))).toBe(true)
  expect(fromBundle).toMatch(/src\/api\/access\/.*:\d+/)
  expect(fromBundle).toBe(await said('off'))
})

test('an error in a bundle says where in the sources it happened', () => {
  const [file, text] = chunkWith('function buildApp(')
  const line = text.slice(0, text.indexOf('function buildApp(')).split('\n').length
  const stack = `Error: no\n    at buildApp (${pathToFileURL(file).href}:${line}:10)`
  expect(withOriginalLines(stack)).toMatch(/at buildApp \(src\/kernel\/http\/app\.ts:\d+:\d+\)$/)
  const elsewhere = 'Error: no\n    at main (file:///elsewhere/main.ts:1:2)'
  expect(withOriginalLines(elsewhere)).toBe(elsewhere)
})

function chunkWith(part: string): [file: string, text: string] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
  for (const name of files) {
    const text = readFileSync(join(folder, name), 'utf8')
    if (text.includes(part)) return [join(folder, name), text]
  }
  throw new Error(`no chunk has ${part}`)
}
