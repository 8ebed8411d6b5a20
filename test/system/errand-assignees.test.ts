import { describe, expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { personIn, roleIn } from '../access/people.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)
const rights: Right[] = ['PerformSystemErrands', 'ReadSystemErrand', 'ReadSystemErrands']

let made = 0

/** Of an invoice whose debtor has no address, so that looking again leaves it as it is. */
async function faulty() {
  const debtor = { customerNumber: `Q-${++made}`, name: 'Quiet AB', type: 'COMPANY' }
  const invoiceId = await createdInvoice(tenant, clientId, { debtor })
  const again = () => tenant.api.post(`/errands/system/invoice-validation-errors/${invoiceId}`)
  const { body } = await again()
  const { id } = body.data[0]
  const errand = async () => (await tenant.api.get(`/errands/system/${id}`)).body
  return { id, path: `/errands/system/${id}`, errand, again }
}

describe('who has something done about an errand', () => {
  test('sees to it from then on, and is found by it', async () => {
    const { id, path, errand } = await faulty()
    expect((await errand()).assigneeId).toBeNull()
    const [one, other] = [
      await personIn(at, tenant, { rights }),
      await personIn(at, tenant, { rights }),
    ]
    expect((await one.api.put(`${path}/perform`)).status).toBe(200)
    expect((await errand()).assigneeId).toBe(one.id)
    await other.api.put(`${path}/perform`)
    const of = async (personId: string) =>
      (await tenant.api.get(`/errands/system?assigneeId=${personId}`)).body.data
    expect(await of(other.id)).toMatchObject([{ id, assigneeId: other.id }])
    expect(await of(one.id)).toEqual([])
    // A machine does what it is told, and sees to nothing.
    const machine = await tenant.holding(rights)
    await machine.put(`${path}/perform`)
    expect((await errand()).assigneeId).toBe(other.id)
  })

  test('gives it back where they are switched off, or can read it no more', async () => {
    for (const how of ['off', 'right', 'role']) {
      const { path, errand } = await faulty()
      const person = await personIn(at, tenant)
      const roleId = await roleIn(tenant, rights)
      await tenant.api.post(`/users/${person.id}/roles`, { roleId })
      await person.api.put(`${path}/perform`)
      expect((await errand()).assigneeId).toBe(person.id)
      if (how === 'off') await tenant.api.put(`/users/${person.id}/toggle`, { active: false })
      else if (how === 'role') await tenant.api.delete(`/users/${person.id}/roles/${roleId}`)
      else {
        await tenant.api.delete(`/roles/${roleId}/rights/ReadSystemErrand`)
        expect((await errand()).assigneeId).toBe(person.id)
        await tenant.api.delete(`/roles/${roleId}/rights/ReadSystemErrands`)
      }
      expect((await errand()).assigneeId, how).toBeNull()
    }
  })

  test('sees to it no more once it is over and opened again', async () => {
    const { path, errand, again } = await faulty()
    const person = await personIn(at, tenant, { rights })
    await person.api.put(`${path}/perform`)
    await again()
    expect(await errand()).toMatchObject({ status: 'OPEN', assigneeId: person.id })
    await tenant.api.put(`${path}/resolve`, { comment: 'Done' })
    expect(await errand()).toMatchObject({ status: 'RESOLVED', assigneeId: person.id })
    await again()
    expect(await errand()).toMatchObject({ status: 'OPEN', assigneeId: null })
  })
})
