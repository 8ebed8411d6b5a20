import { afterAll, beforeAll, expect, test } from 'vitest'
import { apart, type Answer, type Installation } from './installation.ts'
import { verified } from './snapshots.ts'
import { activate, expectActivatedOnce, sentInvoice, untilActivated } from './trade.ts'

// The interface dies while calls of many go as one message: each has its own effect, and once.
let at: Installation

const minute = 60_000

beforeAll(async () => {
  at = await apart()
  await at.ready()
}, 3 * minute)
afterAll(() => at?.close())

const callers = 24

interface Told {
  number: string
  created: Answer
  accepted: Answer
}

/** Each creates and accepts one after the other; what dies with the interface they ask again. */
async function calledUntil(crashAt: string): Promise<Told[]> {
  const { clientId } = at.facts()
  const told: Told[] = []
  const its = { end: false }
  const one = async () => {
    while (!its.end) {
      const body = sentInvoice(clientId)
      const created = await at.insist('POST', '/invoices', body)
      const accepted = await activate(at, String(created.body['id']))
      told.push({ number: String(body['invoiceNumber']), created, accepted })
    }
  }
  await at.kill('api')
  const all = Promise.all(Array.from({ length: callers }, one))
  await at.doomed('api', crashAt)
  its.end = true
  await at.start('api')
  await all
  return told
}

test.each(['message-sent@several', 'message-answered@several'])(
  'at %s nothing is lost or doubled, and each key has its own answer',
  async (crashAt) => {
    const told = await calledUntil(crashAt)
    for (const { number, created, accepted } of told) {
      expect([created.status, created.body['invoiceNumber']]).toEqual([201, number])
      expect([accepted.status, accepted.body['invoiceNumber']]).toEqual([202, number])
    }
    const replayed = told
      .flatMap(({ created, accepted }) => [created, accepted])
      .filter(({ headers }) => headers.get('idempotency-replayed') === 'true')
    // What was committed when it died was told to nobody.
    if (crashAt.startsWith('message-answered')) expect(replayed.length).toBeGreaterThan(1)

    const rows = await at.rows<{ number: string; id: string }>(
      'select invoice_number as number, id_text(id) as id from invoice where invoice_number = any($1)',
      [told.map(({ number }) => number)],
    )
    expect(rows).toHaveLength(told.length)
    const idOf = new Map(rows.map(({ number, id }) => [number, id]))
    for (const { number, created } of told) expect(created.body['id']).toBe(idOf.get(number))
    const ids = [...idOf.values()]
    await untilActivated(at, ids, minute)
    await expectActivatedOnce(at, ids)
    expect(await verified(at)).toEqual([])
  },
  3 * minute,
)
