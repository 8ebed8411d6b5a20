import { describe, expect, test } from 'vitest'
import { activated, newDebtor } from '../factoring/ground.ts'
import { createdInvoice, emptied } from '../support/trade.ts'
import { movingDebtors } from './moving.ts'

const { at, tenant, from, to, move, debtorOf, unbooked } = await movingDebtors()

describe('a debtor that is merged into another', () => {
  test('leaves what is booked, and new invoices with its number go to the other', async () => {
    const debtor = newDebtor()
    const { customerNumber: _, ...same } = debtor
    const double = { ...same, customerNumber: `${String(debtor['customerNumber'])}-B` }
    const kept = await createdInvoice(tenant, from, { debtor })
    const target = await debtorOf(kept)
    const settled = await activated(at, tenant, from, { debtor: double })
    const source = await debtorOf(settled)
    await emptied(tenant, settled)
    const draft = await createdInvoice(tenant, from, { debtor: double })
    const merged = await move(source, { clientId: from, debtorId: target })
    expect([merged.status, merged.body.id]).toEqual([200, target])
    expect(await debtorOf(draft)).toBe(target)
    expect(await debtorOf(settled)).toBe(source)
    const next = await createdInvoice(tenant, from, { debtor: double })
    expect(await debtorOf(next)).toBe(target)
    const elsewhere = await move(target, { clientId: to })
    expect(elsewhere.status).toBe(200)
    const { body } = await tenant.api.get(`/debtors/${source}`)
    expect(body.movedToId).toBe(elsewhere.body.id)
  })

  test('takes along those that went into it before, wherever it goes', async () => {
    const settled = await activated(at, tenant, from, { debtor: newDebtor() })
    await emptied(tenant, settled)
    const first = await debtorOf(settled)
    const second = String((await move(first, { clientId: to })).body.id)
    const pointsTo = async () => (await tenant.api.get(`/debtors/${first}`)).body.movedToId
    expect(await pointsTo()).toBe(second)
    const back = await move(second, { clientId: from, customerNumber: `B-${second}` })
    expect([back.status, await pointsTo()]).toEqual([200, back.body.id])
    const one = await unbooked(from, { identificationNumber: undefined })
    const into = { clientId: from, debtorId: one.debtorId }
    expect((await move(back.body.id, into)).status).toBe(200)
    expect(await pointsTo()).toBe(one.debtorId)
  })

  test('is not another one, nor of another client, nor itself', async () => {
    const [one, other] = [await unbooked(), await unbooked()]
    const different = await move(one.debtorId, { clientId: from, debtorId: other.debtorId })
    expect([different.status, different.body.code]).toEqual([409, 'NOT_SAME_DEBTOR'])
    const itself = await move(one.debtorId, { clientId: from, debtorId: one.debtorId })
    expect([itself.status, itself.body.errors[0].code]).toEqual([400, 'SAME_DEBTOR'])
    const elsewhere = await move(one.debtorId, { clientId: to, debtorId: other.debtorId })
    expect([elsewhere.status, elsewhere.body.errors[0].code]).toEqual([400, 'OTHER_CLIENT'])
  })

  test('takes two people where the tenant wants that', async () => {
    const key = '/system-setting/dualControl.DEBTOR_MERGE'
    expect((await tenant.api.put(key, { value: 'ALWAYS' })).status).toBe(200)
    const { debtorId } = await unbooked()
    const first = await move(debtorId, { clientId: to })
    expect(first.status).toBe(202)
    expect((await tenant.api.get(`/debtors/${debtorId}`)).body.clientId).toBe(from)
    const same = await move(debtorId, { clientId: to })
    expect([same.status, same.body.code]).toEqual([409, 'SAME_APPROVER'])
    const second = await tenant.holding(['UpdateDebtorClient'])
    expect((await second.put(`/debtors/${debtorId}/client`, { clientId: to })).status).toBe(200)
  })
})
