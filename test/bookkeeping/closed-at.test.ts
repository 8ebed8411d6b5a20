import { expect, test } from 'vitest'
import { verifyBooks } from '../../src/activities/bookkeeping/verify/verify-books.ts'
import { activatedInvoice, clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

/** As where a lock waits for a booking that began after it. */
test('what a lock waited for was booked before it, whenever it began', async () => {
  const clientId = await clientIn(tenant)
  const began = at.clock.now
  at.clock.now = new Date(began.getTime() + 60_000)
  await activatedInvoice(tenant, clientId)
  at.clock.now = began
  const lock = { clientId, lockedUntil: '2999-12-31' }
  const locked = await tenant.api.put('/vouchers/settings/locked-period', lock)
  expect(locked.status).toBe(200)
  const found = async () =>
    (await verifyBooks(at.runtime.pool, tenant.id)).filter(({ check }) => check === 'locked-period')
  expect(await found()).toEqual([])
  await at.owner(`set session_replication_role = replica`)
  await at.owner(
    `update voucher set created_at = created_at + interval '1 second' where client_id = $1`,
    [clientId],
  )
  await at.owner(`reset session_replication_role`)
  expect((await found()).length).toBeGreaterThan(0)
})
