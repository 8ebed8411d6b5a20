import { describe, expect, test } from 'vitest'
import { platform } from '../../src/domain/access/principal.ts'
import { secondTopics, topics } from '../../src/domain/topics.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { refuseOfTenant, requireSecond } from '../../src/kernel/write/pending.ts'
import { rightNames, type Right } from '../../src/policy/rights.ts'
import { accept, loggedIn, personIn, roleIn } from '../access/people.ts'
import { newDebtor } from '../factoring/ground.ts'
import { balancesOf, driftsOf } from '../support/books.ts'
import { bookedClient, enterByHand, manualVoucher } from '../support/booked-client.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import {
  tenantIn,
  worldWithTenant,
  type Answered,
  type Api,
  type TestTenant,
} from '../support/world.ts'

const { at, tenant: byOne } = await worldWithTenant({ connections: 8 })
/** As a new tenant has it: what may take two people takes two. */
const tenant = await tenantIn(at, 'Two', {})

const said = ({ status, body }: Answered) => body.code ?? status
const all = [...rightNames]
const atClient = (clientId: string, of: TestTenant = tenant) =>
  of.holding(all, { kind: 'CLIENT', clientId })

async function atDebtor(of: TestTenant, clientId: string): Promise<Api> {
  const invoiceId = await createdInvoice(of, clientId, { debtor: newDebtor() })
  const { debtorId } = (await of.api.get(`/invoices/${invoiceId}`)).body
  return of.holding(all, { kind: 'DEBTOR', clientId, debtorId })
}

const openOf = async (clientId: string) => {
  const { data } = (await tenant.api.get('/internal-request')).body
  return data.filter(
    (one: { clientId: string; status: string }) =>
      one.clientId === clientId && one.status === 'OPEN',
  )
}

