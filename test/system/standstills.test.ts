import { afterAll, expect, test } from 'vitest'
import { standstills } from '../../src/activities/standstills.ts'
import { idsAt } from '../../src/kernel/write/ids.ts'
import { poolOf } from '../../src/ports/database/connect.ts'
import { Watch } from '../../src/activities/watch.ts'
import { invite } from '../../src/activities/access/invite.ts'
import { invitedUser } from '../support/people.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const watch = new Watch(at.installed.relayUrl, at.runtime)
afterAll(() => watch.stop())

const errands = () =>
  at.owner(
    `select subject_id as kind, status, title from system_errand
     where tenant_id = $1 and subject_type = 'Standstill' order by 1`,
    [tenant.id],
  )

test('what stands still is an errand once, which ends when it is over and opens when it comes back', async () => {
  const invitation = await tenant.work((unit) => invite(unit, invitedUser(unit)))
  await watch.look()
  expect(await errands()).toEqual([])
  const old = `created_at = now() - interval '20 minutes'`
  await at.owner(`update user_invitation set ${old} where id = $1`, [invitation.id])
  // When a message was made stands in its id.
  await at.owner(`update outbox set id = id_of($2) where tenant_id = $1`, [
    tenant.id,
    idsAt(new Date(Date.now() - 20 * 60_000))('Outbox'),
  ])
  await watch.look()
  await watch.look()
  const open = [
    { kind: 'invitations', status: 'OPEN', title: expect.stringMatching(/^1 invitations are not/) },
    { kind: 'messages', status: 'OPEN', title: expect.stringMatching(/^1 messages wait/) },
  ]
  expect(await errands()).toEqual(open)
  const repeated = await at.owner(
    `select 1 from errand_event where tenant_id = $1 and type = 'REPEATED'`,
    [tenant.id],
  )
  expect(repeated).toEqual([])
  await at.owner(`update user_invitation set sent_at = now() where id = $1`, [invitation.id])
  await watch.look()
  expect(await errands()).toMatchObject([{ status: 'RESOLVED' }, { status: 'OPEN' }])
  await at.owner(`update user_invitation set sent_at = null where id = $1`, [invitation.id])
  await at.owner(`update outbox set dead_at = now() where tenant_id = $1`, [tenant.id])
  await watch.look()
  expect(await errands()).toMatchObject([
    { kind: 'invitations', status: 'OPEN' },
    { kind: 'messages', status: 'RESOLVED' },
    { kind: 'messages-refused', status: 'OPEN' },
  ])
})

test.each(Object.entries(standstills))(
  'the login of the relay may ask for %s',
  async (_, { sql }) => {
    const relay = poolOf({ connectionString: at.installed.relayUrl })
    await expect(relay.query(sql)).resolves.toMatchObject({ command: 'SELECT' })
    await relay.end()
  },
)
