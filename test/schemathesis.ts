import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readEnvironment } from '../src/environment.ts'
import { cacheDir, makeWhole, type Progress } from '../src/embedded/cache.ts'
import { findOnPath } from '../src/embedded/find-on-path.ts'
import { freePort } from '../src/embedded/ports.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { runProgram } from '../src/embedded/run-program.ts'
import { ensureDatabase, install } from '../src/install/database.ts'
import { newTenant } from '../src/install/new-tenant.ts'
import { allByOne } from '../src/domain/topics.ts'
import { deriveKeys } from '../src/ports/keys/keys.ts'
import { startApi } from '../src/run/api.ts'
import { createLog, createRuntime } from '../src/run/runtime.ts'
import { operationsOf } from '../src/kernel/http/app.ts'
import { areas as all } from '../src/operations.ts'
import { conclude, step, type Ended } from './steps.ts'

const version = '4.32.5'
const examples = Number(process.env['FUZZ_CASES'] ?? 10)

/** Any run can be repeated: `SEED=… node test/schemathesis.ts`. */
const seed = Number(process.env['SEED'] ?? randomInt(1, 2 ** 31))

/** Every fourth area, from the largest on: all of them take longer than all other tests. */
const ofSeed = [...Map.groupBy(operationsOf(all), ({ area }) => area)]
  .toSorted(([, one], [, other]) => other.length - one.length)
  .flatMap(([name], at) => (at % 4 === seed % 4 ? [name] : []))

/** The interface as it is served, held against its own description by somebody else's program. */
export function schemathesis(
  progress: Progress,
  areas: readonly string[] = ofSeed,
): Promise<Ended> {
  return step('schemathesis', async () => {
    const python = await programOrReason(progress)
    if ('reason' in python) {
      return { passed: 0, failed: 0, skipped: python.reason, output: '' }
    }
    const ended = await withApi((url, token) => examined(python.path, url, token, areas))
    if (areas !== ofSeed) return ended
    const others = all.map(({ name }) => name).filter((name) => !areas.includes(name))
    const skipped = `${others.join(', ')}: those of seeds that leave another remainder by four than ${seed}`
    return { ...ended, skipped }
  })
}

type Python = { path: string } | { reason: string }

