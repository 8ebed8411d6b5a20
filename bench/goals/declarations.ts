import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { declareInterface } from '../subjects/declared-interface.ts'
import { alone, finding, type Bench, type Finding, type Goal, type Round } from '../shared/goal.ts'
import { root } from '../shared/programs.ts'

const run = promisify(execFile)
const node = (...args: string[]) => run(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 })

async function measureDescription(bench: Bench): Promise<Finding[]> {
  const notes: string[] = []
  const rounds = await alone(bench.rounds, async () => {
    const { stdout } = await node(join(root, 'bench/subjects/description.ts'))
    const { buildMs, firstMs, bytes } = JSON.parse(stdout) as Record<string, number>
    notes.push(`the first in a process ${firstMs} ms, ${Math.round(Number(bytes) / 1024)} KiB`)
    return Number(firstMs ?? buildMs) / 1000
  })
  return [
    finding({
      goal: description.name,
      what: '1,199 declarations described, when they are generated',
      unit: 's',
      rounds,
      note: notes[0] ?? '',
    }),
  ]
}

const tsc = 'node_modules/typescript/bin/tsc'

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function measureTypes(bench: Bench): Promise<Finding[]> {
  const declared = declareInterface(join(root, 'bench', 'results', `types-${process.pid}`))
  try {
    const rounds: Round[] = await alone(Math.min(bench.rounds, 3), () =>
      seconds(() => node(tsc, '--noEmit', '-p', declared.folder)),
    )
    return [
      finding({
        goal: types.name,
        what: 'the type-check of everything and 1,199 generated declarations',
        unit: 's',
        rounds,
        wanted: { of: 'ours', atMost: 15 },
        note: `${declared.operations} operations in ${declared.rooms} rooms, ${declared.schemas} shared schemas`,
      }),
    ]
  } finally {
    rmSync(declared.folder, { recursive: true, force: true })
  }
}

async function measureCheck(bench: Bench): Promise<Finding[]> {
  const file = join(root, 'test/check.ts')
  if (!existsSync(file)) throw new Error('there is no test/check.ts yet')
  const rounds = await alone(Math.min(bench.rounds, 3), () =>
    seconds(() => run('npm', ['run', 'check'], { cwd: root, maxBuffer: 2 ** 26 })),
  )
  return [
    finding({
      goal: check.name,
      what: 'npm run check',
      unit: 's',
      rounds,
      wanted: { of: 'ours', atMost: 30 },
      note: 'format, lint, types, tidy, rules; no database',
    }),
  ]
}

export const description: Goal = {
  name: 'description',
  what: 'the description of the interface',
  measure: measureDescription,
}
export const types: Goal = { name: 'types', what: 'the type-check', measure: measureTypes }
export const check: Goal = { name: 'check', what: 'npm run check', measure: measureCheck }
