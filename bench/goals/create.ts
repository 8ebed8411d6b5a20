import type { Bench, Finding, Goal } from '../shared/goal.ts'
import { inTurn } from '../shared/in-turn.ts'
import { sameAs } from '../shared/making.ts'
import { meter } from '../shared/meter.ts'
import { statementLoop } from '../shared/pgbench.ts'
import { reasonCode, variants } from '../shared/reason-code.ts'
import { statementsOf } from '../shared/statements.ts'

const goal = 'create'
const words = { plain: 'POST of a plain resource', keyed: 'the same with an Idempotency-Key' }

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const caller = await stage.tenant()
  const counted = await statementsOf(
    stage,
    variants.map((variant) => (url) => reasonCode(url, caller, variant)),
  )
  const ours = await stage.api()
  const findings: Finding[] = []
  try {
    for (const [at, variant] of variants.entries()) {
      const making = reasonCode(ours.url, caller, variant)
      const statements = await sameAs(stage, caller, making)
      await meter(ours).rate(making.load, 8, bench.seconds * 2)
      for (const connections of [1, 8]) {
        const { found } = await inTurn(bench, {
          goal,
          what: `${words[variant]} : the same rows by ${statementLoop}, ${connections} connection(s)`,
          ours,
          load: making.load,
          theirs: { url: stage.installed.runUrl, statements },
          connections,
          postgresPid: stage.postgresPid,
          wanted: { of: 'ratio', atLeast: 0.5 },
          note: `${counted[at]} statements of ours, ${statements.length} of ${statementLoop}`,
        })
        findings.push(found)
      }
    }
    return findings
  } finally {
    await ours.stop()
  }
}

export const create: Goal = { name: goal, what: 'making one row', measure }
