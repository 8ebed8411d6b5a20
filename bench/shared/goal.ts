import { busyShare } from './machine.ts'
import type { Stage } from './stage.ts'

/** What a run was asked for, and what its goals share. */
export interface Bench {
  seconds: number
  rounds: number
  /** Only what says most, in five minutes. */
  short: boolean
  /** A folder of this run alone, which every user of the machine may enter. */
  dir: string
  /** The database with its tenants, made when the first goal needs it. */
  stage(): Promise<Stage>
  say(line: string): void
}

export interface Goal {
  name: string
  what: string
  /** Whether it is part of the short run. */
  isInShort?: true
  measure(bench: Bench): Promise<Finding[]>
}

/** What is to hold, of the ratio or of our own figure. */
export interface Wanted {
  of: 'ratio' | 'ours'
  atLeast?: number
  atMost?: number
}

export interface Round {
  ours: number
  theirs?: number
  ratio?: number
  /** Share of the processors that others used just before: how far the round can be trusted. */
  busy?: number
}

/** Microseconds of processor for one of what is counted: steadier under noise than rates are. */
export interface Cost {
  node: number
  postgres: number
}

/** One line of the answer. Without `wanted` it is told beside a goal, and is none itself. */
export interface Finding {
  goal: string
  what: string
  unit: string
  ours: number
  theirs: number | null
  ratio: number | null
  wanted: string | null
  met: boolean | null
  rounds: Round[]
  cost: Cost | null
  note: string
}

export const short = (value: number): number =>
  Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Both sides in turn, A B A B, so that both meet the same noise; each round has a ratio of its own. */
export async function paired(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Round[]> {
  const pairs: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const busy = await busyShare()
    const pair = { ours: await ours(), theirs: await theirs() }
    pairs.push({ ...pair, ratio: pair.ours / pair.theirs, busy })
  }
  return pairs
}

export async function alone(rounds: number, ours: () => Promise<number>): Promise<Round[]> {
  const singles: Round[] = []
  for (let round = 0; round < rounds; round++) {
    singles.push({ busy: await busyShare(), ours: await ours() })
  }
  return singles
}

interface Told {
  goal: string
  what: string
  unit: string
  rounds: Round[]
  wanted?: Wanted
  cost?: Cost | undefined
  note?: string
}

/** The median of the rounds is what counts, of the ratio as of each side. */
export function finding({ goal, what, unit, rounds, wanted, cost, note = '' }: Told): Finding {
  const of = (read: (round: Round) => number | undefined) => {
    const values = rounds.map(read).filter((value) => value !== undefined)
    return values.length === 0 ? null : median(values)
  }
  const figures = { ours: of(({ ours }) => ours)!, ratio: of(({ ratio }) => ratio) }
  const theirs = of((round) => round.theirs)
  return {
    goal,
    what,
    unit,
    ours: short(figures.ours),
    theirs: theirs === null ? null : short(theirs),
    ratio: figures.ratio === null ? null : short(figures.ratio),
    wanted: wanted === undefined ? null : wording(wanted, unit),
    met: wanted === undefined ? null : holds(wanted, figures[wanted.of] ?? NaN),
    rounds: rounds.map((round) => {
      const shown = Object.entries(round).map(([name, value]) => [name, short(value as number)])
      return Object.fromEntries(shown) as Round
    }),
    cost: cost ?? null,
    note,
  }
}

function holds({ atLeast = -Infinity, atMost = Infinity }: Wanted, value: number): boolean {
  return value >= atLeast && value <= atMost
}

function wording({ of, atLeast, atMost }: Wanted, unit: string): string {
  const bounds = [
    ...(atLeast === undefined ? [] : [`≥ ${atLeast}`]),
    ...(atMost === undefined ? [] : [`≤ ${atMost}`]),
  ]
  return `${bounds.join(' and ')} ${of === 'ratio' ? '×' : unit}`
}
