import { expect, test } from 'vitest'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type Answered } from '../support/world.ts'

const { at, tenant: only } = await worldWithTenant()
const tenant = await tenantIn(at, 'Two close', { STAFF_INVITATION: 'OFF' })

/** Until so many wait for somebody's lock. */
const waiting = (count: number) =>
  expect
    .poll(
      async () => {
        const [row] = await at.owner(
          `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return row?.['n']
      },
      { timeout: 10_000 },
    )
    .toBe(count)

const rights = ['CreateClientBankAccount', 'UpdateClientBankAccount'] as const

/** Where the machine is slow, somebody may be told to come again: then it is tried anew. */
async function untilServed(attempt: () => Promise<readonly [Answered, Answered]>) {
  for (let tries = 0; ; tries++) {
    const [one, other] = await attempt()
    if (tries > 5 || ![one, other].some(({ status }) => status === 503)) return { one, other }
  }
}

/** What is asked about a client's account while somebody else ends what it is about. */
async function asked(ending: (of: { clientId: string; path: string }) => Promise<Answered>) {
  const { one: request, other: end } = await untilServed(() => bothAtOnce(ending))
  expect([request.status, end.status]).toEqual([202, 200])
  return (await tenant.api.get(`/internal-request/${request.body.internalRequestId}`)).body
}

async function bothAtOnce(ending: (of: { clientId: string; path: string }) => Promise<Answered>) {
  const clientId = await clientIn(tenant)
  const [one, other] = [await tenant.holding(rights), await tenant.holding(rights)]
  const sent = { clientId, kind: 'BANKGIRO', number: '5050-1055', holderName: 'Client AB' }
  await one.post('/client-bank-account', sent)
  const { id } = (await other.post('/client-bank-account', sent)).body
  const path = `/client-bank-account/${id}`
  await tenant.api.put(`/clients/${clientId}`, { status: 'OFFBOARDING' })
  // Somebody else holds the account, so that what it would do is tried until they let go.
  await at.owner('begin')
  await at.owner('select from client_bank_account where id = $1 for update', [id])
  const asking = one.put(path, { holderName: 'Another AB' })
  await Promise.race([waiting(1), asking])
  const ended = ending({ clientId, path })
  await Promise.race([waiting(2), asking, ended])
  await at.owner('rollback')
  return Promise.all([asking, ended])
}

test('what is asked of a second person while the client is being closed ends with the rest', async () => {
  const close = ({ clientId }: { clientId: string }) =>
    tenant.api.put(`/clients/${clientId}`, { status: 'CLOSED' })
  expect(await asked(close)).toMatchObject({
    status: 'CANCELLED',
    comment: 'The client was closed.',
  })
})

test('so does what is asked about an account while that is revoked', async () => {
  const revoke = ({ path }: { path: string }) => tenant.api.put(path, { status: 'REVOKED' })
  expect(await asked(revoke)).toMatchObject({
    status: 'CANCELLED',
    comment: 'The account was revoked',
  })
})

test('money that comes by hand while the client is being closed keeps it open', async () => {
  const { one: entered, other: closed } = await untilServed(async () => {
    const { id: clientId, mainId } = await bookedClient(only)
    await only.api.put(`/clients/${clientId}`, { status: 'OFFBOARDING' })
    await at.owner('begin')
    await at.owner('select from client_account where id = $1 for update', [mainId])
    const coming = enterByHand(only.api, mainId, '100')
    await Promise.race([waiting(1), coming])
    const closing = only.api.put(`/clients/${clientId}`, { status: 'CLOSED' })
    await Promise.race([waiting(2), coming, closing])
    await at.owner('rollback')
    return Promise.all([coming, closing])
  })
  expect([entered.status, closed.status, closed.body.code]).toEqual([
    201,
    409,
    'CLIENT_IN_BUSINESS',
  ])
  expect(closed.body.errors).toMatchObject([{ code: 'BALANCE_LEFT' }])
})

test('nothing is asked, charged or moved by hand of a client that is closed', async () => {
  const { id: clientId, mainId, reserveId } = await bookedClient(only)
  const other = await bookedClient(only)
  await enterByHand(only.api, other.mainId, '100')
  const invoiceId = await createdInvoice(only, clientId)
  for (const status of ['OFFBOARDING', 'CLOSED']) {
    await only.api.put(`/clients/${clientId}`, { status })
  }
  const across = { fromId: other.mainId, toId: mainId, amount: '10', text: 'x', reason: 'y' }
  for (const answer of [
    await enterByHand(only.api, mainId, '100'),
    await only.api.put('/client-accounts/transfer', across),
    await only.api.put('/client-accounts/transfer', {
      fromId: mainId,
      toId: reserveId,
      amount: '1',
      text: 'x',
    }),
    await only.api.post('/client-invoice-request', { invoiceId, type: 'OTHER', text: 'Please' }),
    await only.api.post('/charges', { clientId, chargeType: 'INVOICE_FEE', amount: '10.00' }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'CLIENT_CLOSED'])
  }
  await only.api.put(`/clients/${clientId}`, { status: 'OFFBOARDING' })
  expect((await enterByHand(only.api, mainId, '100')).status).toBe(201)
})
