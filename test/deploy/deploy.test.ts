import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../../src/embedded/ports.ts'
import { readEnvironment } from '../../src/environment.ts'
import { world, type World } from '../support/world.ts'

// What `deploy/` has is read as those read it who run it, and what it runs is run.
let at: World
let dir: string

beforeAll(async () => {
  at = await world()
  dir = mkdtempSync(join(tmpdir(), 'receivables-deploy-'))
})
afterAll(async () => {
  await at.close()
  rmSync(dir, { recursive: true, force: true })
})

type Variables = Record<string, string>

/** The words after the launcher, and what it is given by the file. */
interface Command {
  words: string[]
  env: Variables
}

const ofFile = (path: string) => readFileSync(join('deploy', path), 'utf8')

interface Instruction {
  name: string
  rest: string
}

function instructions(): Instruction[] {
  return ofFile('Containerfile')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
      return { name, rest }
    })
}

const restOf = (name: string) =>
  instructions()
    .filter((one) => one.name === name)
    .map(({ rest }) => rest)

function ofContainer(): Command {
  const words = [restOf('ENTRYPOINT'), restOf('CMD')].map(
    ([text = '']) => JSON.parse(text) as string[],
  )
  return { words: launched(words.flat()), env: assignments(restOf('ENV').join(' ')) }
}

const assignments = (text: string): Variables =>
  Object.fromEntries(
    text
      .split(/\s+/)
      .filter((one) => one !== '')
      .map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  )

/** What our own launcher is told, by whichever Node. */
function launched([node = '', launcher, ...words]: readonly string[]): string[] {
  expect(node).toMatch(/(?:^|\/)node$/)
  expect(launcher).toBe('bin/receivables.mjs')
  return words
}

interface Service {
  image: string
  command?: string[]
  environment?: Variables
  healthcheck?: { test: string[] }
  depends_on?: Record<string, unknown>
}

const compose = () =>
  parse(ofFile('compose.yaml'), { merge: true }) as { services: Record<string, Service> }

const ourServices = () =>
  Object.entries(compose().services).filter(([, { image }]) => image === 'receivables')

/** As compose fills in what it is given: a master key and passwords, and nothing else. */
const filled = (text: string): string =>
  text
    .replaceAll('${RECEIVABLES_MASTER_KEY:?}', inject('postgres').masterKey)
    .replaceAll('${POSTGRES_PASSWORD:?}', 'secret')
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')

function ofServices(): Command[] {
  const { env } = ofContainer()
  return ourServices().map(([, { command = [], environment = {} }]) => {
    const given = Object.entries(environment).map(([name, value]) => [name, filled(value)])
    return { words: command, env: { ...env, ...Object.fromEntries(given) } }
  })
}

const units = () => readdirSync('deploy/systemd')

function sectionsOf(unit: string): Map<string, [string, string][]> {
  const sections = new Map<string, [string, string][]>()
  let section: [string, string][] = []
  for (const line of ofFile(`systemd/${unit}`).split('\n')) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name !== undefined) sections.set(name, (section = []))
    else if (key !== undefined) section.push([key, value])
    else expect(line).toMatch(/^(?:#.*)?$/)
  }
  return sections
}

function ofUnits(): Command[] {
  return units().map((unit) => {
    const service = sectionsOf(unit).get('Service') ?? []
    const values = (name: string) => service.filter(([key]) => key === name).map(([, is]) => is)
    const [words = ''] = values('ExecStart')
    return { words: launched(words.split(' ')), env: assignments(values('Environment').join(' ')) }
  })
}

const four = [
  ['migrate'],
  ['start', '--role', 'api'],
  ['start', '--role', 'relay'],
  ['start', '--role', 'worker'],
]
const sorted = (commands: readonly Command[]) => commands.map(({ words }) => words).toSorted()

