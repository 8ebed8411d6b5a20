import { finding, paired, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import type { Load } from '../shared/load.ts'
import { meter } from '../shared/meter.ts'
import { startProgram, type Program } from '../shared/programs.ts'
import type { Caller, Stage } from '../shared/stage.ts'
import { tenantSetting } from '../../src/ports/database/sight.ts'

const goal = 'read'
const connections = [1, 8]
const code = 'BENCH_READ'

const rivals = {
  transaction: 'in a transaction that sets the tenant, all in one write',
  session: 'without a transaction, the tenant set once a connection',
} as const

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const caller = await stage.tenant()
  const ours = await stage.api()
  const findings: Finding[] = []
  try {
    await createOne(ours.url, caller)
    for (const [how, words] of Object.entries(rivals)) {
      const theirs = await rival(stage, caller, how)
      try {
        findings.push(...(await against(bench, ours, caller, theirs, how, words)))
      } finally {
        await theirs.stop()
      }
    }
    return findings
  } finally {
    await ours.stop()
  }
}

async function against(
  bench: Bench,
  ours: Program,
  { token }: Caller,
  theirs: Program,
  how: string,
  words: string,
): Promise<Finding[]> {
  const path = `/reason-code/${code}`
  const own: Load = { url: ours.url + path, headers: { authorization: `Bearer ${token}` } }
  const bare: Load = { url: theirs.url + path }
  await meter(ours).rate(own, 8, bench.seconds)
  await meter(theirs).rate(bare, 8, bench.seconds)
  const findings = []
  for (const count of connections) {
    const [meteredOwn, meteredBare] = [meter(ours), meter(theirs)]
    const pairs = await paired(
      bench.rounds,
      () => meteredOwn.rate(own, count, bench.seconds),
      () => meteredBare.rate(bare, count, bench.seconds),
    )
    findings.push(
      finding({
        goal,
        what: `GET by id : bare Hono with the same query ${words}, ${count} connection(s)`,
        unit: 'req/s',
        rounds: pairs,
        ...(how === 'transaction' && { wanted: { of: 'ratio', atLeast: 0.5 } as const }),
        note: `ours ${meteredOwn.told()}; theirs ${meteredBare.told()}`,
      }),
    )
  }
  return findings
}

function rival(stage: Stage, { tenantId }: Caller, how: string): Promise<Program> {
  const env = {
    BENCH_URL: stage.installed.runUrl,
    BENCH_POOL: String(stage.pool),
    BENCH_TENANT: tenantSetting(tenantId),
    BENCH_HOW: how,
  }
  return startProgram({ file: 'bench/rivals/read.ts', env })
}

async function createOne(url: string, { token }: Caller): Promise<void> {
  const answer = await fetch(`${url}/reason-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ code, type: 'STOP', name: 'The row that is read' }),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
}

export const read: Goal = { name: goal, what: 'reading one row', measure }
