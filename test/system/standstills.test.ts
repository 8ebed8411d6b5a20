import { afterAll, expect, test } from 'vitest'
import { standstills } from '../../src/activities/standstills.ts'
import { idsAt } from '../../src/kernel/write/ids.ts'
import { numberOfTenant } from '../../src/domain/id-forms.ts'
import { poolOf } from '../../src/ports/database/connect.ts'
import { Watch } from '../../src/activities/watch.ts'
import { invite } from '../../src/activities/access/invite.ts'
import { invitedUser } from '../support/people.ts'
import { fill } from '../support/fill.ts'
import { nthId } from '../support/ids-inside.ts'
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

test('that no worker is there is told to whoever operates the platform, once, until one is', async () => {
  const alone = new Watch(at.installed.relayUrl, at.runtime, async () => tenant.id)
  const told = async () =>
    (await errands()).filter(({ kind }) => kind === 'workers').map(({ status }) => status)
  await at.owner(`insert into part_seen values ('a', 'worker', now()), ('b', 'relay', now())`)
  await alone.look()
  expect(await told()).toEqual([])
  await at.owner(`update part_seen set seen_at = now() - interval '2 minutes'`)
  await alone.look()
  await alone.look()
  expect(await told()).toEqual(['OPEN'])
  expect((await errands()).find(({ kind }) => kind === 'workers')?.['title']).toMatch(/No worker/)
  await at.owner(`delete from part_seen where part = 'worker'`)
  await alone.look()
  expect(await told()).toEqual(['OPEN'])
  await at.owner(`insert into part_seen values ('c', 'worker', now())`)
  await alone.look()
  expect(await told()).toEqual(['RESOLVED'])
  await alone.stop()
})

test('deliveries that nobody takes and retries that do not come are told', async () => {
  const at20 = `now() - interval '20 minutes'`
  await fill(at, 'webhook_queue', { tenant_id: String(numberOfTenant(tenant.id)), due_at: at20 }, 3)
  const log = {
    tenant_id: String(numberOfTenant(tenant.id)),
    status: `'RETRYING'`,
    id: nthId('WHRL'),
  }
  await fill(at, 'webhook_log', { ...log, astray: `'RETRYING'`, last_attempt_at: at20 }, 2)
  await watch.look()
  expect(await errands()).toMatchObject([
    { kind: 'deliveries', status: 'OPEN', title: expect.stringMatching(/^3 events wait/) },
    {},
    {},
    {},
    { kind: 'retries', status: 'OPEN', title: expect.stringMatching(/^2 automatic retries/) },
    {},
  ])
})

test('payments that nobody has tried to send when they were to go are told, once', async () => {
  const tenant_id = String(numberOfTenant(tenant.id))
  const since = (days: number) => `now() - interval '${days} days'`
  const late: Record<string, Record<string, string>> = {
    payment_request: { id: nthId('PQ'), status: `'CREATED'`, updated_at: since(1) },
    payout: { id: nthId('PO'), status: `'CREATED'`, planned_date: 'current_date - 7' },
    payout_batch: { id: nthId('POB'), status: `'AUTHORIZED'`, execution_date: 'current_date - 3' },
    payment_return: { id: nthId('PR'), status: `'AUTHORIZED'`, updated_at: since(7) },
  }
  const told = async () =>
    (await errands())
      .filter(({ kind }) => /^(?:pay|returns)/.test(String(kind)))
      .map(({ kind, status, title }) => `${kind} ${status} ${String(title).split(' ')[0]}`)
  for (const [table, values] of Object.entries(late)) {
    await fill(at, table, { tenant_id, ...values }, 2)
  }
  await watch.look()
  await watch.look()
  expect(await told()).toEqual([
    'payment-requests-unsent OPEN 2',
    'payout-batches OPEN 2',
    'payouts OPEN 2',
    'returns OPEN 2',
  ])
  // On their way, or at the bank by a payout of theirs, they are late no more.
  await at.owner(`update payment_request set status = 'SENT', expires_at = now()`)
  await at.owner(`update payout set status = 'EXPORTED', return_id = r.id
    from (select min(id::text)::uuid as id from payment_return) r
    where payout.id = (select min(id::text)::uuid from payout)`)
  await at.owner(`update payout set planned_date = current_date where status = 'CREATED'`)
  await at.owner(`update payout_batch set status = 'EXPORTED'`)
  await at.owner(`update payment_return set status = 'RETURNED'`)
  await watch.look()
  expect(await told()).toEqual([
    'payment-requests-unsent RESOLVED 2',
    'payout-batches RESOLVED 2',
    'payouts RESOLVED 2',
    'returns OPEN 2',
  ])
  await at.owner(`update payment_return set updated_at = now()`)
  await watch.look()
  expect((await told()).at(-1)).toBe('returns RESOLVED 2')
})

test.each(Object.entries(standstills))(
  'the login of the relay may ask for %s',
  async (_, { sql }) => {
    const relay = poolOf({ connectionString: at.installed.relayUrl })
    await expect(relay.query(sql)).resolves.toMatchObject({ command: 'SELECT' })
    await relay.end()
  },
)
