import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { apart, eventually, type Installation } from './installation.ts'
import { verified } from './snapshots.ts'
import {
  activate,
  clientAt,
  expectActivatedOnce,
  invoiceAt,
  untilActivated,
  untilOutboxEmpty,
} from './trade.ts'

// Without Temporal activations are accepted at once, and done once there is one again.
const minute = 60_000

async function accepted(at: Installation, invoiceId: string): Promise<void> {
  const { status, body } = await activate(at, invoiceId)
  expect({ status, body }).toMatchObject({ status: 202, body: { statuses: { main: 'PENDING' } } })
}

const standing = async (at: Installation, id: string) =>
  (await at.call('GET', `/invoices/${id}`)).body

test('Temporal is away for a minute, and then comes without its store', async () => {
  const at = await apart()
  onTestFinished(() => at.close())
  await at.ready()
  const clientId = await clientAt(at)
  const ids: string[] = []
  for (let n = 0; n < 15; n++) ids.push(await invoiceAt(at, clientId))

  await at.kill('temporal')
  const away = ids.slice(0, 8)
  const until = Date.now() + minute
  for (const id of away) {
    const before = Date.now()
    await accepted(at, id)
    expect(Date.now() - before).toBeLessThan(5_000)
  }
  await sleep(until - Date.now())
  for (const id of away)
    expect(await standing(at, id)).toMatchObject({ statuses: { main: 'PENDING' } })
  await at.start('temporal')
  await untilActivated(at, away, minute)

  // These have begun and lose their run with the store; the last is asked for meanwhile.
  await at.kill('worker')
  const lost = ids.slice(8, 14)
  for (const id of lost) await accepted(at, id)
  await untilOutboxEmpty(at)
  await at.kill('temporal')
  await at.emptyTemporal()
  await accepted(at, ids[14] as string)
  await at.start('temporal')
  await at.start('worker')
  await untilActivated(at, ids.slice(14), 2 * minute)
  expect(await standing(at, lost[0] as string)).toMatchObject({ statuses: { main: 'PENDING' } })
  // Their time is moved up: two minutes without a step, and the reconciler begins them again.
  await at.rows(
    `update invoice_activation set updated_at = updated_at - interval '2 minutes'
     where status = 'WAITING'`,
  )
  await untilActivated(at, lost, 2 * minute)
  await untilOutboxEmpty(at)
  await expectActivatedOnce(at, ids)
  expect(await verified(at)).toEqual([])
  await eventually('all parts', async () =>
    Object.values(await at.health()).every((is) => is === 'UP'),
  )
}, 300_000)
