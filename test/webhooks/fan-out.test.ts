import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantIn, world, type World } from '../support/world.ts'
import { addCode, subscribed } from './deliveries.ts'
import { fractions } from '../support/chance.ts'
import { seed } from '../support/seed.ts'

let at: World

beforeAll(async () => {
  at = await world()
})
afterAll(() => at.close())

const total = 1_000
const together = 20

test(`each committed event has its deliveries, none is there without (SEED=${seed})`, async () => {
  const next = fractions(seed)
  const tenant = await tenantIn(at)
  const other = await tenantIn(at)
  const url = 'https://93.184.216.34/hook'
  const subscriptions = [await subscribed(tenant, url), await subscribed(tenant, url)]
  await subscribed(tenant, url, { type: 'DEBTOR_SUBTYPE' })
  await subscribed(tenant, url, { enabled: false })
  await subscribed(other, url)
  const committed: string[] = []
  const events = Array.from({ length: total }, () => next() < 1 / 3)
  while (events.length > 0) {
    await Promise.all(
      events.splice(0, together).map(async (fails) => {
        const working = tenant.work(async (unit) => {
          const { id } = addCode(unit)
          if (fails && next() < 0.5) await unit.flush()
          if (fails) throw new Error('taken back')
          return id
        })
        await working.then(
          (id) => committed.push(id),
          (error: Error) => expect(error.message).toBe('taken back'),
        )
      }),
    )
  }
  expect(committed.length).toBeGreaterThan(total / 2)
  expect(committed.length).toBeLessThan(0.8 * total)
  const logs = await at.owner(
    `select l.*, e.id as event from webhook_log l
     left join event e on e.tenant_id = l.tenant_id and e.id = l.event_id where l.type = $1`,
    ['REASON_CODE'],
  )
  expect(logs.filter(({ event }) => event === null)).toEqual([])
  const wanted = committed.flatMap((id) => subscriptions.map((webhookId) => `${id} ${webhookId}`))
  const found = logs.map((log) => `${log['subject_id']} ${log['webhook_id']}`)
  expect(found.toSorted()).toEqual(wanted.toSorted())
  expect(new Set(logs.map(({ tenant_id }) => tenant_id))).toEqual(new Set([tenant.id]))
})