async function programOrReason(progress: Progress): Promise<Python> {
  const python = findOnPath('python3')
  if (!python) return { reason: 'there is no python3 on the PATH' }
  const name = await runProgram(python, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'])
  const dir = join(cacheDir(), 'schemathesis', `${version}-python${name.trim()}`)
  try {
    await makeWhole(dir, (draft) => installed(python, draft, progress), progress)
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
    const environment = readEnvironment({
      RECEIVABLES_DATA_DIR: dir,
      RECEIVABLES_LOG_LEVEL: 'error',
    })
    const mail = { send: async () => undefined }
    const log = createLog(environment)
    const runtime = createRuntime(environment, installed.runUrl, keys, mail, log, 'http://test')
    const tenant = {
      name: 'Examined',
      sandbox: true,
      timeZone: 'Europe/Stockholm',
      dualControl: allByOne,
    }
    const { token } = await newTenant(runtime, tenant)
    await keepAlive(postgres.url('receivables'))
    const api = await startApi(
      environment,
      runtime,
      { needed: {}, helpful: {} },
      await freePort(),
      async () => undefined,
    )
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

/** It logs out and revokes whatever it finds; the token that it examines us with lives on. */
async function keepAlive(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create function keep() returns trigger language plpgsql as
    $$ begin new.revoked_at = null; return new; end $$`)
  await client.query(`create trigger keep before update on token for each row
    when (new.name = 'First token of the tenant') execute function keep()`)
  await client.end()
}

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
# A cursor is made by the list itself, so one that is made up is refused.
include-operation-id-regex = "^(list|search)"
checks.positive_data_acceptance.enabled = false

[[operations]]
# Which kind of user belongs to a client is a rule between two fields.
include-operation-id = "createUser"
checks.positive_data_acceptance.enabled = false

[[operations]]
# Only a caller who is bound to a client may leave it out.
include-operation-id = [
  "createClientArticle",
  "generateClientToken",
  "generatePortalToken",
  "receivePaymentSync",
]
checks.positive_data_acceptance.enabled = false

[[operations]]
# An identification number is one of its country, down to its check digit.
include-operation-id = "createClient"
checks.positive_data_acceptance.enabled = false

[[operations]]
# What a setting may be is said by its key, and which keys there are by the list of them.
include-operation-id = [
  "updateFlagsOfClient",
  "updateFlagsOfDebtor",
  "updateFlagsOfSystemDebtor",
  "updateFlagsOfTemplate",
  "updateOwnFlags",
  "updateSettingsOfClient",
  "updateSettingsOfInstanceProvider",
  "updateSettingsOfServiceProvider",
  "updateSettingsOfTemplate",
  "updateSystemSetting",
]
checks.positive_data_acceptance.enabled = false

[[operations]]
# How large a view is as a whole, and how deep.
include-operation-id = ["createContentUserSetting", "updateContentUserSetting"]
checks.positive_data_acceptance.enabled = false

[[operations]]
# What fields must say to one another: dates in their order, rows that add up, ids or a filter, a
# rate of its day, a reference or a file that is what it says; and days, which are of this age. No
# schema tells it; their tests do.
include-operation-id = [
  "activateInvoice",
  "addRecipientsOfFileSchedule",
  "addRecipientsOfReportSchedule",
  "attachFileToClient",
  "attachFileToInvoice",
  "attachFileToNote",
  "attachToClientInvoiceRequest",
  "bulkActivateInvoices",
  "changeRefinancing",
  "closeBackgroundTasks",
  "connectFiles",
  "connectLogotype",
  "createArticleLabel",
  "createBankruptcy",
  "createAutomation",
  "createAutomationRule",
  "createClientAccount",
  "createClientAccountTransaction",
  "createClientBankAccount",
  "createClientBankAccountProfile",
  "createClientInvoiceRequest",
  "createClientTransferText",
  "createClientUser",
  "createDebtorBlocked",
  "createDebtorGroup",
  "createErp",
  "createFileSchedule",
  "createFactoringCountry",
  "createInvoice",
  "createInvoiceByIntegration",
  "createReportSchedule",
  "createTodoOfClient",
  "createTodoOfDebtor",
  "createTodoOfInvoice",
  "createTodoOfSystemDebtor",
  "createVoucher",
  "createWebhook",
  "generateBookkeepingFiles",
  "generateInternalBookkeepingFiles",
  "getTotalBalanceOfBulkUpdate",
  "moveDebtorToClient",
  "moveDecision",
  "moveDecisions",
  "pauseInvoice",
  "payOutClientAccount",
  "previewInvoice",
  "previewNewInvoice",
  "queryReport",
  "readReportAsFile",
  "receivePaymentRequestOutcome",
  "reverseInvoiceFinancialEvent",
  "reverseVoucher",
  "setReminderProfileOfDebtor",
  "toggleClientProduct",
  "transferBetweenClientAccounts",
  "unlinkCreditInvoice",
  "updateArticle",
  "updateArticlesInBulk",
  "updateClientAccount",
  "updateClientBankAccount",
  "updateClientInvoiceRequest",
  "updateClientProduct",
  "updateClientTransferText",
  "updateComplianceSettings",
  "updateCreditStatus",
  "updateCreditStatuses",
  "updateDebtor",
  "updateDebtorGroup",
  "updateDecisionStatuses",
  "updateFactoringCountry",
  "updateFileSchedule",
  "updateInvoice",
  "updateInvoiceLedgerEvent",
  "updateInvoiceSettings",
  "updateInvoicesInBulk",
  "updateLockedPeriod",
  "updateReminderProfileOfClient",
  "updateReportSchedule",
  "updateTodoOfClient",
  "updateTodoOfDebtor",
  "updateTodoOfInvoice",
  "updateTodoOfSystemDebtor",
  "updateWebhook",
  "uploadBrandPicture",
]
checks.positive_data_acceptance.enabled = false
`

async function examined(python: string, url: string, token: string, areas: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'receivables-examined-'))
  const [config, report] = [join(folder, 'schemathesis.toml'), join(folder, 'report.json')]
  writeFileSync(config, judgement)
  const fixed =
    // One worker: of two that parse at once, Python 3.11 sometimes fails in the count of its depth.
    '--phases examples,coverage,fuzzing,stateful --workers 1 --continue-on-failure ' +
    // It answers for as long as somebody listens, so each call would take all the time it is given.
    '--exclude-operation-id openRealtimeChannel ' +
    // What cannot be stored is refused, and fuzzed by our own suite.
    '--generation-allow-x00 false --generation-database none --request-timeout 10 --no-color'
  const options = [
    ...fixed.split(' '),
    ...`--max-examples ${examples} --seed ${seed}`.split(' '),
    ...`--report json --report-json-path ${report}`.split(' '),
    '--header',
    `Authorization: Bearer ${token}`,
    ...areas.flatMap((area) => ['--include-tag', area]),
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
