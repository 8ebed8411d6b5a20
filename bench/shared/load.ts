import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findOnPath } from '../../src/embedded/find-on-path.ts'
import { ownLoad } from './own-load.ts'

/** One request, again and again; `{n}` in header and body is a number of that request alone. */
export interface Load {
  url: string
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: string
}

export interface Loaded {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const run = promisify(execFile)
const wrk = findOnPath('wrk')

export const loadGenerator = wrk === undefined ? 'a loop of our own (no wrk on the path)' : 'wrk'

/** As many requests as the connections carry. An answer that is no success spoils the figure. */
export async function load(of: Load, connections: number, seconds: number): Promise<Loaded> {
  const first = 1e12 + randomInt(9_000_000) * 1e6
  if (wrk === undefined) return ownLoad(of, connections, seconds, first)
  const script = join(tmpdir(), `receivables-bench-${process.pid}-${first}.lua`)
  writeFileSync(script, scriptOf(of, first))
  try {
    const flags = [
      '-t',
      '1',
      '-c',
      `${connections}`,
      '-d',
      `${seconds}s`,
      '--latency',
      '-s',
      script,
    ]
    const { stdout } = await run(wrk, [...flags, of.url])
    return read(stdout)
  } finally {
    rmSync(script, { force: true })
  }
}

function scriptOf({ method = 'GET', headers = {}, body }: Load, first: number): string {
  const fields = Object.entries(headers).map(([name, value]) => `[${lua(name)}]=${spliced(value)}`)
  const request = `wrk.format(${lua(method)}, nil, {${fields.join(',')}}, ${spliced(body ?? '')})`
  const changes = [body, ...Object.values(headers)].some((text) => text?.includes('{n}'))
  return changes
    ? `local n = ${first}\nrequest = function() n = n + 1; return ${request} end\n`
    : `local once\nrequest = function() once = once or ${request}; return once end\n`
}

const lua = (text: string) => JSON.stringify(text)
const spliced = (text: string) => text.split('{n}').map(lua).join('..n..')

const inMs: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 }

function read(output: string): Loaded {
  const found = (pattern: RegExp) => pattern.exec(output)
  const latency = (share: string) => {
    const [, value, unit = 'ms'] =
      found(new RegExp(`^\\s+${share}%\\s+([\\d.]+)(us|ms|s)`, 'm')) ?? []
    return Number(value) * (inMs[unit] ?? 1)
  }
  const refused = found(/Non-2xx or 3xx responses: (\d+)/)?.[1] ?? found(/Socket errors: (.+)/)?.[1]
  if (refused !== undefined) throw new Error(`not every answer was a success: ${refused}`)
  const perSecond = Number(found(/Requests\/sec:\s+([\d.]+)/)?.[1])
  return { perSecond, p50Ms: latency('50'), p99Ms: latency('99') }
}
