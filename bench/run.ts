import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, Finding, Goal } from './shared/goal.ts'
import { activate } from './goals/activate.ts'
import { clock } from './goals/clock.ts'
import { commandLine } from './goals/command-line.ts'
import { cost } from './goals/cost.ts'
import { create } from './goals/create.ts'
import { fair } from './goals/fair.ts'
import { history } from './goals/history.ts'
import { invoicePages } from './goals/invoice-pages.ts'
import { invoiceGoal } from './goals/invoice.ts'
import { series } from './goals/series.ts'
import { rightCheck } from './goals/right-check.ts'
import { wholeChain } from './goals/whole-chain.ts'
import { check, description, types } from './goals/declarations.ts'
import { ledger } from './goals/ledger.ts'
import { pages } from './goals/pages.ts'
import { payments } from './goals/payments.ts'
import { payouts } from './goals/payouts.ts'
import { read } from './goals/read.ts'
import { memory, ready, secondStart } from './goals/start.ts'
import { webhooks } from './goals/webhooks.ts'
import { findingsOf, worse } from './shared/against.ts'
import { loadGenerator } from './shared/load.ts'
import { host } from './shared/machine.ts'
import { statementLoop } from './shared/pgbench.ts'
import { createStage, type Stage } from './shared/stage.ts'
import { tableOf } from './shared/table.ts'

const goals: readonly Goal[] = [
  rightCheck,
  wholeChain,
  create,
  invoiceGoal,
  activate,
  series,
  ledger,
  payments,
  payouts,
  cost,
  history,
  fair,
  clock,
  webhooks,
  read,
  pages,
  invoicePages,
  ready,
  memory,
  secondStart,
  commandLine,
  description,
  types,
  check,
]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    short: { type: 'boolean', default: false },
    save: { type: 'string' },
    against: { type: 'string' },
  },
})

const names = values.only?.split(',')
const unknown = names?.filter((name) => goals.every((goal) => goal.name !== name)) ?? []
if (unknown.length > 0) {
  console.error(
    `No goal is called ${unknown.join(', ')}: ${goals.map(({ name }) => name).join(', ')}`,
  )
  process.exit(2)
}

// Programs started from here must not take our launcher for theirs.
delete process.env['RECEIVABLES_LAUNCHER_PID']
const dir = mkdtempSync(join(tmpdir(), 'receivables-bench-'))
chmodSync(dir, 0o755)
let stage: Promise<Stage> | undefined
const bench: Bench = {
  seconds: Number(values.seconds ?? (values.short ? 1 : 2)),
  rounds: Number(values.rounds ?? (values.short ? 3 : 5)),
  short: values.short,
  dir,
  stage: () => (stage ??= createStage(dir)),
  say: (line) => console.error(line),
}

// Before ours, so that the machine is ours alone while we measure.
const before = values.against === undefined ? undefined : findingsOf(values.against, asked())
const findings: Finding[] = []
const failed: string[] = []
console.error(`load by ${loadGenerator}, statements by ${statementLoop}`)
try {
  for (const goal of goals.filter(isAsked)) {
    const began = performance.now()
    await measured(goal)
    bench.say(`measured ${goal.what} in ${Math.round((performance.now() - began) / 1000)} s`)
  }
} finally {
  await (await stage)?.close()
  rmSync(dir, { recursive: true, force: true })
}
conclude()

function isAsked({ name, isInShort }: Goal): boolean {
  return names?.includes(name) ?? (!values.short || isInShort === true)
}

/** The same run, for another tree. */
function asked(): string[] {
  const { only, seconds, rounds, short } = values
  const given = Object.entries({ only, seconds, rounds }).filter(([, value]) => value !== undefined)
  return [...(short ? ['--short'] : []), ...given.flatMap(([name, value]) => [`--${name}`, value!])]
}

/** A goal that cannot be measured is named, and leaves the others their turn. */
async function measured(goal: Goal): Promise<void> {
  try {
    for (const found of await goal.measure(bench)) {
      findings.push(found)
      console.log(JSON.stringify(found))
    }
  } catch (error) {
    failed.push(goal.name)
    console.error(`${goal.name} could not be measured:`, error)
  }
}

function conclude(): void {
  const told = { host: host(), loadGenerator, statementLoop, ...values, findings, failed }
  if (values.save !== undefined) writeFileSync(values.save, `${JSON.stringify(told, null, 2)}\n`)
  const wanted = findings.filter(({ met }) => met !== null)
  const met = wanted.filter((finding) => finding.met)
  console.log(`\n${tableOf(findings)}\n\n${met.length} of ${wanted.length} goals met`)
  if (failed.length > 0) console.log(`not measured: ${failed.join(', ')}`)
  if (before === undefined) return
  const lines = worse(findings, before)
  console.log(
    `\nworse than ${values.against}, beyond noise: ${lines.length === 0 ? 'nothing' : ''}`,
  )
  for (const line of lines) console.log(line)
}
