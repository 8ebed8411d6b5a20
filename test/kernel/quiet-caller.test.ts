import { expect, test } from 'vitest'
import { clientIn, invoiceBody } from '../support/trade.ts'
import { worldWithTenant, type Api } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)

const post = (api: Api, more: object = {}) =>
  api.post('/invoices', { ...invoiceBody(), clientId, ...more })

const later = (ms: number) => (at.clock.now = new Date(at.clock.now.getTime() + ms))

/** Somebody who may make invoices, and has made some. */
async function clerk(): Promise<Api> {
  const api = await tenant.holding(['CreateInvoices'], { name: 'clerk' })
  for (let n = 0; n < 2; n++) expect((await post(api)).status).toBe(201)
  return api
}

/** How many messages of one trip it takes, and how many statements in all. */
async function costs(api: Api): Promise<[trips: number, statements: number]> {
  const [trips, statements] = [at.trips(), at.sent()]
  expect((await post(api)).status).toBe(201)
  return [at.trips() - trips, at.sent() - statements]
}

const revoked = () =>
  at.owner(`update token set revoked_at = $2 where tenant_id = $1 and name = 'clerk'`, [
    tenant.id,
    at.clock.now,
  ])

test('a caller who was quiet for minutes makes an invoice in one trip, as any other', async () => {
  const api = await clerk()
  // The use of the token is written down beside, and is to be no part of what is counted.
  await at.kernel.lastUses.flush()
  const plain = await costs(api)
  expect(plain[0]).toBe(1)
  await at.kernel.lastUses.flush()
  for (let n = 0; n < 3; n++) {
    later(10 * 60_000)
    expect(await costs(api)).toEqual(plain)
    await at.kernel.lastUses.flush()
  }
})

test('whose token was revoked meanwhile is told so, whatever is wrong with what they send', async () => {
  const api = await clerk()
  later(2_000)
  await revoked()
  expect((await post(api, { dates: 'none' })).status).toBe(401)
  const json = { 'content-type': 'application/json' }
  const broken = { method: 'POST', headers: json, body: '{' }
  expect((await api.send('POST', '/invoices', broken)).status).toBe(401)
  const text = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }
  expect((await api.send('POST', '/invoices', text)).status).toBe(401)
  expect((await post(api)).status).toBe(401)
})

test('who only reads is answered as who they are now', async () => {
  const api = await tenant.holding(['CreateInvoices', 'ReadInvoices'], { name: 'clerk' })
  expect((await api.get('/invoices')).status).toBe(200)
  later(60_000)
  expect((await api.get('/invoices')).status).toBe(200)
  await revoked()
  expect((await api.get('/invoices')).status).toBe(401)
})

test('the last use of a token is written down once a minute', async () => {
  const api = await clerk()
  const lastUse = async () => {
    await at.kernel.lastUses.flush()
    const [row] = await at.owner(
      `select last_used_at from token where tenant_id = $1 and name = 'clerk'
       order by id desc limit 1`,
      [tenant.id],
    )
    return row!['last_used_at']
  }
  const first = at.clock.now
  expect(await lastUse()).toEqual(first)
  later(59_000)
  await post(api)
  expect(await lastUse()).toEqual(first)
  later(1_000)
  await post(api)
  expect(await lastUse()).toEqual(at.clock.now)
})
