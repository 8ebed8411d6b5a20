import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** How one step ended: what it counted, and what it had to say. */
export interface Ended {
  name: string
  seconds: number
  passed: number
  failed: number
  /** Why it, or a part of it, was not done. */
  skipped?: string | undefined
  /** The files that took longest. */
  longest?: string | undefined
  /** Each test that failed, where its runner names them. */
  failures?: readonly Failure[] | undefined
  /** What failed beside others and passed alone. */
  unsteady?: readonly Failure[] | undefined
  output: string
}

export interface Failure {
  file: string
  name: string
}

type Outcome = Omit<Ended, 'name' | 'seconds'>

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs a step and tells how it went as soon as it has; a step that throws has failed. */
export async function step(name: string, work: () => Promise<Outcome>): Promise<Ended> {
  const began = performance.now()
  const outcome = await work().catch((error: unknown): Outcome => ({
    passed: 0,
    failed: 1,
    output: String(error),
  }))
  const ended = { name, seconds: (performance.now() - began) / 1000, ...outcome }
  say(line(ended))
  if (ended.failed > 0) say([...named(ended.failures), ended.output.trimEnd()].join('\n'))
  return ended
}

// Before what they have to say, of which one alone can be longer than all that is kept.
const named = (failures: readonly Failure[] = []) =>
  failures.map(({ file, name }) => `  failed: ${file} > ${name}`)

function line({ name, seconds, passed, failed, skipped }: Ended): string {
  const mark = failed > 0 ? '✗' : passed === 0 ? '–' : '✓'
  const counted = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`
  const why = skipped === undefined ? '' : `; skipped: ${skipped}`
  return `${mark} ${name.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s   ${counted}${why}`
}

/** The last line says it all together, and so does the exit code. */
export function conclude(ended: readonly Ended[]): void {
  for (const { name, skipped } of ended) {
    if (skipped !== undefined) say(`skipped in ${name}: ${skipped}`)
  }
  for (const { name, longest } of ended) {
    if (longest !== undefined) say(`longest in ${name}: ${longest}`)
  }
  for (const { name, unsteady = [] } of ended) {
    for (const one of unsteady) say(`passed in ${name} only alone: ${one.file} > ${one.name}`)
  }
  const total = { passed: 0, failed: 0 }
  for (const { passed, failed } of ended) {
    total.passed += passed
    total.failed += failed
  }
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

interface Finished {
  code: number | null
  output: string
}

/** A program of node_modules by its file, under this very Node. */
export function run(file: string, args: readonly string[], env = {}): Promise<Finished> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, file), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    let output = ''
    const keep = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', fail)
    child.once('close', (code) => done({ code, output }))
  })
}

/** A program that either has nothing to complain of, or has. */
export async function clean(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const { code, output } = await run(file, args, env)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTotalTestSuites: number
  success: boolean
  testResults: TestedFile[]
}

interface TestedFile {
  name: string
  startTime: number
  endTime: number
  status: string
  assertionResults: Asserted[]
}

interface Asserted {
  status: string
  fullName: string
}

const longestShown = 12

/** What is worth a look when all of it takes too long. */
const longestOf = ({ testResults }: Report) =>
  testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, longestShown)
    .map(({ name, seconds }) => `${relative(root, name)} ${seconds.toFixed(0)} s`)
    .join(', ')

/** By name: each says in its own words when it runs. */
function skippedIn({ testResults }: Report): { skipped?: string } {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const names = all.filter(({ status }) => status === 'skipped' || status === 'pending')
  return names.length === 0
    ? {}
    : { skipped: names.map(({ fullName }) => `"${fullName.trim()}"`).join(', ') }
}

/** Of a file that could not be loaded there is no test to name. */
function failuresIn({ testResults }: Report): Failure[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = relative(root, name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [{ file, name: 'the file itself' }]
      return failed.map(({ fullName }) => ({ file, name: fullName.trim() }))
    })
}

/** The tests of some files, counted one by one. */
export async function vitest(args: readonly string[], env = {}): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'receivables-report-'))
  const file = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const { code, output } = await run(
      'node_modules/vitest/vitest.mjs',
      ['run', ...args, ...reporters],
      { NO_COLOR: '1', ...env },
    )
    if (!existsSync(file)) return { passed: 0, failed: 1, output }
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failures = failuresIn(report)
    return {
      passed: report.numPassedTests,
      // An error outside of any test is one too.
      failed: failures.length === 0 && code !== 0 ? 1 : failures.length,
      failures,
      ...skippedIn(report),
      longest: longestOf(report),
      output: output.slice(-20_000),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
