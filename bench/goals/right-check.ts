import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { finding, type Bench, type Finding, type Goal, type Round } from '../shared/goal.ts'
import { busyShare } from '../shared/machine.ts'
import { root } from '../shared/programs.ts'

const run = promisify(execFile)

interface Checked {
  gate: { oneTenant: number; thousandTenants: number; ratio: number }
  bitSet: { oneTenant: number }
  textbook: { oneTenant: number }
  differences: number
}

async function measure({ rounds }: Bench): Promise<Finding[]> {
  const checked: (Checked & { busy: number })[] = []
  for (let round = 0; round < rounds; round++) {
    const busy = await busyShare()
    const { stdout } = await run(process.execPath, [join(root, 'bench/subjects/policy-check.ts')])
    checked.push({ ...(JSON.parse(stdout) as Checked), busy })
  }
  const differences = checked.reduce((sum, each) => sum + each.differences, 0)
  const { bitSet, textbook } = checked[0]!
  const times: Round[] = checked.map(({ gate, busy }) => ({
    ours: gate.thousandTenants / 1000,
    theirs: textbook.oneTenant / 1000,
    ratio: gate.thousandTenants / 1000 / (textbook.oneTenant / 1000),
    busy,
  }))
  const growth: Round[] = checked.map(({ gate, busy }) => ({
    ours: gate.thousandTenants,
    theirs: gate.oneTenant,
    ratio: gate.ratio,
    busy,
  }))
  const goal = 'right-check'
  return [
    finding({
      goal,
      what: 'a right check through Casbin, 1,000 tenants, beside textbook Casbin of one tenant',
      unit: 'µs',
      rounds: times,
      wanted: { of: 'ours', atMost: 3 },
      note: `the bit set alone ${bitSet.oneTenant} ns; ${differences} different answers`,
    }),
    finding({
      goal,
      what: 'the same check at 1,000 tenants and at one',
      unit: 'ns',
      rounds: growth,
      wanted: { of: 'ratio', atLeast: 0.9, atMost: 1.1 },
      note: 'each ratio is the median of 15 pairs in one process',
    }),
  ]
}

export const rightCheck: Goal = { name: 'right-check', what: 'the cost of a right check', measure }
