import { finding, paired, type Bench, type Finding, type Goal } from '../goal.ts'
import { meter } from '../meter.ts'
import { statementLoop, transactions } from '../pgbench.ts'
import type { Program } from '../programs.ts'
import { createOnce, creation, replayed, rowsNow, variants, type Variant } from '../reason-code.ts'
import type { Caller, Stage } from '../stage.ts'
import { statementsOf } from '../statements.ts'

const goal = 'create'
const connections = [1, 8]
const words = { plain: 'POST of a plain resource', keyed: 'the same with an Idempotency-Key' }

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const caller = await stage.tenant()
  const counted = await statementsOf(stage, caller)
  const ours = await stage.api()
  const findings: Finding[] = []
  try {
    for (const variant of variants) {
      const statements = await sameAs(stage, ours, caller, variant)
      const note = `${counted[variant]} statements of ours, ${statements.length} of ${statementLoop}`
      findings.push(...(await against(bench, stage, ours, caller, variant, statements, note)))
    }
    return findings
  } finally {
    await ours.stop()
  }
}

/** The statements of the other side, proved to leave as many rows in the same tables. */
async function sameAs(
  stage: Stage,
  { url }: Program,
  caller: Caller,
  variant: Variant,
): Promise<string[]> {
  const before = await rowsNow(stage)
  const code = await createOnce(url, caller, variant, `ONCE-${variant.toUpperCase()}`)
  const between = await rowsNow(stage)
  const statements = await replayed(stage, caller, variant, code)
  await stage.once(statements)
  const after = await rowsNow(stage)
  const grown = (from: number[], to: number[]) => to.map((count, at) => count - from[at]!).join()
  if (grown(before, between) !== grown(between, after)) {
    throw new Error(`ours leaves ${grown(before, between)}, theirs ${grown(between, after)}`)
  }
  return statements
}

async function against(
  bench: Bench,
  stage: Stage,
  ours: Program,
  caller: Caller,
  variant: Variant,
  statements: string[],
  note: string,
): Promise<Finding[]> {
  const of = creation(ours.url, caller, variant)
  const { runUrl } = stage.installed
  await meter(ours).rate(of, 8, bench.seconds * 2)
  const findings = []
  for (const count of connections) {
    const metered = meter(ours)
    const rounds = await paired(
      bench.rounds,
      () => metered.rate(of, count, bench.seconds),
      () => transactions(runUrl, statements, count, bench.seconds),
    )
    findings.push(
      finding({
        goal,
        what: `${words[variant]} : the same rows by ${statementLoop}, ${count} connection(s)`,
        unit: '/s',
        rounds,
        wanted: { of: 'ratio', atLeast: 0.5 },
        note: `${note}; ${metered.told()}`,
      }),
    )
  }
  return findings
}

export const create: Goal = { name: goal, what: 'making one row', measure }
