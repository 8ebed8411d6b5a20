import { beforeEach, describe, expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type Answered, type Api } from '../support/world.ts'
import { accept, forgetAttempts, loggedIn, outboxOf, personIn, roleIn } from './people.ts'

const { at } = await worldWithTenant()
const tenant = await tenantIn(at, 'By one', { STAFF_INVITATION: 'OFF' })

const inviting: Right[] = ['CreateClientAccountTransaction', 'CreateUsers']
const said = ({ status, body }: Answered) => body.code ?? status
let named = 0
beforeEach(() => forgetAttempts(at))

describe('where one lets people in, whoever let somebody in', () => {
  async function invitedBy(inviter: Api, rights: readonly Right[] = inviting) {
    const email = `second${++named}@example.com`
    const roleIds = [await roleIn(tenant, rights)]
    const { status, body } = await inviter.post('/users', { email, name: 'Second', roleIds })
    expect(status).toBe(201)
    await accept(at, tenant, body.id)
    return { id: String(body.id), api: await loggedIn(at, tenant, email) }
  }

  const secondOf = async (first: Api, second: Api) => {
    const { mainId } = await bookedClient(tenant)
    expect((await enterByHand(first, mainId, '250')).status).toBe(202)
    return said(await enterByHand(second, mainId, '250'))
  }

  test('is no second, in either order and however far down', async () => {
    const one = await personIn(at, tenant, { rights: inviting })
    const child = await invitedBy(one.api)
    const grandchild = await invitedBy(child.api)
    for (const each of [child, grandchild]) {
      expect(await secondOf(one.api, each.api)).toBe('SAME_APPROVER')
      expect(await secondOf(each.api, one.api)).toBe('SAME_APPROVER')
    }
    const other = await personIn(at, tenant, { rights: inviting })
    expect(await secondOf(child.api, other.api)).toBe(201)
  })

  test('is a second for others of the same inviter, and as a super-user', async () => {
    const one = await personIn(at, tenant, { rights: inviting })
    const [child, sibling] = [await invitedBy(one.api), await invitedBy(one.api)]
    expect(await secondOf(child.api, sibling.api)).toBe(201)
    await at.owner('update user_account set super_user = true where id = $1', [child.id])
    expect(await secondOf(one.api, child.api)).toBe(201)
  })

  test('is none by somebody else’s mailing the link once more either', async () => {
    const one = await personIn(at, tenant, { rights: inviting })
    const other = await personIn(at, tenant, { rights: inviting })
    const email = `second${++named}@example.com`
    const roleIds = [await roleIn(tenant, inviting)]
    const { body } = await one.api.post('/users', { email, name: 'Second', roleIds })
    expect((await other.api.post(`/users/${body.id}/invitation`, {})).status).toBe(201)
    await accept(at, tenant, body.id)
    const made = await loggedIn(at, tenant, email)
    expect(await secondOf(one.api, made)).toBe('SAME_APPROVER')
  })
})

describe('a user of the tenant', () => {
  const invited = () => ({ email: `second${++named}@example.com`, name: 'Second' })

  test('is let in by two, and counts from then on', async () => {
    const two = await tenantIn(at, 'By two', {})
    const [one, other] = [await two.holding(inviting), await two.holding(inviting)]
    const sent = invited()
    const asked = await one.post('/users', sent)
    expect(asked.status).toBe(202)
    expect(JSON.stringify(asked.body.wouldDo)).toContain(sent.email)
    expect(said(await one.post('/users', sent))).toBe('SAME_APPROVER')
    at.clock.now = new Date(at.clock.now.getTime() + 60_000)
    const made = await other.post('/users', sent)
    expect(made).toMatchObject({ status: 201, body: { email: sent.email, status: 'INVITED' } })
    const [invitation] = await at.owner(
      `select id_text(id) as id, expires_at from user_invitation where user_id = $1`,
      [made.body.id],
    )
    expect(await outboxOf(at, String(invitation?.['id']))).toEqual(['inviteUser start'])
    const days = Number(invitation?.['expires_at']) - at.clock.now.getTime()
    expect(days % 86_400_000).toBe(0)
  })

  test('is let in by one super-user while there is no other', async () => {
    const two = await tenantIn(at, 'Founded', {})
    expect((await two.api.post('/users', invited())).status).toBe(201)
    await personIn(at, two, { superUser: true })
    expect((await two.api.post('/users', invited())).status).toBe(202)
  })

  test('takes one where they are a client’s', async () => {
    const two = await tenantIn(at, 'Of clients', {})
    const one = await two.holding(inviting)
    const clientId = await clientIn(two)
    expect((await one.post('/users', { ...invited(), clientId })).status).toBe(201)
  })
})
