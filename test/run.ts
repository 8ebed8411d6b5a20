import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporalPrograms } from '../src/embedded/temporal-build.ts'
import { javaTestServer } from '../src/embedded/java-test-server.ts'
import { areas } from '../src/operations.ts'
import { again } from './again.ts'
import { schemathesis } from './schemathesis.ts'
import { generatedClients } from './generated-clients.ts'
import { conclude, root, run, step, vitest, type Ended } from './steps.ts'
import { withoutDatabase } from './without-database.ts'

const progress = (line: string) => process.stderr.write(`${line}\n`)
const smoke = 'test/smoke/**'
const deaths = 'test/kill'

const asked = process.argv.slice(2)
if (asked.length === 0) await everything()
else await someOf(asked)

async function everything(): Promise<void> {
  // The first time the engine is built, which takes minutes; what does not need it runs meanwhile.
  const engine = engineBuilt()
  const checked = await step('npm run check', checkOutcome)
  // The judge of the interface has a database of its own, and waits more than it works.
  const examined = schemathesis(progress)
  const generated = examined.then(() => generatedClients(progress))
  const { kind, failure } = await engine
  const skipped = kind === 'dev' ? 'the stock server; the official CLI takes its place' : undefined
  const ended = [checked, await step('the engine', async () => engineOutcome(failure, skipped))]
  if (failure === undefined) {
    // Who is killed is mostly waited for, so that goes on beside all others; it ends before them.
    const others = ['--exclude', smoke, '--exclude', `${deaths}/**`, ...already()]
    const both = [
      step('every other test', () => vitest(others)),
      step('deaths of each part', () => vitest([deaths])).then(async (each) => [
        each,
        await smoked(),
      ]),
    ]
    ended.push(...(await Promise.all(both)).flat())
  }
  const judged = await examined
  conclude(await again([...ended, judged, await generated]))
}

/** The tests of some folders; of an area its sweeps as well: `npm test -- invoices`. */
async function someOf(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => foldersOf(name).length === 0)
  if (unknown.length > 0) {
    const known = readdirSync(join(root, 'test'), { withFileTypes: true })
    const folders = known.filter((one) => one.isDirectory()).map(({ name }) => name)
    progress(`There are no tests of ${unknown.join(', ')}; there are: ${folders.join(', ')}.`)
    process.exitCode = 1
    return
  }
  const { failure } = await engineBuilt()
  if (failure !== undefined) {
    conclude([await step('the engine', async () => engineOutcome(failure))])
    return
  }
  const swept = names.filter((name) => areas.some((area) => area.name === name))
  const ended = [await step('tests', () => vitest(names.flatMap(foldersOf)))]
  if (swept.length > 0) {
    const chosen = { RECEIVABLES_TEST_AREAS: swept.join() }
    ended.push(await step('sweeps', () => vitest(['test/conformance'], chosen)))
    ended.push(await schemathesis(progress, swept))
  }
  conclude(ended)
}

function foldersOf(name: string): string[] {
  return [`test/${name}/`, `test/workflows/${name}/`].filter((path) => existsSync(join(root, path)))
}

function engineBuilt() {
  return temporalPrograms(progress).then(
    ({ kind }) => ({ kind, failure: undefined }),
    (error: unknown) => ({ kind: undefined, failure: String(error) }),
  )
}

/** All of `npm run check`, of which the last line is taken over. */
async function checkOutcome() {
  const { output } = await run('test/check.ts', [])
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 1), output }
}

/** Its tests have been counted by the check. */
function already(): string[] {
  return withoutDatabase().flatMap((path) => ['--exclude', path])
}

function engineOutcome(failure: string | undefined, skipped?: string) {
  if (failure !== undefined) return { passed: 0, failed: 1, output: failure }
  return { passed: 1, failed: 0, skipped, output: '' }
}

/** One workflow at a time: in the SDK's own environment there is one clock for all. */
function smoked(): Promise<Ended> {
  return step('smoke, SDK environment', async () => {
    const missing = await javaTestServer(progress).then(
      () => undefined,
      (error: unknown) => String(error),
    )
    const nothing = { passed: 0, failed: 0, output: '' }
    if (missing !== undefined) return { ...nothing, skipped: missing.split('\n')[0] }
    return vitest(['test/smoke', '--maxWorkers=1', '--no-file-parallelism'])
  })
}