describe('a client’s people', () => {
  test('neither ask for the tenant’s money nor agree to it, whether or not it takes two', async () => {
    for (const of of [tenant, byOne]) {
      const client = await bookedClient(of)
      const [one, other] = [await atClient(client.id, of), await atClient(client.id, of)]
      for (const by of [one, other, await atDebtor(of, client.id)]) {
        const answer = await enterByHand(by, client.mainId, '9000000', {
          counterRole: 'CREDIT_LOSS',
        })
        expect([403, 404]).toContain(answer.status)
      }
      expect(said(await enterByHand(one, client.mainId, '1'))).toBe('FOR_THE_TENANT_ALONE')
      expect(await balancesOf(at, of.id)).toMatchObject({
        [`client account ${client.mainId}`]: '0 0',
      })
    }
  })

  test('are no second of the tenant’s, who finds one there', async () => {
    const client = await bookedClient(tenant)
    const [one, other] = [await tenant.holding(all), await tenant.holding(all)]
    const asked = await enterByHand(one, client.mainId, '250')
    expect(asked.status).toBe(202)
    const own = await atClient(client.id)
    const confirms = { 'x-confirms': asked.body.internalRequestId }
    for (const header of [{}, confirms]) {
      const answer = await enterByHand(own, client.mainId, '250', {}, header)
      expect(said(answer)).toBe('FOR_THE_TENANT_ALONE')
    }
    const path = `/internal-request/${asked.body.internalRequestId}`
    expect(said(await own.put(`${path}/reject`, { comment: 'No' }))).toBe('FOR_THE_TENANT_ALONE')
    expect((await tenant.api.get(path)).body.status).toBe('OPEN')
    expect((await enterByHand(other, client.mainId, '250')).status).toBe(201)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('whom one clerk let in do nothing for that clerk', async () => {
    const client = await bookedClient(tenant)
    const rights: Right[] = ['CreateUsers', 'CreateClientAccountTransaction']
    const clerk = await personIn(at, await tenantWithClerk(), { rights })
    const role = await roleIn(tenant, ['CreateClientAccountTransaction'])
    const puppets: Api[] = []
    for (const n of [1, 2]) {
      const email = `puppet${n}@x.example`
      const body = { email, name: `P${n}`, clientId: client.id, roleIds: [role] }
      const made = await clerk.api.post('/users', body)
      expect(made.status).toBe(201)
      await accept(at, tenant, made.body.id)
      puppets.push(await loggedIn(at, tenant, email))
    }
    for (const by of puppets) {
      expect(said(await enterByHand(by, client.mainId, '9'))).toBe('FOR_THE_TENANT_ALONE')
    }
    expect(await openOf(client.id)).toEqual([])
  })

  test('take back no event of a claim, however small', async () => {
    const clientId = await clientIn(byOne)
    const invoiceId = await activatedInvoice(byOne, clientId)
    const [event] = await at.owner(
      `select id_text(id) as id from financial_event where claim_id = $1`,
      [invoiceId],
    )
    const path = `/invoices/events/financial/${String(event?.['id'])}/reverse`
    expect(said(await (await atClient(clientId, byOne)).put(path, {}))).toBe('FOR_THE_TENANT_ALONE')
    expect((await byOne.api.put(path, {})).status).toBe(200)
  })

  test('are two for a book of their own, and none for that of another', async () => {
    const client = await bookedClient(tenant)
    const [one, other] = [await atClient(client.id), await atClient(client.id)]
    const { clientId: _, ...voucher } = manualVoucher(client.id)
    const write = (by: Api) => by.post('/vouchers', voucher)
    const asked = await write(one)
    expect(asked.status).toBe(202)
    expect(said(await write(one))).toBe('SAME_APPROVER')
    const outside = await atClient((await bookedClient(tenant)).id)
    const path = `/internal-request/${asked.body.internalRequestId}/reject`
    expect(said(await outside.put(path, { comment: 'x' }))).toBe('NOT_FOUND')
    expect((await write(other)).status).toBe(201)
    expect(await driftsOf(at, tenant.id)).toEqual([])
    expect(said(await write(await atDebtor(tenant, client.id)))).toBe('NOT_FOUND')
  })

  test('take back what they asked for themselves', async () => {
    const client = await bookedClient(tenant)
    const one = await atClient(client.id)
    const { clientId: _, ...voucher } = manualVoucher(client.id)
    const { internalRequestId } = (await one.post('/vouchers', voucher)).body
    const path = `/internal-request/${internalRequestId}/reject`
    expect((await one.put(path, { comment: 'Mistaken' })).body.status).toBe('CANCELLED')
  })
})

describe('what goes on in the name of one', () => {
  const subject = { type: 'ClientAccount', id: 'CA', clientId: null }
  const asking = { topic: 'CLIENT_ACCOUNT_TRANSACTION', subject, payload: {} } as const

  test('asks nobody: it is refused', async () => {
    const { id } = await personIn(at, byOne, {})
    const as = { ...platform(byOne.id, 'a task'), id }
    const tried = inUnit(at.runtime, as, { now: at.clock.now }, async (unit) =>
      requireSecond(unit, asking),
    )
    await expect(tried).rejects.toMatchObject({ code: 'TAKES_TWO_PEOPLE' })
  })

  test('of somebody at a client is refused as they are', async () => {
    const clientId = await clientIn(byOne)
    const { id } = await personIn(at, byOne, {})
    const as = { ...platform(byOne.id, 'an automation'), id, clientId }
    const tried = inUnit(at.runtime, as, { now: at.clock.now }, async (unit) =>
      requireSecond(unit, { ...asking, subject: { ...subject, clientId } }),
    )
    await expect(tried).rejects.toMatchObject({ code: 'FOR_THE_TENANT_ALONE' })
  })

  test('takes nobody where it is the platform by itself', async () => {
    const as = platform(byOne.id, 'a job')
    const free = await inUnit(at.runtime, as, {}, async (unit) => requireSecond(unit, asking))
    expect(free).toBeUndefined()
  })
})

test.each(topics)(
  '%s is for a client only where it says why, and only what is its own',
  (topic) => {
    const scope = { holderId: null, openedBy: undefined }
    const bound = { ...scope, clients: 'one', clientId: 'C', debtorId: null } as const
    const refused = (of: Parameters<typeof refuseOfTenant>[0], clientId: string | null) => {
      try {
        refuseOfTenant(of, topic, clientId)
        return false
      } catch {
        return true
      }
    }
    const isTheirs = secondTopics[topic].ofClients !== undefined
    expect(refused(bound, 'C')).toBe(!isTheirs)
    for (const clientId of ['D', null]) expect(refused(bound, clientId)).toBe(true)
    expect(refused({ ...bound, debtorId: 'DE' }, 'C')).toBe(true)
    expect(refused({ ...bound, clients: 'none', clientId: null }, null)).toBe(true)
    expect(refused({ ...bound, clients: 'all', clientId: null }, 'C')).toBe(false)
  },
)

/** Whose clerks one person lets in, so that this one is there. */
async function tenantWithClerk(): Promise<TestTenant> {
  await at.owner(
    `insert into system_setting (tenant_id, id, key, value, version, created_at, updated_at)
     select $1, gen_random_uuid(), 'dualControl.STAFF_INVITATION', '{"is":"OFF"}', 1, now(), now()`,
    [tenant.id],
  )
  return tenant
}
