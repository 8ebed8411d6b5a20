import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporalPrograms } from '../src/embedded/temporal-build.ts'
import { javaTestServer } from '../src/embedded/java-test-server.ts'
import { schemathesis } from './schemathesis.ts'
import { conclude, root, run, step, vitest, type Ended } from './steps.ts'
import { withoutDatabase } from './without-database.ts'

const progress = (line: string) => process.stderr.write(`${line}\n`)
const smoke = 'test/smoke/**'

// The first time the engine is built, which takes minutes; what does not need it runs meanwhile.
const engine = temporalPrograms(progress).then(
  ({ kind }) => ({ kind, failure: undefined }),
  (error: unknown) => ({ kind: undefined, failure: String(error) }),
)

const ended: Ended[] = []
ended.push(await checked())
ended.push(await schemathesis(progress))
const { kind, failure } = await engine
ended.push(await step('the engine', async () => engineOutcome()))
if (failure === undefined) {
  ended.push(await step('every test', () => vitest(['--exclude', smoke, ...already()])))
  ended.push(await smoked())
}
conclude(ended)

/** All of `npm run check`, of which the last line is taken over. */
function checked(): Promise<Ended> {
  return step('npm run check', async () => {
    const { output } = await run('test/check.ts', [])
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
    return { passed: Number(passed ?? 0), failed: Number(failed ?? 1), output }
  })
}

/** Its tests have been counted by the check. */
function already(): string[] {
  return withoutDatabase().flatMap((path) => ['--exclude', path])
}

async function engineOutcome() {
  if (failure !== undefined) return { passed: 0, failed: 1, output: failure }
  const skipped = kind === 'dev' ? 'the stock server; the official CLI takes its place' : undefined
  return { passed: 1, failed: 0, skipped, output: '' }
}

/** One workflow at a time: in the SDK's own environment there is one clock for all. */
function smoked(): Promise<Ended> {
  return step('smoke, SDK environment', async () => {
    const nothing = { passed: 0, failed: 0, output: '' }
    if (!existsSync(join(root, 'test/smoke'))) return { ...nothing, skipped: 'there is none yet' }
    const missing = await javaTestServer(progress).then(
      () => undefined,
      (error: unknown) => String(error),
    )
    if (missing !== undefined) return { ...nothing, skipped: missing.split('\n')[0] }
    return vitest(['test/smoke', '--maxWorkers=1', '--no-file-parallelism'])
  })
}
