import { beforeAll, describe, expect, test } from 'vitest'
import { personIn } from '../access/people.ts'
import { clientIn, createdInvoice, invoiceBody } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'
import { automationsOf, carried, note, runsOf } from './running.ts'

const { at, tenant } = await worldWithTenant()
const { made, on, notesOn } = automationsOf(at, tenant)
let clientId: string
beforeAll(async () => {
  clientId = await clientIn(tenant)
})

const rights = ['CreateAutomation', 'CreateAutomationRule', 'ReadInvoices', 'CreateNote'] as const
const rules = [{ actions: [note('mine')] }]

describe('in the name of whoever made it', () => {
  test('who lost the right of an action does it no more; who is gone, nothing', async () => {
    const person = await personIn(at, tenant)
    const roles = await Promise.all(
      [rights.slice(0, 3), ['CreateNote']].map(async (each, n) => {
        const { body } = await tenant.api.post('/roles', {
          name: `R${n} ${person.id}`,
          rights: each,
        })
        await tenant.api.post(`/users/${person.id}/roles`, { roleId: body.id })
        return body.id as string
      }),
    )
    const id = await on({ rules }, person.api)
    const first = await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect(await notesOn(first)).toEqual(['mine'])
    const [written] = await at.owner('select created_by from note where target_id = $1', [first])
    expect(written).toEqual({ created_by: person.id })

    await tenant.api.delete(`/users/${person.id}/roles/${roles[1]}`)
    const second = await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect(await notesOn(second)).toEqual([])
    expect((await runsOf(tenant, id)).at(-1)).toMatchObject({
      status: 'FAILED',
      code: 'ACCESS_DENIED',
    })

    await tenant.api.put(`/users/${person.id}/toggle`, { active: false })
    await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect((await runsOf(tenant, id)).at(-1)).toMatchObject({ code: 'AUTOMATION_SUSPENDED' })
    const { body } = await tenant.api.get(`/automation/${id}`)
    expect(body).toMatchObject({ enabled: true, suspendedFor: 'UNAUTHENTICATED' })
    await createdInvoice(tenant, clientId)
    expect(await carried(at, tenant)).toBe(0)

    // Whoever switches it on answers for it.
    await tenant.api.put(`/automation/${id}`, { enabled: true })
    const errands = await at.owner(
      `select status from system_errand where subject_id = $1 and dedupe_key like '%/suspended'`,
      [id],
    )
    expect(errands).toEqual([{ status: 'RESOLVED' }])
    const last = await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect(await notesOn(last)).toEqual(['mine'])
  })
})

describe('of what is not theirs', () => {
  test('nobody has done what they may not do, nor reads what they may not read', async () => {
    const maker = await tenant.holding(['CreateAutomation', 'CreateAutomationRule', 'ReadInvoices'])
    const refused = await made({ rules }, maker)
    expect(refused.body).toMatchObject({
      code: 'GRANT_EXCEEDS_HOLDER',
      missingRights: ['CreateNote'],
    })
    expect((await made({ type: 'USER', event: null }, maker)).body.code).toBe(
      'GRANT_EXCEEDS_HOLDER',
    )
    const conditions = { field: 'debtor.name', operator: 'EQ', value: 'X' }
    const asked = await made({ rules: [{ conditions, actions: [note('x')] }] }, maker)
    expect(asked.body.errors).toMatchObject([{ code: 'FIELD_UNKNOWN' }])
    const id = await on({ enabled: false, rules: [{ conditions, actions: [note('x')] }] })
    expect((await maker.put(`/automation/${id}`, { enabled: true })).status).toBe(403)
    const rule = { actions: [{ type: 'STOP_INVOICE' }] }
    expect((await maker.post(`/automation/${id}/rules`, rule)).status).toBe(403)
  })

  test('a client has its own, set off by its own alone, and sees none of the tenant for it', async () => {
    const other = await clientIn(tenant)
    const more = { kind: 'CLIENT', clientId } as const
    const all = [...rights, 'ReadAutomation', 'ReadAutomations', 'CreateInvoices'] as const
    const client = await tenant.holding(all, more)
    const theirs = await on({ rules }, client)
    const ours = await on({ clientId, rules: [{ actions: [note('ours')] }] })
    const [own, foreign] = [
      await createdInvoice(tenant, clientId),
      await createdInvoice(tenant, other),
    ]
    await carried(at, tenant)
    expect((await notesOn(own)).toSorted()).toEqual(['mine', 'ours'])
    expect(await notesOn(foreign)).toEqual([])
    const [written] = await at.owner(
      `select visibility from note where target_id = $1 and text = 'mine'`,
      [own],
    )
    expect(written).toEqual({ visibility: 'CLIENT' })
    // What the client does itself sets off the tenant's as well, of which it sees nothing.
    const byThem = await client.post('/invoices', invoiceBody())
    await carried(at, tenant)
    expect((await notesOn(byThem.body.id)).toSorted()).toEqual(['mine', 'ours'])
    expect((await client.get('/automation')).body.data.map((a: { id: string }) => a.id)).toEqual([
      theirs,
    ])
    expect((await client.get(`/automation/${ours}`)).status).toBe(404)
    expect((await client.delete(`/automation/${ours}`)).status).not.toBe(204)
    const named = await made({ clientId, rules }, client)
    expect(named.body.errors).toMatchObject([{ pointer: '/clientId', code: 'COMES_FROM_TOKEN' }])
  })
})
