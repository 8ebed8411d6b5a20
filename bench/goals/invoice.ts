import { finding, type Bench, type Cost, type Finding, type Goal } from '../shared/goal.ts'
import { inTurn } from '../shared/in-turn.ts'
import { clientOf, invoice } from '../shared/invoices.ts'
import { once, sameAs } from '../shared/making.ts'
import { meter } from '../shared/meter.ts'
import { statementLoop } from '../shared/pgbench.ts'
import { statementsOf } from '../shared/statements.ts'

const goal = 'invoice'
const counts = { all: [1, 8, 32], short: [1, 32] }
const microsWanted = { node: 350, postgres: 600 }

const wantedOf = (oneTrip: boolean, connections: number) => {
  // Half the rate at one connection is twice the time.
  if (connections === 1) return oneTrip ? ({ of: 'ratio', atLeast: 0.5 } as const) : undefined
  if (connections === 32) return { of: 'ratio', atLeast: oneTrip ? 0.75 : 1 } as const
  return undefined
}

async function measure(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const caller = await stage.tenant()
  const ours = await stage.api()
  const findings: Finding[] = []
  try {
    const clientId = await clientOf(stage, ours.url, caller)
    const making = invoice(ours.url, caller, clientId)
    // The debtor is known from here on, as most of an integrator's are.
    await once(making, 'FIRST')
    const [counted] = await statementsOf(stage, [(url) => invoice(url, caller, clientId)])
    const statements = await sameAs(stage, caller, making)
    await meter(ours).rate(making.load, 8, bench.seconds * 2)
    await stage.analyzed()
    for (const connections of bench.short ? counts.short : counts.all) {
      for (const oneTrip of [true, false]) {
        const how = oneTrip ? 'in one trip' : `in ${statements.length} trips`
        const wanted = wantedOf(oneTrip, connections)
        const { found, metered } = await inTurn(bench, {
          goal,
          what: `POST /invoices, 3 rows : the same rows by ${statementLoop} ${how}, ${connections} connection(s)`,
          ours,
          load: making.load,
          theirs: { url: stage.installed.runUrl, statements, oneTrip },
          connections,
          postgresPid: stage.postgresPid,
          ...(wanted !== undefined && { wanted }),
          note: `${counted} statements of ours`,
        })
        findings.push(found)
        if (oneTrip && connections === 32) findings.push(...costsOf(metered.cost()))
        if (oneTrip && connections === 8) findings.push(tailOf(metered.tails))
      }
    }
    return findings
  } finally {
    await ours.stop()
  }
}

const costsOf = (cost: Cost) =>
  (['node', 'postgres'] as const).map((of) =>
    finding({
      goal,
      what: `POST /invoices, 32 connections: processor time of ${of === 'node' ? 'Node' : 'PostgreSQL'}`,
      unit: 'µs',
      rounds: [{ ours: cost[of] }],
      wanted: { of: 'ours', atMost: microsWanted[of] },
    }),
  )

const tailOf = (tails: readonly number[]) =>
  finding({
    goal,
    what: 'POST /invoices, 8 connections: p99 by p50',
    unit: '×',
    rounds: tails.map((tail) => ({ ours: tail })),
    wanted: { of: 'ours', atMost: 6 },
  })

export const invoiceGoal: Goal = { name: goal, what: 'making an invoice', isInShort: true, measure }
