import { expect, test } from 'vitest'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const path = '/vouchers/settings/locked-period'
const inbox = ['ReadInternalRequest', 'SearchInternalRequest'] as const

/** A book that somebody wants to open again. */
async function asked() {
  const clientId = await clientIn(tenant)
  const clerk = await tenant.holding(['UpdateVoucherSettingsLockedPeriod'])
  await clerk.put(path, { clientId, lockedUntil: '2026-10-31' })
  const { body } = await clerk.put(path, { clientId, lockedUntil: '2026-09-30' })
  return { clientId, clerk, requestId: String(body.internalRequestId) }
}

const idsOf = (data: { id: string }[]) => data.map(({ id }) => id)

test('whoever is to be second finds what was asked for, and by asking the same agrees', async () => {
  const { clientId, requestId } = await asked()
  const { body } = await tenant.api.get(`/internal-request/${requestId}`)
  expect(body).toMatchObject({
    topic: 'LOCKED_PERIOD_BACK',
    subjectType: 'LockedPeriod',
    subjectId: clientId,
    clientId,
    status: 'OPEN',
    asked: { before: '2026-10-31', lockedUntil: '2026-09-30' },
    right: 'UpdateVoucherSettingsLockedPeriod',
    decidedBy: null,
  })
  expect(JSON.stringify(body)).not.toContain('payloadHash')
  const { lockedUntil } = body.asked
  expect((await tenant.api.put(path, { clientId, lockedUntil })).status).toBe(200)
  const after = (await tenant.api.get(`/internal-request/${requestId}`)).body
  expect(after.status).toBe('APPROVED')
  expect(after.decidedBy).not.toBe(after.requestedBy)
})

test('what waits is found by its topic, subject and state', async () => {
  const { clientId, requestId } = await asked()
  const filters = { subjectId: clientId, status: 'OPEN' }
  for (const { status, body } of [
    await tenant.api.get(`/internal-request?subjectId=${clientId}&status=OPEN`),
    await tenant.api.get(`/internal-request/topic/LOCKED_PERIOD_BACK?subjectId=${clientId}`),
    await tenant.api.post('/internal-request/search', { filters }),
    await tenant.api.post('/internal-request/topic', {
      filters: { ...filters, topic: ['LOCKED_PERIOD_BACK'] },
    }),
  ]) {
    expect([status, idsOf(body.data)]).toEqual([200, [requestId]])
  }
  expect((await tenant.api.get('/internal-request/topic/NOTHING')).status).toBe(404)
  const wrong = await tenant.api.post('/internal-request/topic', { filters: { topic: 'NOTHING' } })
  expect(wrong.status).toBe(400)
})

test('a client’s token finds what is asked about that client alone', async () => {
  const { clientId, requestId } = await asked()
  const other = await asked()
  const bound = await tenant.holding([...inbox], { clientId })
  expect(idsOf((await bound.get('/internal-request')).body.data)).toEqual([requestId])
  expect((await bound.get(`/internal-request/${other.requestId}`)).status).toBe(404)
  const { asked: seen } = (await bound.get(`/internal-request/${requestId}`)).body
  expect(seen).toEqual({ before: '2026-10-31', lockedUntil: '2026-09-30' })
})

test('a client’s token learns of no other client from what is asked', async () => {
  const careful = await tenantIn(at, 'Careful', { DEBTOR_MERGE: 'ALWAYS' })
  const [from, to] = [await clientIn(careful), await clientIn(careful)]
  const invoiceId = await createdInvoice(careful, from)
  const { debtorId } = (await careful.api.get(`/invoices/${invoiceId}`)).body
  const moved = await careful.api.put(`/debtors/${debtorId}/client`, { clientId: to })
  expect(moved.status).toBe(202)
  const path = `/internal-request/${moved.body.internalRequestId}`
  expect((await careful.api.get(path)).body.asked).toEqual({ from, clientId: to })
  const rights = [...inbox, 'ReadInternalRequestChangelog'] as const
  const bound = await careful.holding(rights, { clientId: from })
  expect((await bound.get(path)).body.asked).toEqual({ from })
  expect((await bound.get('/internal-request')).body.data[0].asked).toEqual({ from })
  for (const each of [path, '/internal-request', `/changelog${path}`]) {
    const { status, body } = await bound.get(each)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain(to)
  }
})
