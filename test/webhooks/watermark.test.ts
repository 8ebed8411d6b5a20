import { expect, test } from 'vitest'
import { eventIdAt, journalIdOf } from '../../src/kernel/http/channel/event-ids.ts'
import { TransactionClock } from '../../src/kernel/http/channel/transaction-clock.ts'
import { Watermark } from '../../src/kernel/http/channel/watermark.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { fill, visiting } from '../support/fill.ts'
import { worldWithTenant } from '../support/world.ts'
import { besideJournalId } from '../support/ids-inside.ts'
import { idOfUuid, uuidOfId } from '../../src/domain/id-forms.ts'

const { at, tenant } = await worldWithTenant()

/** The ids that a look finds, and how many events it came to. */
async function look(watermark: Watermark, nowMs: number) {
  const transaction = await Transaction.begin(at.runtime.pool, { tenantId: tenant.id }, 'read')
  try {
    return await visiting(transaction, 'journal', async () => {
      const ids: string[] = []
      for await (const events of watermark.look(transaction, nowMs)) {
        ids.push(...events.map(({ id }) => id))
      }
      return ids
    })
  } finally {
    await transaction.rollback()
  }
}

const found = async (watermark: Watermark, nowMs: number) => (await look(watermark, nowMs)).result

let made = 0
const idAt = (ms: number) => {
  const beside = (++made).toString(16).padStart(4, '0')
  return idOfUuid(`${uuidOfId(eventIdAt(ms))!.slice(0, 24)}${beside}0000`)
}

const written = (id: string) =>
  at.owner(
    `insert into journal (tenant_id, id, owner_type, owner_id, principal_kind, principal_id,
       principal_name, at, entries)
     values ($1, $2, 'RealtimeMessage', 'x', 'SYSTEM', id_of('platform'), 'x', now(),
       '[{"a":"C","m":{"REALTIME":"test"}}]')`,
    [tenant.id, journalIdOf(id)],
  )

/** Until nothing that was begun by now is open any more, in whichever database of the server. */
async function settled(): Promise<void> {
  const [row] = await at.owner('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
  const isOver = 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as over'
  await expect
    .poll(async () => (await at.owner(isOver, [row?.['next']]))[0])
    .toEqual({ over: true })
}

test('what is committed in another order than it was numbered is found once', async () => {
  const now = Date.now()
  const watermark = new Watermark(tenant.id, new TransactionClock())
  await written(idAt(now - 1))
  expect(await found(watermark, now)).toEqual([])
  const [late, early] = [idAt(now + 1), idAt(now + 2)]
  await at.owner('begin')
  await written(late)
  await tenant.api.post('/realtime/test/send', { text: 'x' })
  const [first] = await found(watermark, now + 500)
  expect(first).toMatch(/^EV/)
  await at.owner('commit')
  await written(early)
  expect(await found(watermark, now + 1_000)).toEqual([late, early])
  expect(await found(watermark, now + 1_500)).toEqual([])
})

test('what was open for minutes is found when it is over, by a wide look at the latest', async () => {
  const now = Date.now()
  const watermark = new Watermark(tenant.id, new TransactionClock())
  await found(watermark, now)
  const id = idAt(now + 1)
  await at.owner('begin')
  await written(id)
  for (const seconds of [1, 12, 24, 180]) {
    expect(await found(watermark, now + seconds * 1_000)).toEqual([])
  }
  await at.owner('commit')
  const later = [await found(watermark, now + 180_500), await found(watermark, now + 190_500)]
  expect(later.flat()).toEqual([id])
})

test('one whose process was long in writing it is found by a wide look, and once', async () => {
  const now = Date.now()
  const watermark = new Watermark(tenant.id, new TransactionClock())
  await found(watermark, now)
  await found(watermark, now + 500)
  const [slow, usual] = [idAt(now - 8_000), idAt(now + 600)]
  await written(slow)
  await written(usual)
  const ids: string[] = []
  for (const ms of [1_000, 1_500, 10_000, 10_500, 20_500]) {
    ids.push(...(await found(watermark, now + ms)))
  }
  expect(ids.toSorted()).toEqual([slow, usual])
})

test('a look does not come to what was there before it', async () => {
  const now = Date.now()
  const many = 5_000
  const time = `'${journalIdOf(eventIdAt(now - 9_000))}'`
  const ids = besideJournalId(`${time}::uuid`)
  await fill(at, 'journal', { tenant_id: `'${tenant.id}'`, id: ids }, many)
  // Whoever writes in another database of the server may be open between two looks.
  const rowsOfLook = async () => {
    const watermark = new Watermark(tenant.id, new TransactionClock())
    await settled()
    await look(watermark, now)
    await settled()
    await look(watermark, now + 500)
    const id = idAt(now + 700)
    await written(id)
    const { result, rows } = await look(watermark, now + 1_000)
    expect(result).toEqual([id])
    return rows
  }
  await expect.poll(rowsOfLook).toBeLessThan(50)
})