test('the container file copies what there is, and begins the interface', () => {
  const names = instructions().map(({ name }) => name)
  expect(names[0]).toBe('FROM')
  const known = 'FROM WORKDIR COPY RUN USER ENV VOLUME EXPOSE ENTRYPOINT CMD'.split(' ')
  expect(names.filter((name) => !known.includes(name))).toEqual([])
  for (const rest of restOf('COPY')) {
    for (const path of rest.split(/\s+/).slice(0, -1)) expect(existsSync(path), path).toBe(true)
  }
  expect(ofContainer().words).toEqual(['start', '--role', 'api'])
  expect(restOf('USER')).toEqual(['node'])
})

test('compose and systemd begin the same four, with settings that there are', () => {
  expect(sorted(ofServices())).toEqual(four)
  expect(sorted(ofUnits())).toEqual(four)
  for (const { words, env } of [...ofServices(), ...ofUnits()]) {
    expect(() => readEnvironment(env), words.join(' ')).not.toThrow()
  }
  const names = new Set(Object.keys(compose().services))
  for (const [, { depends_on: needs = {} }] of Object.entries(compose().services)) {
    expect(Object.keys(needs).filter((name) => !names.has(name))).toEqual([])
  }
})

test('systemd understands its units', () => {
  for (const unit of units()) {
    expect([...sectionsOf(unit).keys()].slice(0, 2)).toEqual(['Unit', 'Service'])
  }
  const files = units().map((unit) => join('deploy/systemd', unit))
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
  if (error !== undefined) return
  // It is not installed here, and nothing else is amiss.
  const left = stderr.split('\n').filter((line) => !/is not executable|^$/.test(line))
  expect(left).toEqual([])
})

/** The engines of this run in place of those that the files name. */
async function run({ words, env }: Command) {
  const { masterKey, rolePrefix } = inject('postgres')
  const { address, namespace } = inject('temporal')
  const [port, health] = [await freePort(), await freePort()]
  const given = {
    ...process.env,
    ...env,
    NODE_ENV: 'production',
    DATABASE_URL: at.installed.ownerUrl,
    RECEIVABLES_MASTER_KEY: masterKey,
    RECEIVABLES_DATABASE_ROLES: rolePrefix,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    RECEIVABLES_DATA_DIR: dir,
    RECEIVABLES_CACHE_DIR: join(dir, 'cache'),
    RECEIVABLES_HOST: '127.0.0.1',
    PORT: String(port),
    RECEIVABLES_HEALTH_PORT: String(health),
  }
  const child = spawn(process.execPath, ['bin/receivables.mjs', ...words], {
    env: given,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    ended,
    said: () => said,
    url: `http://127.0.0.1:${words[2] === 'api' ? port : health}`,
  }
}

test('bringing the schema up ends, so that the parts may begin', async () => {
  const { ended, said } = await run(ofServices().find(({ words }) => words[0] === 'migrate')!)
  expect(await ended, said()).toBe(0)
  expect(said()).toContain('nothing waited')
})

test.each(['api', 'worker', 'relay'])(
  'the %s begins, is found well, and ends when asked',
  async (role) => {
    const isOf = ({ words }: Command) => words[2] === role
    const [, service] = ourServices().find(([name]) => name === role)!
    const { child, ended, said, url } = await run(ofServices().find(isOf)!)
    try {
      const until = Date.now() + 100_000
      while (!said().includes('is ready') && child.exitCode === null && Date.now() < until) {
        await sleep(50)
      }
      expect(said()).toContain('is ready')
      // The check of compose, at the port of this test.
      const [, , ...script] = service.healthcheck!.test
      const words = script.map((word) => word.replace(/http:\/\/127\.0\.0\.1:\d+/, url))
      const check = () =>
        new Promise<boolean>((resolve) => {
          execFile(process.execPath, words, (error) => resolve(error === null))
        })
      await expect.poll(check).toBe(true)
    } finally {
      child.kill('SIGTERM')
    }
    expect(await ended).toBe(0)
  },
)
