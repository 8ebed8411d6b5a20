import { describe, expect, test } from 'vitest'
import { accept, loggedIn, password, traceOf, visitor } from '../access/people.ts'
import { financedClient, newDebtor } from '../factoring/ground.ts'
import { activatedInvoice, createdInvoice, emptied } from '../support/trade.ts'
import { apiAs } from '../support/world.ts'
import { movingDebtors } from './moving.ts'

const { at, tenant, from, to, move, debtorOf } = await movingDebtors()
let made = 0

const read = async (id: string) => (await tenant.api.get(`/users/${id}`)).body

/** A debtor with a settled claim, an invoice that is not booked, a person and a token. */
async function debtorWithPeople() {
  const debtor = newDebtor()
  const settled = await activatedInvoice(tenant, from, { debtor })
  await emptied(tenant, settled)
  await createdInvoice(tenant, from, { debtor })
  const debtorId = await debtorOf(settled)
  const email = `debtor${++made}-${debtorId}@example.com`.toLowerCase()
  const roles = (await tenant.api.get('/roles?limit=100')).body.data
  const role = roles.find((one: { template: string }) => one.template === 'debtor-portal')
  const person = { email, name: 'Astrid Berg', debtorId, roleIds: [role.id] }
  const { body: user } = await tenant.api.post('/users', person)
  await accept(at, tenant, user.id)
  const session = await loggedIn(at, tenant, email)
  const { body: minted } = await tenant.api.post('/token/debtor/generate', { debtorId })
  const token = apiAs(at, minted.token)
  for (const api of [session, token]) {
    expect((await api.get(`/invoices/${settled}`)).status).toBe(200)
  }
  return { debtor, debtorId, settled, email, userId: String(user.id), session, token, minted }
}

type Known = Awaited<ReturnType<typeof debtorWithPeople>>

async function readNothing({ session, token, settled, debtorId, minted }: Known) {
  for (const api of [session, token]) {
    for (const path of [`/invoices/${settled}`, '/invoices', `/debtors/${debtorId}`]) {
      expect((await api.get(path)).status, path).toBe(401)
    }
  }
  expect((await traceOf(at, minted.id)).events).toContain('revoked')
  const [live] = await at.owner(
    'select count(*)::int as n from token where debtor_id = $1 and revoked_at is null',
    [debtorId],
  )
  expect(live?.['n']).toBe(0)
}

describe('who logs in as a debtor that is moved', () => {
  test('does so as the other of the same client, and begins anew', async () => {
    const known = await debtorWithPeople()
    const into = await activatedInvoice(tenant, from, {
      debtor: newDebtor({ identificationNumber: undefined }),
    })
    const debtorId = await debtorOf(into)
    expect((await move(known.debtorId, { clientId: from, debtorId })).status).toBe(200)
    await readNothing(known)
    expect(await read(known.userId)).toMatchObject({ debtorId, clientId: from, status: 'ACTIVE' })
    const again = await loggedIn(at, tenant, known.email)
    expect((await again.get(`/invoices/${into}`)).status).toBe(200)
    expect((await again.get(`/invoices/${known.settled}`)).status).toBe(404)
  })

  test('is let in by another client itself, by a password that nobody of the former knows', async () => {
    const known = await debtorWithPeople()
    const moved = await move(known.debtorId, { clientId: to })
    expect(moved.status).toBe(200)
    await readNothing(known)
    const { userId, email } = known
    const place = { debtorId: moved.body.id, clientId: to }
    expect(await read(userId)).toMatchObject({ ...place, status: 'DISABLED' })
    expect((await traceOf(at, userId)).events).toContain('disabled')
    const login = () => visitor(at).post('/login', { tenantId: tenant.id, email, password })
    expect((await login()).status).toBe(401)
    const former = await tenant.holding(['ReadUser', 'ToggleUsers'], { clientId: from })
    expect((await former.get(`/users/${userId}`)).status).toBe(404)
    const on = await tenant.api.put(`/users/${userId}/toggle`, { active: true })
    expect(on.body.status).toBe('INVITED')
    expect((await login()).status).toBe(401)
  })

  test('is nobody’s of a debtor that is gone', async () => {
    const { debtorId } = await debtorWithPeople()
    const { body } = await move(debtorId, { clientId: to })
    const refusal = { status: 409, body: { code: 'DEBTOR_MOVED', existingId: body.id } }
    expect(await tenant.api.post('/token/debtor/generate', { debtorId })).toMatchObject(refusal)
    const person = { email: `late${++made}@example.com`, name: 'Late', debtorId }
    expect(await tenant.api.post('/users', person)).toMatchObject(refusal)
  })

  test('cannot be bound to it in that moment', async () => {
    for (let n = 0; n < 6; n++) {
      const debtor = newDebtor()
      const settled = await activatedInvoice(tenant, from, { debtor })
      await emptied(tenant, settled)
      const debtorId = await debtorOf(settled)
      const [moved, minted] = await Promise.all([
        move(debtorId, { clientId: to }),
        tenant.api.post('/token/debtor/generate', { debtorId }),
        tenant.api.post('/users', { email: `m${++made}@example.com`, name: 'M', debtorId }),
      ])
      expect(moved.status).toBe(200)
      const late = minted.body.token ?? ''
      expect((await apiAs(at, late).get(`/invoices/${settled}`)).status).toBe(401)
    }
    const left = await at.owner(
      `select u.id from user_account u join debtor d on d.id = u.debtor_id
       where u.tenant_id = $1 and d.moved_to_id is not null`,
      [tenant.id],
    )
    expect(left).toEqual([])
  })
})

