import { describe, expect, test } from 'vitest'
import { requestsMax } from '../../src/domain/automation/internal-request.ts'
import { personIn } from '../access/people.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { apiAs, tenantIn, worldWithTenant, type Answered, type Api } from '../support/world.ts'

const { at } = await worldWithTenant()
const tenant = await tenantIn(at, 'Two', { STAFF_INVITATION: 'OFF' })
const said = ({ status, body }: Answered) => [status, body.code]
const idOf = ({ status, body }: Answered): string => {
  expect(status).toBe(202)
  return body.internalRequestId
}

/** A request of which nobody makes anything any more. */
async function isEnded(id: string, comment: string) {
  const { body } = await tenant.api.get(`/internal-request/${id}`)
  expect(body).toMatchObject({ status: 'CANCELLED', comment })
}

describe('what somebody asked for ends', () => {
  test('with the account that it was about', async () => {
    const { id: clientId } = await bookedClient(tenant)
    const rights = [
      'CreateClientBankAccount',
      'UpdateClientBankAccount',
      'DeleteClientBankAccount',
    ] as const
    const [one, other] = [await tenant.holding(rights), await tenant.holding(rights)]
    const path = '/client-bank-account'
    const added = async (kind: string, number: string) => {
      const sent = { clientId, kind, number, holderName: 'Client AB' }
      idOf(await one.post(path, sent))
      return String((await other.post(path, sent)).body.id)
    }
    const change = (id: string) => one.put(`${path}/${id}`, { holderName: 'Another AB' })
    const revoked = await added('IBAN', 'SE45 5000 0000 0583 9825 7466')
    const asked = idOf(await change(revoked))
    expect((await other.put(`${path}/${revoked}`, { status: 'REVOKED' })).status).toBe(200)
    await isEnded(asked, 'The account was revoked')
    const deleted = await added('PLUSGIRO', '28 65 43-4')
    const also = idOf(await change(deleted))
    expect((await other.delete(`${path}/${deleted}`)).status).toBe(204)
    await isEnded(also, 'The account was deleted')
  })

  test('with the return that it was about, or once that goes elsewhere', async () => {
    const sent = { amount: '100.00', currency: 'SEK', payerAccount: '5050-1055' }
    const { body: payment } = await tenant.api.post('/payments', sent)
    const { data } = (await tenant.api.post('/unplaced-payments/search', { limit: 200 })).body
    const { id } = data.find((each: { transactionId: string }) => each.transactionId === payment.id)
    const { body } = await tenant.api.put(`/unplaced-payments/${id}/return`, {})
    const path = `/payment-transactions-returns/${body.id}`
    const clerk = await tenant.holding(['AuthorizePaymentTransactionReturns'])
    const first = idOf(await clerk.put(`${path}/authorize`))
    const elsewhere = { toAccount: '991-2346', override: true }
    expect((await tenant.api.put(path, elsewhere)).status).toBe(200)
    await isEnded(first, 'The return goes to another account')
    const second = idOf(await clerk.put(`${path}/authorize`))
    expect((await tenant.api.delete(path)).status).toBe(204)
    await isEnded(second, 'The return was deleted')
  })

  test('with whoever asked, also by a token that they made', async () => {
    const { mainId } = await bookedClient(tenant)
    const rights = ['CreateClientAccountTransaction', 'GenerateToken']
    const asker = await personIn(at, tenant, { rights })
    const stays = await personIn(at, tenant, { rights })
    const own = idOf(await enterByHand(asker.api, mainId, '1'))
    const minted = await asker.api.post('/token/generate', { rights: [rights[0]] })
    const byToken = idOf(await enterByHand(apiAs(at, minted.body.token), mainId, '3'))
    const others = idOf(await enterByHand(stays.api, mainId, '2'))
    const off = await tenant.api.put(`/users/${asker.id}/toggle`, { active: false })
    expect(off.status).toBe(200)
    await isEnded(own, 'Whoever asked was switched off')
    await isEnded(byToken, 'Whoever asked was switched off')
    const { body } = await tenant.api.get(`/internal-request/${others}`)
    expect(body.status).toBe('OPEN')
    // What the one asked for is agreed to by nobody: it is asked for anew.
    expect(idOf(await enterByHand(stays.api, mainId, '1'))).not.toBe(own)
  })
})

test('one person has so many waiting about one thing, and the same twice is one', async () => {
  const { mainId } = await bookedClient(tenant)
  const rights = ['CreateClientAccountTransaction', 'ReadInternalRequest'] as const
  const [one, other] = [await tenant.holding(rights), await tenant.holding(rights)]
  const enter = (by: Api, amount: number) => enterByHand(by, mainId, `${amount}`)
  for (let n = 1; n <= requestsMax; n++) idOf(await enter(one, n))
  expect(said(await enter(one, requestsMax + 1))).toEqual([409, 'REQUESTS_FULL'])
  // It is not one more.
  expect(said(await enter(one, 1))).toEqual([409, 'SAME_APPROVER'])
  idOf(await enter(other, requestsMax + 1))
  expect((await enter(other, 1)).status).toBe(201)
  idOf(await enter(one, requestsMax + 2))
})
