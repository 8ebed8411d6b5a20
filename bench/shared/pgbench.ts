import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findOnPath } from '../../src/embedded/find-on-path.ts'

const run = promisify(execFile)
const program = findOnPath('pgbench')

export const statementLoop =
  program === undefined ? 'a loop by node-postgres (no pgbench on the path)' : 'pgbench'

/** One transaction; `:n` in it is a number of that one time, `:m` one of the rows of a pool. */
export interface Statements {
  url: string
  statements: readonly string[]
  /** Those of the second connection and the next ones, where each has its own. */
  others?: readonly (readonly string[])[]
  /** All of them sent at once, instead of one after the other. */
  oneTrip?: boolean
  /** Of how many `:m` is one; then this many from there on are one transaction's. */
  pool?: number
  step?: number
}

/** Transactions a second on as many connections. */
export async function transactions(
  of: Statements,
  connections: number,
  seconds: number,
): Promise<number> {
  return program === undefined
    ? byDriver(of, connections, seconds)
    : byPgbench(program, of, connections, seconds)
}

const startOf = () => Date.now() * 10 + randomInt(10)

async function byPgbench(
  pgbench: string,
  of: Statements,
  connections: number,
  seconds: number,
): Promise<number> {
  const script = join(tmpdir(), `receivables-bench-${process.pid}.sql`)
  writeFileSync(script, scriptOf(of))
  const { hostname, port, username, password, pathname } = new URL(of.url)
  const clients = ['-c', String(connections), '-j', String(Math.min(connections, 2))]
  const server = ['-h', hostname, '-p', port, '-U', username, '-D', `c=${startOf()}`]
  const how = ['-n', '-M', 'prepared', '--max-tries=1', '-T', String(seconds), '-f', script]
  try {
    const env = { ...process.env, LC_ALL: 'C', PGPASSWORD: decodeURIComponent(password) }
    const args = [...server, ...clients, ...how, pathname.slice(1)]
    const { stdout, stderr } = await run(pgbench, args, { env })
    const perSecond = /tps = ([\d.]+) \(without/.exec(stdout)?.[1]
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
    if (perSecond === undefined || failed !== '0') throw new Error(`${stdout}\n${stderr}`)
    return Number(perSecond)
  } finally {
    rmSync(script, { force: true })
  }
}

function scriptOf(of: Statements): string {
  const { oneTrip = false, pool = 1, step = 1 } = of
  const all = eachOf(of).map((statements) => {
    const lines = statements.map((text) => `${text.replaceAll(/\s+/g, ' ')};`)
    return oneTrip ? ['\\startpipeline', ...lines, '\\endpipeline'] : lines
  })
  const chosen = all.flatMap((lines, at) => [
    `\\if :client_id % ${all.length} = ${at}`,
    ...lines,
    '\\endif',
  ])
  return [
    '\\set c :c + 1',
    '\\set n :c * 100 + :client_id',
    `\\set m random(0, ${Math.floor(pool / step) - 1}) * ${step} + 1`,
    ...(all.length === 1 ? all.flat() : chosen),
    '',
  ].join('\n')
}

const eachOf = ({ statements, others = [] }: Statements) => [statements, ...others]

async function byDriver(of: Statements, connections: number, seconds: number): Promise<number> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: of.url }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  const first = startOf()
  const each = eachOf(of).map((statements) => ({ ...of, statements }))
  const until = performance.now() + seconds * 1000
  const loop = async (client: pg.Client, at: number) => {
    let done = 0
    const own = each[at % each.length]!
    for (; performance.now() < until; done++) await once(client, own, (first + done) * 100 + at)
    return done
  }
  try {
    const counts = await Promise.all(clients.map(loop))
    return counts.reduce((sum, count) => sum + count, 0) / seconds
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** One transaction by our own driver, which sends all at once as one text only. */
export async function once(
  client: pg.Client,
  { statements, oneTrip = false, pool = 1, step = 1 }: Omit<Statements, 'url'>,
  n: number,
): Promise<void> {
  const m = randomInt(Math.floor(pool / step)) * step + 1
  const filled = statements.map((text) => text.replaceAll(/:n\b/g, `'${n}'`))
  const texts = filled.map((text) => text.replaceAll(/:m\b/g, `'${m}'`))
  if (oneTrip) await client.query(texts.join(';'))
  else for (const text of texts) await client.query(text)
}
