import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../src/config.ts'
import { cacheDir, whole, type Progress } from '../src/embedded/cache.ts'
import { findOnPath } from '../src/embedded/find-on-path.ts'
import { freePort } from '../src/embedded/ports.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { runProgram } from '../src/embedded/run-program.ts'
import { ensureDatabase, install } from '../src/install/database.ts'
import { newTenant } from '../src/install/new-tenant.ts'
import { deriveKeys } from '../src/ports/keys/keys.ts'
import { startApi } from '../src/run/api.ts'
import { createLog, createRuntime } from '../src/run/runtime.ts'
import { conclude, root, step, type Ended } from './steps.ts'

const version = '4.32.5'
const seconds = Number(process.env['SCHEMATHESIS_SECONDS'] ?? 120)

/** The interface as it is served, held against its own description by somebody else's program. */
export function schemathesis(progress: Progress): Promise<Ended> {
  return step('schemathesis', async () => {
    const python = await programOrReason(progress)
    if ('reason' in python) {
      return { passed: 0, failed: 0, skipped: python.reason, output: '' }
    }
    return withApi((url, token) => examined(python.path, url, token))
  })
}

type Python = { path: string } | { reason: string }

async function programOrReason(progress: Progress): Promise<Python> {
  const python = findOnPath('python3')
  if (!python) return { reason: 'there is no python3 on the PATH' }
  const name = await runProgram(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])
  const dir = join(cacheDir(), 'schemathesis', `${version}-python${name.trim()}`)
  try {
    await whole(dir, (draft) => installed(python, draft, progress), progress)
  } catch (error) {
    const [line = ''] = String(error).split('\n')
    return { reason: `it cannot be had from PyPI here (${line.slice(0, 200)})` }
  }
  return { path: join(dir, 'bin', 'python') }
}

async function installed(python: string, dir: string, progress: Progress): Promise<void> {
  progress(`fetching Schemathesis ${version}`)
  await runProgram(python, ['-m', 'venv', dir])
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  await runProgram(join(dir, 'bin', 'python'), [...pip, `schemathesis==${version}`])
}

/** A database, a tenant and the interface as `npm start` serves it, without the engine. */
async function withApi<T>(work: (url: string, token: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'receivables-schemathesis-'))
  const keys = deriveKeys(randomBytes(32).toString('hex'))
  const progress = () => undefined
  const dataDir = join(dir, 'postgres')
  const postgres = await startPostgres({ dataDir, durable: false, progress })
  try {
    await ensureDatabase(postgres.url('postgres'), 'receivables')
    const installed = await install(postgres.url('receivables'), undefined, keys, progress)
    const settings = readSettings({
      RECEIVABLES_DATA_DIR: dir,
      RECEIVABLES_LOG_LEVEL: 'error',
    })
    const mail = { send: async () => undefined }
    const log = createLog(settings)
    const runtime = createRuntime(settings, installed.runUrl, keys, mail, log, 'http://test')
    const tenant = { name: 'Examined', sandbox: true, timeZone: 'Europe/Stockholm' }
    const { token } = await newTenant(runtime, tenant)
    const api = await startApi(settings, runtime, {}, await freePort(), null)
    try {
      return await work(api.url, token)
    } finally {
      await api.stop()
      await runtime.pool.close()
    }
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Checks that would blame us for what is meant, and why. */
const excluded: Readonly<Record<string, string>> = {}

async function examined(python: string, url: string, token: string) {
  const folder = mkdtempSync(join(tmpdir(), 'receivables-examined-'))
  const report = join(folder, 'report.json')
  const args = ['-m', 'schemathesis.cli', 'run', join(root, 'openapi.json'), '--url', url]
  const unchecked = Object.keys(excluded).join()
  const options = [
    ...['--header', `Authorization: Bearer ${token}`],
    ...['--checks', 'all', ...(unchecked === '' ? [] : ['--exclude-checks', unchecked])],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--max-examples', '25'],
    ...['--max-time', String(seconds), '--workers', '2', '--continue-on-failure'],
    ...['--request-timeout', '10', '--no-color', '--generation-database', 'none'],
    ...(process.env['SEED'] === undefined ? [] : ['--seed', process.env['SEED']]),
    ...['--report', 'json', '--report-json-path', report],
  ]
  try {
    const { code, output } = await told(python, [...args, ...options], folder)
    return { ...counted(report, code), output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function counted(file: string, code: number | null): { passed: number; failed: number } {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as unknown
  if (process.env['SCHEMATHESIS_REPORT'])
    process.stdout.write(JSON.stringify(report).slice(0, 5000))
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
}

function told(program: string, args: string[], cwd: string) {
  return new Promise<{ code: number | null; output: string }>((done, fail) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-60_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', fail)
    child.once('close', (code) => done({ code, output }))
  })
}

if (import.meta.main) {
  conclude([await schemathesis((line) => process.stderr.write(`${line}\n`))])
}
