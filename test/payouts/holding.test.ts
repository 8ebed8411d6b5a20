import { describe, expect, test } from 'vitest'
import { changeCompliance } from '../../src/activities/clients/change-compliance.ts'
import { mustBlock, lifeOfPayout } from '../../src/domain/payouts/payout.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { driftsOf } from '../support/books.ts'
import { createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

let told = 0
const tell = (result: string, subjectType: string, subjectId: string, providerRef: string) =>
  tenant.api.post('/events/aml-monitoring-result', {
    eventId: `payouts-${++told}`,
    providerRef,
    type: 'SANCTION',
    result,
    subjectType,
    subjectId,
  })

async function clientWith(amount = '1000') {
  const client = await bookedClient(tenant)
  await enterByHand(tenant.api, client.mainId, amount)
  return client
}

const pay = (accountId: string, amount = '400') =>
  tenant.api.put(`/client-accounts/${accountId}/payout`, { amount })

async function paid(accountId: string, amount?: string): Promise<string> {
  const { status, body } = await pay(accountId, amount)
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body.id
}

const statusOf = async (id: string) =>
  (await at.owner('select status from payout where id = $1', [id]))[0]?.['status']

const availableOf = async (accountId: string) =>
  (await tenant.api.get(`/client-accounts/${accountId}`)).body.available

const eventsOf = async (id: string) =>
  (
    await at.owner('select name from event where tenant_id = $1 and subject_id = $2 order by id', [
      tenant.id,
      id,
    ])
  ).map(({ name }) => name)

test('the rule: held with its client, or where its account has less than is taken of it', () => {
  const rule = { isClientBlocked: false, balance: 100n, taken: 100n }
  expect(mustBlock(rule)).toBe(false)
  expect(mustBlock({ ...rule, isClientBlocked: true })).toBe(true)
  expect(mustBlock({ ...rule, balance: 99n })).toBe(true)
  expect(lifeOfPayout.may('CANCELLED', 'release')).toBe(false)
})

describe('a payout that is made and not sent', () => {
  test('is held by a hit about its client, and let go by whoever clears the last one', async () => {
    const { id: clientId, mainId } = await clientWith()
    const payoutId = await paid(mainId)
    expect(await availableOf(mainId)).toBe('600.00')
    await tell('INCONCLUSIVE', 'CLIENT', clientId, 'unsure')
    expect(await statusOf(payoutId)).toBe('CREATED')
    await tell('HIT', 'CLIENT', clientId, 'hold-1')
    await tell('HIT', 'PAYOUT', payoutId, 'hold-2')
    expect(await statusOf(payoutId)).toBe('BLOCKED')
    expect(await availableOf(mainId)).toBe('600.00')
    expect((await pay(mainId)).body.code).toBe('PAYOUT_NOT_POSSIBLE')
    await tell('CLEAR', 'CLIENT', clientId, 'hold-1')
    expect(await statusOf(payoutId)).toBe('BLOCKED')
    const [errand] = await at.owner(
      `select id from system_errand where tenant_id = $1 and dedupe_key like '%hold-2'`,
      [tenant.id],
    )
    const path = `/errands/system/${errand?.['id']}/resolve`
    expect((await tenant.api.put(path, { comment: 'Another person' })).status).toBe(200)
    expect(await statusOf(payoutId)).toBe('CREATED')
    expect(await eventsOf(payoutId)).toEqual(['created', 'blocked', 'updated'])
    const changes = await at.owner(
      `select changes::text as changes from changelog
       where tenant_id = $1 and entity_id = $2 and action = 'UPDATED' order by at`,
      [tenant.id, payoutId],
    )
    expect(changes.map((change) => JSON.stringify(change))).toEqual([
      expect.stringMatching(/CREATED.*BLOCKED/),
      expect.stringMatching(/BLOCKED.*CREATED/),
    ])
    expect(JSON.stringify(changes)).not.toMatch(/AML|monitor|hit/i)
  })

  test('is held with a hit about a claim of its client, and by force let go', async () => {
    const { id: clientId, mainId } = await clientWith()
    const invoiceId = await createdInvoice(tenant, clientId)
    const payoutId = await paid(mainId)
    await tell('HIT', 'INVOICE', invoiceId, 'hold-invoice')
    expect(await statusOf(payoutId)).toBe('BLOCKED')
    const [errand] = await at.owner(
      `select id from system_errand where tenant_id = $1 and dedupe_key like '%hold-invoice'`,
      [tenant.id],
    )
    const path = `/errands/system/${errand?.['id']}/force-close`
    expect(await tenant.api.put(path, { reason: 'Known' })).toMatchObject({ status: 200 })
    expect(await statusOf(payoutId)).toBe('CREATED')
  })

  test('is held while its client is denied or paused, and not while it leaves', async () => {
    const { id: clientId, mainId } = await clientWith()
    const payoutId = await paid(mainId)
    const kyc = (kycStatus: 'DENIED' | 'APPROVED') =>
      tenant.work((unit) => changeCompliance(unit, clientId, { kycStatus }))
    const move = (status: string) => tenant.api.put(`/clients/${clientId}`, { status })
    await kyc('DENIED')
    expect(await statusOf(payoutId)).toBe('BLOCKED')
    expect((await pay(mainId)).body.code).toBe('PAYOUT_NOT_POSSIBLE')
    expect((await move('PAUSED')).status).toBe(200)
    await kyc('APPROVED')
    expect(await statusOf(payoutId)).toBe('BLOCKED')
    expect((await pay(mainId)).body.code).toBe('PAYOUT_NOT_POSSIBLE')
    await move('OFFBOARDING')
    expect(await statusOf(payoutId)).toBe('CREATED')
    await enterByHand(tenant.api, mainId, '-1000')
    expect(await move('CLOSED')).toMatchObject({ body: { code: 'CLIENT_IN_BUSINESS' } })
  })

  test('is held while its account has less than all of them take, whatever took it', async () => {
    const { mainId } = await clientWith()
    const ids = [await paid(mainId, '400'), await paid(mainId, '500')]
    const statuses = async () => Promise.all(ids.map(statusOf))
    await enterByHand(tenant.api, mainId, '-100')
    expect(await statuses()).toEqual(['CREATED', 'CREATED'])
    await enterByHand(tenant.api, mainId, '-0.01')
    expect(await statuses()).toEqual(['BLOCKED', 'BLOCKED'])
    await enterByHand(tenant.api, mainId, '0.01')
    expect(await statuses()).toEqual(['CREATED', 'CREATED'])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('does not slip through between the hit and its making', async () => {
    for (let round = 0; round < 5; round++) {
      const { id: clientId, mainId } = await clientWith()
      const [made] = await Promise.all([
        pay(mainId),
        tell('HIT', 'CLIENT', clientId, `race-${round}`),
      ])
      if (made.status >= 300) expect(made.body.code).toBe('PAYOUT_NOT_POSSIBLE')
      else expect(await statusOf(made.body.id)).toBe('BLOCKED')
    }
  })
})
