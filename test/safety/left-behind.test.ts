import { afterAll, beforeEach, expect, test } from 'vitest'
import { remindOfInvitation } from '../../src/activities/access/mail-invitation.ts'
import { Watch } from '../../src/activities/watch.ts'
import type { Right } from '../../src/policy/rights.ts'
import { accept, forgetAttempts, personIn, roleIn } from '../access/people.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant({
  poster: { lookup: (_, __, answer) => answer(null, [{ address: '93.184.216.34', family: 4 }]) },
})
const watch = new Watch(at.installed.relayUrl, at.runtime)
afterAll(() => watch.stop())
beforeEach(() => forgetAttempts(at))

/** Somebody with these rights by a role, who can lose them or go, and come back. */
async function somebody(rights: Right[]) {
  const { id, api } = await personIn(at, tenant)
  const roleId = await roleIn(tenant, rights)
  await tenant.api.post(`/users/${id}/roles`, { roleId })
  const toggle = (active: boolean) => () => tenant.api.put(`/users/${id}/toggle`, { active })
  return {
    id,
    api,
    goes: toggle(false),
    returns: toggle(true),
    loses: () => tenant.api.delete(`/users/${id}/roles/${roleId}`),
  }
}

async function errand(kind: string) {
  await watch.look()
  const [row] = await at.owner(
    `select status, title, data -> 'ids' as ids from system_errand
     where tenant_id = $1 and subject_id = $2`,
    [tenant.id, kind],
  )
  return row
}

let guests = 0
const invitedBy = async ({ api }: Pick<typeof tenant, 'api'>) => {
  const email = `guest${++guests}@example.com`
  return String((await api.post('/users', { email, name: 'Guest' })).body.id)
}

const invitationOf = async (userId: string) =>
  (await at.owner('select id, status from user_invitation where user_id = $1', [userId]))[0]!

test.each(['goes', 'loses'] as const)(
  'an invitation by somebody who %s lets nobody in, until another invites',
  async (end) => {
    const inviter = await somebody(['CreateUsers'])
    const [guest, other] = [await invitedBy(inviter), await invitedBy(inviter)]
    const kept = await invitedBy(tenant)
    await inviter[end]()
    expect((await accept(at, tenant, guest)).body).toMatchObject({ code: 'USER_NOT_INVITED' })
    const { id } = await invitationOf(other)
    const task = { runtime: at.runtime, tenantId: tenant.id, workflowId: 'test', now: new Date() }
    const mailed = at.letters.length
    expect(await remindOfInvitation({ ...task, entityId: String(id) })).toMatchObject({
      open: false,
    })
    expect(at.letters).toHaveLength(mailed)
    expect(await invitationOf(other)).toMatchObject({ status: 'WITHDRAWN' })
    expect(await errand('invitations-left')).toMatchObject({
      status: 'OPEN',
      title: expect.stringMatching(/^1 invitations cannot be accepted/),
      ids: [(await invitationOf(guest))['id']],
    })
    await tenant.api.post(`/users/${guest}/invitation`)
    expect((await accept(at, tenant, guest)).status).toBe(200)
    expect((await accept(at, tenant, kept)).status).toBe(200)
    expect(await errand('invitations-left')).toMatchObject({ status: 'RESOLVED' })
  },
)

test('one by somebody who is only away for a while holds when they are back', async () => {
  const inviter = await somebody(['CreateUsers'])
  const guest = await invitedBy(inviter)
  await inviter.goes()
  expect((await accept(at, tenant, guest)).status).toBe(409)
  await inviter.returns()
  expect((await accept(at, tenant, guest)).status).toBe(200)
})

test('subscriptions of whoever may not receive any more are one errand, which says which', async () => {
  const saver = await somebody(['CreateWebhook', 'ReadReasonCodes'])
  const stays = await somebody(['UpdateWebhook', 'ReadReasonCodes'])
  const hook = { title: 'A', url: 'https://example.com/a', type: 'REASON_CODE', trigger: 'PUSH' }
  const save = async () =>
    String(
      (await saver.api.post('/webhook', { ...hook, method: 'POST', key: 'a key of letters' })).body
        .id,
    )
  const [one, other, off] = [await save(), await save(), await save()]
  const change = (id: string, body: object) => stays.api.put(`/webhook/${id}`, body)
  await change(off, { enabled: false })
  expect(await errand('subscriptions')).toBeUndefined()
  await saver.loses()
  expect(await errand('subscriptions')).toMatchObject({
    status: 'OPEN',
    title: expect.stringMatching(/^2 subscriptions send nothing/),
    ids: [one, other],
  })
  await change(one, { enabled: true })
  expect(await errand('subscriptions')).toMatchObject({ status: 'OPEN', ids: [other] })
  await change(other, { enabled: true })
  expect(await errand('subscriptions')).toMatchObject({ status: 'RESOLVED' })
})
