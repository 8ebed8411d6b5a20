import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Progress } from '../src/embedded/cache.ts'
import { operationsOf } from '../src/kernel/http/app.ts'
import { describe } from '../src/kernel/http/description/openapi.ts'
import { areas as all } from '../src/operations.ts'
import { pythonWith } from './python.ts'
import { withApi } from './served-interface.ts'
import { conclude, step, type Ended } from './steps.ts'
import { schemaCodes } from './support/schema-codes.ts'
import { seed } from './support/seed.ts'

const version = '4.32.5'
const examples = Number(process.env['FUZZ_CASES'] ?? 10)

/** As many as take about as long as all other tests: others with each seed. */
const examinedAtOnce = 90

const ofSeed = operationsOf(all)
  .map(({ name }) => name)
  .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  .slice(0, examinedAtOnce)

function placeOf(name: string): string {
  return createHash('sha256').update(`${seed} ${name}`).digest('hex')
}

/** The interface as it is served, held against its own description by somebody else's program. */
export function schemathesis(progress: Progress, areas?: readonly string[]): Promise<Ended> {
  return step('schemathesis', async () => {
    const python = await pythonWith('schemathesis', version, progress)
    if ('reason' in python) {
      return { passed: 0, failed: 0, skipped: python.reason, output: '' }
    }
    const chosen =
      areas?.flatMap((area) => ['--include-tag', area]) ??
      ofSeed.flatMap((name) => ['--include-operation-id', name])
    const ended = await withApi(async (url, token) => {
      const examine = (run: Examining) => examined(python.path, url, token, run)
      const each = await examine({ phases: 'examples,coverage,fuzzing,stateful', chosen })
      return together(each, await examine(following(areas)))
    })
    if (areas !== undefined) return ended
    const count = operationsOf(all).length - ofSeed.length
    return { ...ended, skipped: `${count} operations, which other seeds than ${seed} choose` }
  })
}

const together = (one: Counted, other: Counted): Counted => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  output: `${one.output}\n${other.output}`,
})

/** So many things are created, each in turn with what its links lead to: others with each seed. */
const followedAtOnce = 6
const followedSeconds = 30

/** What creates something has more links than the rest, but few enough to be followed all. */
const [linksLeast, linksMost] = [2, 16]

/** What creates something, and what the links of the description lead to from there. */
function following(areas: readonly string[] = all.map(({ name }) => name)): Examining {
  const served = operationsOf(all)
  const { paths } = describe(served)
  const near = new Set(served.filter(({ area }) => areas.includes(area)).map(({ name }) => name))
  const linked = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) => {
      const links = Object.values(responses).flatMap((one) => Object.keys(one.links ?? {}))
      const isFew = links.length >= linksLeast && links.length <= linksMost
      return '201' in responses && isFew && near.has(operationId) ? [[operationId, ...links]] : []
    }),
  )
  const begun = linked
    .toSorted(([one = ''], [other = '']) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .slice(0, followedAtOnce)
  const chosen = [...new Set(begun.flat())].flatMap((name) => ['--include-operation-id', name])
  const limit = ['--max-time', String(followedSeconds)]
  return { phases: 'stateful', chosen: [...chosen, ...limit], more: saidLinks }
}

/** It guesses further ones by names, as it has done by then. */
const saidLinks = `
[phases.stateful.inference]
algorithms = []
`

/** Where its judgement is not ours, each with its reason; everything else stands as it ships. */
const judgement = `
[checks]
# A key that is generated twice is refused with 422, which no schema can tell of beforehand.
positive_data_acceptance.expected-statuses = ["2xx", 401, 403, 404, 409, 412, 422, 429, 503]
# Bad data may also make the request line too long.
negative_data_rejection.expected-statuses = [
  400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 431,
]

[[operations]]
# What a setting may be is said by its key, a field of a condition by its event, which there are by
# their lists, and what a limit takes by the others of one call.
include-operation-id-regex = "^(update(Flags|OwnFlags|Settings|SystemSetting|CreditStatus)|(create|update)Automation)"
checks.positive_data_acceptance.enabled = false

[[operations]]
# How large a view is as a whole, and how deep.
include-operation-id = ["createContentUserSetting", "updateContentUserSetting"]
checks.positive_data_acceptance.enabled = false
`

