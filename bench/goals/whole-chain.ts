import { alone, finding, paired, type Bench, type Finding, type Goal } from '../shared/goal.ts'
import { invoiceOfThreeRows } from '../subjects/invoice.ts'
import type { Load } from '../shared/load.ts'
import { meter, type Meter } from '../shared/meter.ts'
import { startProgram } from '../shared/programs.ts'

const connections = 64
const goal = 'whole-chain'

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const { token } = await stage.tenant()
  const env = {
    BENCH_URL: stage.installed.runUrl,
    BENCH_POOL: String(stage.pool),
    BENCH_MASTER_KEY: stage.masterKey,
  }
  const ours = await startProgram({ file: 'bench/subjects/whole-interface.ts', env })
  const theirs = await startProgram({ file: 'bench/rivals/validate.ts' })
  const invoice = (url: string, more: Record<string, string> = {}): Load => ({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more },
    body: invoiceOfThreeRows,
  })
  const [chain, raw, called] = [meter(ours), meter(theirs), meter(ours)]
  const ask = (by: Meter, of: Load) => by.rate(of, connections, bench.seconds)
  const open = invoice(`${ours.url}/invoices`)
  const bare = invoice(`${theirs.url}/invoices`)
  const asCaller = invoice(`${ours.url}/invoices/preview`, { authorization: `Bearer ${token}` })
  try {
    await ask(meter(ours), open)
    await ask(meter(theirs), bare)
    await ask(meter(ours), asCaller)
    const pairs = await paired(
      bench.rounds,
      () => ask(chain, open),
      () => ask(raw, bare),
    )
    const withDatabase = await alone(bench.rounds, () => ask(called, asCaller))
    return [
      finding({
        goal,
        what: '1,199 operations, an open one that takes an invoice : raw Hono and zod, one route',
        unit: 'req/s',
        rounds: pairs,
        wanted: { of: 'ratio', atLeast: 0.6 },
        note: `${connections} connections; ours ${chain.told()}; theirs ${raw.told()}`,
      }),
      finding({
        goal,
        what: 'the same for a caller with a token: right, transaction, commit',
        unit: 'req/s',
        rounds: withDatabase,
        note: `${connections} connections; ${called.told()}; nothing is stored`,
      }),
    ]
  } finally {
    await ours.stop()
    await theirs.stop()
  }
}

export const wholeChain: Goal = { name: goal, what: 'the chain that every request passes', measure }
