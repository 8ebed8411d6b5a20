import { finding, paired, type Bench, type Finding, type Goal, alone } from '../shared/goal.ts'
import { memoryOf, processorMicros } from '../shared/machine.ts'
import { startProgram, type Program } from '../shared/programs.ts'
import { familyOf, startAll } from '../shared/whole.ts'
import { makeBundle } from '../../src/run/bundle/make.ts'

const hello = () => startProgram({ file: 'bench/rivals/hello.ts' })

interface Start {
  readyMs: number
  micros: number
}

async function startOf(starting: Promise<Program>): Promise<Start> {
  const program = await starting
  const micros = processorMicros(program.pid)
  await program.stop()
  return { readyMs: program.readyMs, micros }
}

/** A start is soon over, and one alone says little. */
const startsAtLeast = 5

async function measureReady(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  await makeBundle()
  // The first start of a database makes its demonstration tenant, and the disk has seen no file.
  await startOf(stage.api())
  await startOf(hello())
  const [own, plain]: [Start[], Start[]] = [[], []]
  const noted = async (into: Start[], starting: Promise<Program>) => {
    into.push(await startOf(starting))
    return into.at(-1)!.readyMs
  }
  const rounds = await paired(
    Math.max(bench.rounds, startsAtLeast),
    () => noted(own, stage.api()),
    () => noted(plain, hello()),
  )
  const processor = own.map(({ micros }, at) => {
    const theirs = plain[at]!.micros
    return { ours: micros / 1000, theirs: theirs / 1000, ratio: micros / theirs }
  })
  return [
    finding({
      goal: ready.name,
      what: 'processor time of the API process until then : of the hello',
      unit: 'ms',
      rounds: processor,
      wanted: { of: 'ratio', atMost: 4 },
    }),
    finding({
      goal: ready.name,
      what: 'the API process, from its start to /health/live : a Hono that says hello',
      unit: 'ms',
      rounds,
      wanted: { of: 'ratio', atMost: 4 },
      note: 'PostgreSQL runs, migrated; nothing answers at TEMPORAL_ADDRESS',
    }),
  ]
}

const restMs = 5_000

async function atRest(starting: Promise<Program>): Promise<number> {
  const program = await starting
  try {
    await new Promise((resolve) => setTimeout(resolve, restMs))
    return memoryOf(program.pid)
  } finally {
    await program.stop()
  }
}

async function measureMemory(bench: Bench): Promise<Finding[]> {
  const stage = await bench.stage()
  const goal = memory.name
  const note = `resident, ${restMs / 1000} s after the start`
  const ofApi = await paired(
    1,
    () => atRest(stage.api()),
    () => atRest(hello()),
  )
  return [
    finding({ goal, what: 'role api : a Hono that says hello', unit: 'MiB', rounds: ofApi, note }),
  ]
}

async function measureAll(bench: Bench): Promise<Finding[]> {
  const first = await startAll(bench.dir)
  await first.stop()
  let resting = ''
  let restingMiB = 0
  const rounds = await alone(bench.rounds, async () => {
    const started = await startAll(bench.dir)
    if (resting === '') {
      await new Promise((resolve) => setTimeout(resolve, restMs))
      const family = familyOf(started.pid)
      resting = family.map(({ name, mib }) => `${name} ${Math.round(mib)}`).join(', ')
      restingMiB = family.find(({ name }) => name === 'main.ts')?.mib ?? NaN
    }
    await started.stop()
    return started.readyMs / 1000
  })
  return [
    finding({
      goal: secondStart.name,
      what: 'npm start once more, until it says that it is ready',
      unit: 's',
      rounds,
      wanted: { of: 'ours', atMost: 4 },
      note: `PostgreSQL, Temporal, its interface, workers, relay; the first start took ${Math.round(first.readyMs / 1000)} s`,
    }),
    finding({
      goal: secondStart.name,
      what: 'role all, its Node process at rest',
      unit: 'MiB',
      rounds: [{ ours: restingMiB }],
      note: `resident MiB of each process, shared pages counted in each: ${resting}`,
    }),
  ]
}

export const ready: Goal = {
  name: 'ready',
  what: 'a start of the API',
  isInShort: true,
  measure: measureReady,
}
export const memory: Goal = { name: 'memory', what: 'memory at rest', measure: measureMemory }
export const secondStart: Goal = {
  name: 'second-start',
  what: 'a second start of everything',
  measure: measureAll,
}
