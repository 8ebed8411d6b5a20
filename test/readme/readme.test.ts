import { spawn } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src/embedded/ports.ts'
import { authority, receiver, type Receiver } from '../webhooks/receiver.ts'

// The README as somebody new reads it: each of its blocks is pasted into a shell, and once more.
const root = resolve(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** What stands indented, a block each. */
const blocks = [...readme.matchAll(/(?<=\n\n)(?: {4}.*\n)+/g)].map(([block]) =>
  block.replaceAll(/^ {4}/gm, '').trim(),
)

/** The last word of a block that starts the platform; the one with most said before it is taken. */
const starts = blocks.filter((block) => /(?:^| )npm start$/.test(block))
const [start = ''] = starts.toSorted((one, other) => other.length - one.length)
/** This very run. */
const isTests = (block: string) => block.startsWith('npm test')
const pasted = blocks.filter((block) => !starts.includes(block) && !isTests(block))

let folder: string
let environment: NodeJS.ProcessEnv
let receiving: Receiver
let platform: ReturnType<typeof begun>

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'receivables-readme-')), 'receivables')
  mkdirSync(folder)
  // The database does not run as root, and is backed up beside the folder.
  chmodSync(resolve(folder, '..'), 0o755)
  for (const name of readdirSync(root)) {
    if (!/^\.(?:git|data)$/.test(name)) symlinkSync(join(root, name), join(folder, name))
  }
  receiving = await receiver()
  writeFileSync(join(folder, 'ca.pem'), authority)
  environment = {
    ...process.env,
    PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    RECEIVABLES_LOG_LEVEL: 'error',
    RECEIVABLES_BUNDLE: 'off',
    RECEIVABLES_LAUNCHER_PID: String(process.pid),
  }
  platform = begun(start)
  while (!platform.said().includes('Receivables is ready')) {
    if (platform.hasEnded()) throw new Error(platform.said())
    await sleep(50)
  }
}, 240_000)

afterAll(async () => {
  await platform.end()
  await receiving.close()
  rmSync(resolve(folder, '..'), { recursive: true, force: true })
})

/** A script in a shell of its own, in the folder of the checkout. */
function begun(script: string) {
  const ours = script.replaceAll('localhost:9443', receiving.host)
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', ours], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  }
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return {
    said: () => said,
    ended,
    hasEnded: () => child.exitCode !== null,
    async end() {
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM')
      await ended
    },
  }
}

test('a block is a start, the tests, or something to paste', () => {
  expect(starts).toHaveLength(2)
  expect(blocks.filter(isTests)).toHaveLength(1)
  expect(pasted.length).toBeGreaterThan(5)
})

const mark = '---- the next block'

/** What each block said, of all of them pasted into one shell. */
async function paste(): Promise<string[]> {
  const shell = begun(pasted.join(`\necho '${mark}'\n`))
  const code = await shell.ended
  expect(code, shell.said()).toBe(0)
  return shell.said().split(`${mark}\n`)
}

/** What is to be read in the answer of the block in which something is asked. */
const expected: [asked: string, said: RegExp][] = [
  ['/activate"', /"main":"ACTIVATED"/],
  ['/factoring"', /"status":"DECIDED"/],
  ['/labels"', /Pays by agreement[^]*Pays on Fridays[^]*Ask for the annual accounts/],
  ['/webhook/log"', /"webhookId":"/],
  ['receivables verify', /shown only now[^]*all of it holds[^]*invoice\.due/],
]

test.each(['pasted', 'pasted once more'])(
  'every block does what it says, %s',
  async () => {
    const before = receiving.arrived.length
    const said = await paste()
    for (const [asked, answer] of expected) {
      const at = pasted.findIndex((block) => block.includes(asked))
      expect(said[at], asked).toMatch(answer)
    }
    // A refusal of the interface, which curl takes for an answer as any other.
    expect(said.join('')).not.toMatch(/"title":"[^"]*","status":[45]\d\d/)
    await expect.poll(() => receiving.arrived.length).toBeGreaterThan(before)
    // Some fifty programs in a row, each of which waits for a core where others want them.
  },
  400_000,
)
