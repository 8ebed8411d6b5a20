import { book } from '../../src/activities/bookkeeping/book.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { inUnit, inUnitByNotes } from '../../src/kernel/write/in-unit.ts'
import { median } from '../shared/goal.ts'
import { grounded, measured, type Ground, type Measured } from '../shared/ground.ts'
import { onStage, type Stage } from '../shared/stage.ts'
import { draftOf } from '../shared/claim-draft.ts'

// What an entry that `book()` writes costs Node and the database, in processor time: one booking of
// four entries a transaction, and fifty, by notes as activations and tasks book, and by asking
// anew. With `--cpu-prof` Node writes where its share goes.
//
//     node bench/costs/booking.ts [bookings a round] [rounds]

const [count = 1000, rounds = 5] = process.argv.slice(2).map(Number)
const entriesOfOne = 4

const ways = { 'by notes': inUnitByNotes, 'asking anew': inUnit }
type Way = keyof typeof ways

function booked(
  { stage, tenantId, clientId }: Ground,
  together: number,
  way: Way,
): Promise<Measured> {
  const as = platform(tenantId, 'bench')
  return measured(stage, count * entriesOfOne, async () => {
    for (let done = 0; done < count; done += together) {
      const drafts = Array.from({ length: together }, () => draftOf(clientId))
      await ways[way](stage.runtime, as, {}, (unit) => book(unit, drafts))
    }
  })
}

async function main(stage: Stage): Promise<void> {
  const ground = await grounded(stage)
  const names = Object.keys(ways) as Way[]
  // The first only warms up.
  for (const way of names) await booked(ground, 1, way)
  await stage.analyzed()
  for (const together of [1, 50]) {
    const told = names.map((way) => ({ way, rounds: [] as Measured[] }))
    for (let round = 0; round < rounds; round++) {
      for (const { way, rounds: of } of told) of.push(await booked(ground, together, way))
    }
    for (const { way, rounds: all } of told) say(`${together} together, ${way}`, all)
  }
}

function say(what: string, all: readonly Measured[]): void {
  const of = (field: keyof Measured) => all.map((each) => each[field])
  const [node, database] = [of('node'), of('database')]
  const messages = median(of('statements')) * entriesOfOne
  console.log(
    `${what}: Node ${median(node).toFixed(0)} (lowest ${Math.min(...node).toFixed(0)}) µs, ` +
      `PostgreSQL ${median(database).toFixed(0)} (${Math.min(...database).toFixed(0)}) µs ` +
      `an entry, ${messages.toFixed(2)} messages a booking`,
  )
}

await onStage(main)
