import { book } from '../../src/activities/bookkeeping/book.ts'
import { inUnitByNotes } from '../../src/kernel/write/in-unit.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { draftOf } from '../shared/claim-draft.ts'
import { runtimeOn } from '../shared/runtime.ts'

/** Books claims for as long as it is told, so many in a transaction; says how many it has booked. */
const { BENCH_URL = '', BENCH_MASTER_KEY = '', BENCH_POOL = '8', BENCH_OWNERS = '[]' } = process.env
const owners = JSON.parse(BENCH_OWNERS) as { tenantId: string; clientId: string }[]
const runtime = runtimeOn(BENCH_URL, BENCH_MASTER_KEY, Number(BENCH_POOL))

export interface Asked {
  seconds: number
  atOnce: number
  together: number
}

async function booked({ seconds, atOnce, together }: Asked): Promise<number> {
  const until = performance.now() + seconds * 1000
  const loop = async (at: number) => {
    const { tenantId, clientId } = owners[at % owners.length]!
    let done = 0
    for (; performance.now() < until; done += together) {
      const drafts = Array.from({ length: together }, () => draftOf(clientId))
      await inUnitByNotes(runtime, platform(tenantId, 'bench'), {}, (unit) => book(unit, drafts))
    }
    return done
  }
  const counts = await Promise.all(Array.from({ length: atOnce }, (_, at) => loop(at)))
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}

process.on('message', (asked: Asked) => {
  booked(asked).then(
    (perSecond) => process.send?.({ perSecond }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.send?.('ready')
