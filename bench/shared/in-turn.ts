import { finding, paired, type Bench, type Finding, type Wanted } from './goal.ts'
import type { Load } from './load.ts'
import { meter, type Meter } from './meter.ts'
import { transactions, type Statements } from './pgbench.ts'
import type { Program } from './programs.ts'

export interface InTurn {
  goal: string
  what: string
  ours: Program
  load: Load
  theirs: Statements
  /** The server of the database, whose processor time is told beside that of ours. */
  postgresPid: number
  connections: number
  wanted?: Wanted
  note?: string
}

/** A rate of the interface against one of the database alone; the meter tells more of ours. */
export async function inTurn(
  { rounds: count, seconds }: Bench,
  { ours, load, theirs, connections, postgresPid, ...told }: InTurn,
): Promise<{ found: Finding; metered: Meter }> {
  const metered = meter(ours, postgresPid)
  const rounds = await paired(
    count,
    () => metered.rate(load, connections, seconds),
    () => transactions(theirs, connections, seconds),
  )
  const note = [told.note, metered.told()].filter((part) => part !== undefined).join('; ')
  return { found: finding({ unit: '/s', ...told, rounds, note, cost: metered.cost() }), metered }
}
