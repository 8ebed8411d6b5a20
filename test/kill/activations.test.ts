import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { apart, type Installation, type Part } from './installation.ts'
import { say } from './say.ts'
import { verified, watching } from './snapshots.ts'
import {
  activate,
  clientAt,
  expectActivatedOnce,
  invoiceAt,
  untilActivated,
  untilOutboxEmpty,
} from './trade.ts'
import { fractions } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

// Money under kill -9: nothing that was accepted is lost, nothing is booked twice, at no instant.
const total = 500
const callers = 20
const minute = 60_000

function shuffled<T>(list: readonly T[], next: () => number): T[] {
  return list
    .map((each) => [next(), each] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)
}

/** Twenty at once, each with the next of what is let out to them. */
function inTurns<T>(list: readonly T[], work: (each: T) => Promise<void>) {
  let next = 0
  let out = 0
  const working = Array.from({ length: callers }, async () => {
    const until = Date.now() + 4 * minute
    while (next < list.length && Date.now() < until) {
      if (next < out) await work(list[next++] as T)
      else await sleep(10)
    }
  })
  return {
    letOut(upTo: number): void {
      out = upTo
    },
    async end(): Promise<void> {
      out = list.length
      await Promise.all(working)
    },
  }
}

test(`500 activations outlive the death of every part, each booked once (SEED=${seed})`, async () => {
  const next = fractions(seed)
  const at = await apart()
  onTestFinished(() => at.close())
  await at.ready()
  const clients = await Promise.all(Array.from({ length: 5 }, () => clientAt(at)))
  const ids: string[] = []
  const places = Array.from({ length: total }, (_, n) => clients[n % clients.length] as string)
  const making = inTurns(places, async (clientId) => void ids.push(await invoiceAt(at, clientId)))
  await making.end()
  say(`${ids.length} invoices of ${clients.length} clients`)

  const parts: readonly Part[] = ['worker', 'api', 'temporal', 'postgres', 'relay']
  const kills = [...shuffled(parts, next), ...shuffled(parts, next)]
  const answers = new Map<string, unknown>()
  const snapshots = watching(at, total)
  const asking = inTurns(ids, async (id) => {
    const { status, body } = await activate(at, id)
    answers.set(id, { status, main: (body['statuses'] as { main?: string } | undefined)?.main })
  })
  let struck = 0
  for (const [n, part] of kills.entries()) {
    asking.letOut(((n + 1) * total) / kills.length)
    await untilSomeMove(at)
    await sleep(150 * next())
    const moving = await unfinished(at)
    if (moving > 0) struck++
    await at.kill(part)
    await sleep(300 + 700 * next())
    await at.start(part)
    say(`${part} was killed with ${moving} under way, and is back`)
  }
  await asking.end()
  say('all are asked for')
  expect(answers.size).toBe(total)
  expect(new Set([...answers.values()].map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify({ status: 202, main: 'PENDING' })]),
  )
  await untilActivated(at, ids, 3 * minute)
  say('all are activated')
  await untilOutboxEmpty(at)
  const { taken, underWay, broken } = await snapshots.stop()
  say(`${taken} snapshots, ${underWay} of them under way; ${struck} kills struck work`)
  expect(broken).toEqual([])
  expect(underWay).toBeGreaterThan(5)
  expect(struck).toBeGreaterThan(kills.length / 2)

  expect(ids).toHaveLength(total)
  await expectActivatedOnce(at, ids)
  expect(await at.rows(`select invoice_id from invoice_activation where status <> 'DONE'`)).toEqual(
    [],
  )
  expect(await at.rows(`select title from system_errand where subject_type = 'Invoice'`)).toEqual(
    [],
  )
  expect(await verified(at)).toEqual([])
  await at.ready()
  say('verified')
}, 600_000)

/** How many of those that were accepted are not yet activated. */
async function unfinished(at: Installation): Promise<number> {
  const moving = `select count(*)::int as n from invoice_activation where status <> 'DONE'`
  return (await at.rows<{ n: number }>(moving))[0]?.n ?? 0
}

/** However quick the machine is, what is killed has something in its hands. */
async function untilSomeMove(at: Installation): Promise<void> {
  const late = Date.now() + 10_000
  while ((await unfinished(at)) === 0 && Date.now() < late) await sleep(5)
}
