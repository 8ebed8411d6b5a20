import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findOnPath } from '../src/embedded/find-on-path.ts'

const run = promisify(execFile)
const program = findOnPath('pgbench')

export const statementLoop =
  program === undefined ? 'a loop by node-postgres (no pgbench on the path)' : 'pgbench'

/** One transaction, its statements sent one after the other, on as many connections. */
export async function transactions(
  url: string,
  statements: readonly string[],
  connections: number,
  seconds: number,
): Promise<number> {
  return program === undefined
    ? byDriver(url, statements, connections, seconds)
    : byPgbench(program, url, statements, connections, seconds)
}

async function byPgbench(
  pgbench: string,
  url: string,
  statements: readonly string[],
  connections: number,
  seconds: number,
): Promise<number> {
  const script = join(tmpdir(), `receivables-bench-${process.pid}.sql`)
  writeFileSync(script, statements.map((text) => `${text.replaceAll(/\s+/g, ' ')};\n`).join(''))
  const { hostname, port, username, password, pathname } = new URL(url)
  const clients = ['-c', String(connections), '-j', String(Math.min(connections, 2))]
  const server = ['-h', hostname, '-p', port, '-U', username]
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

async function byDriver(
  url: string,
  statements: readonly string[],
  connections: number,
  seconds: number,
): Promise<number> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: url }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  const until = performance.now() + seconds * 1000
  const loop = async (client: pg.Client) => {
    let done = 0
    for (; performance.now() < until; done++) {
      for (const [at, text] of statements.entries()) await client.query({ name: `s${at}`, text })
    }
    return done
  }
  try {
    const counts = await Promise.all(clients.map(loop))
    return counts.reduce((sum, count) => sum + count, 0) / seconds
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