test('what waits for a second person about a debtor ends when that is moved', async () => {
  const key = '/system-setting/dualControl.DEBTOR_MERGE'
  expect((await tenant.api.put(key, { value: 'ALWAYS' })).status).toBe(200)
  const invoiceId = await createdInvoice(tenant, from, { debtor: newDebtor() })
  const debtorId = await debtorOf(invoiceId)
  const elsewhere = await financedClient(tenant)
  const account = { debtorId, kind: 'BANKGIRO', number: '991-2346', holderName: 'Berg AB' }
  const byClient = await tenant.holding(['CreateClientDebtorPayoutAccounts'], { clientId: from })
  const added = await byClient.post('/client-debtor-payout-accounts', account)
  expect(added.status).toBe(201)
  const other = await move(debtorId, { clientId: elsewhere })
  const wanted = await move(debtorId, { clientId: to })
  const later = await move(debtorId, { clientId: elsewhere, customerNumber: `L-${debtorId}` })
  expect([other.status, wanted.status, later.status]).toEqual([202, 202, 202])
  const unnamed = newDebtor({ identificationNumber: undefined })
  const twin = await createdInvoice(tenant, from, { debtor: unnamed })
  const into = await move(await debtorOf(twin), { clientId: from, debtorId })
  const accountKey = '/system-setting/dualControl.PAYOUT_ACCOUNT_CHANGE'
  expect((await tenant.api.put(accountKey, { value: 'ALWAYS' })).status).toBe(200)
  const path = `/client-debtor-payout-accounts/${added.body.id}`
  const verified = await tenant.api.put(path, { status: 'VERIFIED' })
  expect([into.status, verified.status]).toEqual([202, 202])
  const second = await tenant.holding(['UpdateDebtorClient'])
  const done = await second.put(`/debtors/${debtorId}/client`, { clientId: to })
  expect([done.status, done.body.code]).toEqual([200, undefined])
  const requestOf = async ({ body }: typeof other) =>
    (await tenant.api.get(`/internal-request/${body.internalRequestId}`)).body
  expect(await requestOf(wanted)).toMatchObject({ status: 'APPROVED' })
  for (const one of [other, later, into, verified]) {
    expect(await requestOf(one)).toMatchObject({
      status: 'CANCELLED',
      comment: 'The debtor was moved',
    })
    expect((await traceOf(at, one.body.internalRequestId)).events).toContain('cancelled')
  }
})
