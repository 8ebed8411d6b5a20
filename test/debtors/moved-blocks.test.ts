import { describe, expect, test } from 'vitest'
import { blockedOf } from '../../src/activities/debtors/blocked.ts'
import { movingDebtors } from './moving.ts'

const { at, tenant, from, to, move, unbooked } = await movingDebtors()

const rights = ['ReadDebtorBlocked', 'CreateDebtorBlocked', 'DeleteDebtorBlocked'] as const
const ofNew = await tenant.holding(rights, { clientId: to })
const ofFormer = await tenant.holding(rights, { clientId: from })
const numberOf = ({ debtor }: { debtor: Record<string, unknown> }) =>
  String(debtor['identificationNumber'])
const isBlocked = async (id: string) =>
  (await tenant.work((unit) => blockedOf(unit, [id], 'FACTORING'))).has(id)
const block = (identificationNumber: string, more: object, by = tenant.api) =>
  by.post('/debtor-blocked', { identificationNumber, countryCode: 'SE', ...more })

describe('a block of a debtor that is moved', () => {
  test('binds its new client as the former one, who keeps its own and its words', async () => {
    const one = await unbooked()
    const sent = { scope: 'CLIENT', clientId: from, comment: 'Between us', products: ['SERVICE'] }
    expect((await block(numberOf(one), sent)).status).toBe(201)
    const own = { products: ['FACTORING'], clientId: to, scope: 'CLIENT' }
    const { body } = await move(one.debtorId, { clientId: to })
    const path = `/debtor-blocked/${numberOf(one)}`
    expect((await ofNew.get(path)).body).toMatchObject({
      scope: 'CLIENT',
      clientId: to,
      products: ['SERVICE'],
      comment: '',
    })
    expect((await ofFormer.get(path)).body).toMatchObject({ comment: 'Between us', clientId: from })
    // What the tenant has blocked, the new client does not end.
    expect((await ofNew.delete(path)).status).toBe(403)
    expect((await block(numberOf(one), own)).status).toBe(409)
    const history = await at.owner(
      `select text from system_debtor_event e join debtor d on d.system_debtor_id = e.system_debtor_id
       where d.id = $1 and e.type = 'BLOCK' order by e.id`,
      [body.id],
    )
    expect(history).toHaveLength(2)
  })

  test('of the client’s own people is ended by those of the new one, and adds to theirs', async () => {
    const one = await unbooked()
    expect((await block(numberOf(one), { products: ['FACTORING'] }, ofFormer)).status).toBe(201)
    expect((await block(numberOf(one), { products: ['SERVICE'] }, ofNew)).status).toBe(201)
    expect(await isBlocked(one.debtorId)).toBe(true)
    const { body } = await move(one.debtorId, { clientId: to })
    expect(await isBlocked(body.id)).toBe(true)
    const path = `/debtor-blocked/${numberOf(one)}`
    expect((await ofNew.get(path)).body.products).toEqual(['FACTORING', 'SERVICE'])
    expect((await ofNew.delete(path)).status).toBe(204)
    expect(await isBlocked(body.id)).toBe(false)
    expect((await ofFormer.get(path)).status).toBe(200)
    expect((await move(body.id, { clientId: from })).status).toBe(200)
    expect((await ofNew.get(path)).status).toBe(404)
  })
})