/**
 * What fields must say to one another (dates in their order, rows that add up, a number of its
 * country) no schema tells; their tests do. Such a refusal is taken for one of too many requests,
 * which any operation may give: what is held against the description are the refusals by the
 * schemas, which say so by their codes. An id that a link carried, as it guesses them by names, may
 * be of another kind than the one that is asked for, and is refused by its form; and that a text is
 * base64 is said by a keyword that allows any text. Of what type the file of a form is, its name
 * and its bytes tell, of which a schema says nothing.
 */
const hooks = `
import schemathesis

BY_SCHEMA = set(${JSON.stringify(schemaCodes)})

def by_schema(error, carried, form):
    if form and error["pointer"] == "/mimeType":
        return False
    if error["code"] == "INVALID_FORMAT" and (carried or "base64" in error["message"]):
        return False
    return error["code"] in BY_SCHEMA

@schemathesis.hook
def after_call(context, case, response):
    if response.status_code != 400:
        return
    problem = response.json()
    errors = problem.get("errors", [])
    carried = case.meta is not None and case.meta.phase.name == "stateful"
    form = case.media_type == "multipart/form-data"
    by_rule = errors and not any(by_schema(error, carried, form) for error in errors)
    if by_rule or problem["code"] == "CURSOR_INVALID":
        response.status_code = 429
`

interface Examining {
  phases: string
  chosen: string[]
  /** What else its settings say. */
  more?: string
}

interface Counted {
  passed: number
  failed: number
  output: string
}

async function examined(
  python: string,
  url: string,
  token: string,
  { phases, chosen, more = '' }: Examining,
): Promise<Counted> {
  const folder = mkdtempSync(join(tmpdir(), 'receivables-examined-'))
  const [config, report] = [join(folder, 'schemathesis.toml'), join(folder, 'report.json')]
  writeFileSync(config, judgement + more)
  writeFileSync(join(folder, 'judged_by_rules.py'), hooks)
  const fixed =
    // One worker: of two that parse at once, Python 3.11 sometimes fails in the count of its depth.
    `--phases ${phases} --workers 1 --continue-on-failure ` +
    // It answers for as long as somebody listens, so each call would take all the time it is given.
    '--exclude-operation-id openRealtimeChannel ' +
    // How long it takes to think of a body depends on what else the machine does.
    '--suppress-health-check too_slow ' +
    // What cannot be stored is refused, and fuzzed by our own suite.
    '--generation-allow-x00 false --generation-database none --request-timeout 10 --no-color'
  const options = [
    ...fixed.split(' '),
    ...`--max-examples ${examples} --seed ${seed}`.split(' '),
    ...`--report json --report-json-path ${report}`.split(' '),
    '--header',
    `Authorization: Bearer ${token}`,
    ...chosen,
  ]
  const command = ['-m', 'schemathesis.cli', '--config-file', config, 'run']
  const location = `${url}/developers/openapi.json`
  try {
    const { code, output } = await told(python, [...command, location, ...options], folder)
    return { ...counted(report, code), output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Report {
  operations: { tested: number; errored: number }
  test_cases: { unique_failures: number }
}

/** An operation that was tested without a failure has passed. */
function counted(file: string, code: number | null): { passed: number; failed: number } {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { operations, test_cases: cases } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const failed = cases.unique_failures + operations.errored
  return { passed: operations.tested, failed: failed === 0 && code !== 0 ? 1 : failed }
}

function told(program: string, args: string[], cwd: string) {
  return new Promise<{ code: number | null; output: string }>((done, fail) => {
    const env = { ...process.env, SCHEMATHESIS_HOOKS: 'judged_by_rules', PYTHONPATH: cwd }
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
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
