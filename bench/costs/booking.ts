import { book } from '../../src/activities/bookkeeping/book.ts'
import { median } from '../shared/goal.ts'
import { grounded, measured, type Ground, type Measured } from '../shared/ground.ts'
import { onStage, type Stage } from '../shared/stage.ts'
import { draftOf } from '../shared/claim-draft.ts'

// What an entry that `book()` writes costs Node and the database, in processor time: one booking of
// four entries a transaction, and fifty. With `--cpu-prof` Node writes where its share goes.
//
//     node bench/costs/booking.ts [bookings a round] [rounds]

const [count = 1000, rounds = 5] = process.argv.slice(2).map(Number)
const entriesOfOne = 4

function booked({ stage, work, clientId }: Ground, together: number): Promise<Measured> {
  return measured(stage, count * entriesOfOne, async () => {
    for (let done = 0; done < count; done += together) {
      const drafts = Array.from({ length: together }, () => draftOf(clientId))
      await work((unit) => book(unit, drafts))
    }
  })
}

async function main(stage: Stage): Promise<void> {
  const ground = await grounded(stage)
  // The first only warms up.
  await booked(ground, 1)
  await stage.analyzed()
  for (const together of [1, 50]) {
    const told: Measured[] = []
    while (told.length < rounds) told.push(await booked(ground, together))
    const of = (field: 'node' | 'database') => told.map((each) => each[field])
    const [node, database] = [of('node'), of('database')]
    console.log(
      `${together} together: ` +
        `Node ${median(node).toFixed(0)} (lowest ${Math.min(...node).toFixed(0)}) µs, ` +
        `PostgreSQL ${median(database).toFixed(0)} (${Math.min(...database).toFixed(0)}) µs an entry`,
    )
  }
}

await onStage(main)
