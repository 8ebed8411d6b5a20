import { describe, expect, test } from 'vitest'
import { isBankAccount, shownNumber } from '../../src/domain/clients/bank-account.ts'
import { transferText, unknownPlaceholders } from '../../src/domain/clients/transfer-text.ts'
import { traceOf } from '../access/people.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { tenantIn, worldWithTenant, type Api } from '../support/world.ts'

const { at, tenant: alone } = await worldWithTenant()
const tenant = await tenantIn(at, 'Two', { CLIENT_ACCOUNT_TRANSACTION: 'OFF' })
const rights = [
  'CreateClientBankAccount',
  'UpdateClientBankAccount',
  'DeleteClientBankAccount',
  'ReadClientBankAccount',
] as const
const somebody = () => tenant.holding([...rights], { lifetimeMs: 30 * 86_400_000 })
const [one, other] = [await somebody(), await somebody()]

const iban = 'SE45 5000 0000 0583 9825 7466'
const facts = { kind: 'IBAN', number: iban, holderName: 'Client AB' }
const path = '/client-bank-account'

async function added(clientId: string, more: object = {}): Promise<string> {
  const call = (by: Api) => by.post(path, { clientId, ...facts, ...more })
  expect((await call(one)).status).toBe(202)
  const { status, body } = await call(other)
  expect(status).toBe(201)
  return body.id
}

/** A client with money, and none of the accounts that tests give to one. */
async function client() {
  const made = await bookedClient(tenant)
  await tenant.api.put(`/client-accounts/${made.mainId}`, { payoutAccountId: null })
  await at.owner('delete from client_bank_account_profile where client_id = $1', [made.id])
  await enterByHand(tenant.api, made.mainId, '1000')
  return made
}

const payOut = (id: string, amount = '10') =>
  tenant.api.put(`/client-accounts/${id}/payout`, { amount })

const laterBy = (days: number) => {
  at.clock.now = new Date(at.clock.now.getTime() + days * 86_400_000)
}

test.each<[Parameters<typeof isBankAccount>[0], string, boolean]>([
  ['IBAN', iban, true],
  ['IBAN', 'SE45 5000 0000 0583 9825 7465', false],
  ['IBAN', 'NO93 8601 1117 947', true],
  ['BANKGIRO', '991-2346', true],
  ['BANKGIRO', '991-2347', false],
  ['PLUSGIRO', '28 65 43-4', true],
  ['PLUSGIRO', '28 65 43-5', false],
  ['BBAN', '5439-100 12 33', true],
  ['BBAN', '5439-100 12 34', false],
  ['BBAN', 'SE45', false],
])('%s %s is one: %s', (kind, number, is) => {
  expect(isBankAccount(kind, number)).toBe(is)
})

test('templates have known placeholders alone, and fit into what a bank takes', () => {
  expect(unknownPlaceholders('Payout {reference} of {plannedDate}')).toEqual([])
  expect(unknownPlaceholders('{who} {} {reference')).toEqual(['who', '', '{'])
  const told = { amount: '1.00', clientName: 'x'.repeat(200), currency: 'SEK' }
  const text = transferText('{clientName}', { ...told, plannedDate: '', reference: '' })
  expect(text).toHaveLength(140)
})

describe('a bank account of a client', () => {
  test('is added by two people, and told in no inbox, event or changelog', async () => {
    const { id: clientId } = await client()
    const call = (by: Api) => by.post(path, { clientId, ...facts })
    const asked = await call(one)
    const told = await tenant.api.get(`/internal-request/${asked.body.internalRequestId}`)
    expect(told.body.asked).toEqual({ ...facts, bic: null, number: '•••• 7466' })
    expect(JSON.stringify(told.body)).not.toContain('58398257466')
    expect(await call(other)).toMatchObject({
      status: 201,
      body: { status: 'VERIFIED', number: iban, clientId },
    })
    const journal = await at.owner(
      `select entries::text as text from journal where client_id = $1`,
      [clientId],
    )
    expect(JSON.stringify(journal)).not.toContain('58398257466')
    expect((await call(one)).body).toMatchObject({
      code: 'ALREADY_EXISTS',
      errors: [{ pointer: '/number' }],
    })
  })

  test('whose digits do not fit is refused before anybody is asked', async () => {
    const { id: clientId } = await client()
    const wrong = { clientId, ...facts, number: '991-2346' }
    expect((await one.post(path, wrong)).body.errors).toMatchObject([{ pointer: '/number' }])
  })

  test('that the client adds waits until two of the tenant verify it', async () => {
    const { id: clientId, mainId } = await client()
    const own = await tenant.holding([...rights], { kind: 'CLIENT', clientId })
    const { status, body } = await own.post(path, facts)
    expect([status, body.status]).toEqual([201, 'UNVERIFIED'])
    const verify = (by: Api) => by.put(`${path}/${body.id}`, { status: 'VERIFIED' })
    expect((await verify(own)).status).toBe(403)
    await tenant.api.put(`/client-accounts/${mainId}`, { payoutAccountId: body.id })
    expect((await payOut(mainId)).body.code).toBe('PAYOUT_ACCOUNT_NOT_VERIFIED')
    expect((await verify(one)).status).toBe(202)
    expect((await verify(other)).body.status).toBe('VERIFIED')
    const changed = await own.put(`${path}/${body.id}`, { holderName: 'Another AB' })
    expect(changed.body).toMatchObject({ status: 'UNVERIFIED', verifiedAt: null })
  })

  test('of another client is not there', async () => {
    const id = await added((await client()).id)
    const { id: clientId } = await client()
    const own = await tenant.holding([...rights], { kind: 'CLIENT', clientId })
    expect((await own.get(`${path}/${id}`)).status).toBe(404)
    expect((await own.put(`${path}/${id}`, { status: 'REVOKED' })).status).toBe(404)
    const profile = { purpose: 'PAYOUT', currency: 'SEK', clientBankAccountId: id }
    expect((await own.post(`${path}-profile`, profile)).status).toBe(404)
  })
})

describe('a bank account that is named', () => {
  const named = async () => {
    const { id: clientId, mainId } = await client()
    const id = await added(clientId)
    const profile = { clientId, purpose: 'PAYOUT', currency: 'SEK', clientBankAccountId: id }
    const { body } = await one.post(`${path}-profile`, profile)
    return { clientId, mainId, id, profile, profileId: body.id }
  }
  const removed = async (id: string) => {
    const { status, body } = await one.delete(`${path}/${id}`)
    return [status, body?.code, body?.detail]
  }

  test('is revoked with the profiles that name it, and is then removed', async () => {
    const { mainId, id, profile, profileId } = await named()
    expect(await removed(id)).toEqual([409, 'IN_USE', expect.stringContaining('A profile')])
    expect((await one.put(`${path}/${id}`, { status: 'REVOKED' })).status).toBe(200)
    expect((await one.get(`${path}-profile/${profileId}`)).status).toBe(404)
    expect((await payOut(mainId)).body.code).toBe('PAYOUT_ACCOUNT_MISSING')
    const { events, log } = await traceOf(at, profileId)
    const actions = log.map(({ action }) => action)
    expect([events, actions]).toEqual([
      ['profileCreated', 'profileDeleted'],
      ['CREATED', 'DELETED'],
    ])
    expect((await one.post(`${path}-profile`, profile)).body.code).toBe('BANK_ACCOUNT_REVOKED')
    expect((await removed(id))[0]).toBe(204)
  })

  test('was revoked before profiles ended with it: whoever removes it ends them', async () => {
    const { id, profileId } = await named()
    await at.owner(`update client_bank_account set status = 'REVOKED' where id = $1`, [id])
    expect((await removed(id))[0]).toBe(204)
    expect((await one.get(`${path}-profile/${profileId}`)).status).toBe(404)
  })

  test('by a client account stays until that names another', async () => {
    const { mainId, id } = await named()
    await tenant.api.put(`/client-accounts/${mainId}`, { payoutAccountId: id })
    await one.put(`${path}/${id}`, { status: 'REVOKED' })
    expect((await payOut(mainId)).body.code).toBe('PAYOUT_ACCOUNT_NOT_VERIFIED')
    expect(await removed(id)).toEqual([409, 'IN_USE', expect.stringContaining('payoutAccountId')])
    await tenant.api.put(`/client-accounts/${mainId}`, { payoutAccountId: null })
    expect((await removed(id))[0]).toBe(204)
  })
})

describe('a payout', () => {
  test('goes to the profile of its currency, some days after two people saw the account', async () => {
    const { id: clientId, mainId } = await client()
    expect((await payOut(mainId)).body.code).toBe('PAYOUT_ACCOUNT_MISSING')
    const clientBankAccountId = await added(clientId)
    const profile = { clientId, purpose: 'PAYOUT', currency: 'SEK', clientBankAccountId }
    expect((await one.post(`${path}-profile`, profile)).status).toBe(201)
    expect((await one.post(`${path}-profile`, profile)).body.code).toBe('ALREADY_EXISTS')
    const early = await payOut(mainId)
    expect([early.status, early.body.code]).toEqual([409, 'PAYOUT_ACCOUNT_COOLING_DOWN'])
    laterBy(2)
    expect(await payOut(mainId)).toMatchObject({
      status: 200,
      body: {
        payoutAccountId: clientBankAccountId,
        payoutKind: 'IBAN',
        payoutNumber: '•••• 7466',
        payoutBic: null,
        payoutHolder: 'Client AB',
      },
    })
    const { code, detail } = (await one.delete(`${path}/${clientBankAccountId}`)).body
    expect([code, detail]).toEqual(['IN_USE', expect.stringContaining('REVOKED')])
  })

  test('waits where its account is revoked or has another number since', async () => {
    const { id: clientId, mainId } = await client()
    const id = await added(clientId)
    await tenant.api.put(`/client-accounts/${mainId}`, { payoutAccountId: id })
    laterBy(2)
    const { id: payoutId } = (await payOut(mainId)).body
    const statusOf = async () =>
      (await at.owner('select status from payout where id = $1', [payoutId]))[0]?.['status']
    const change = (by: Api) => by.put(`${path}/${id}`, { kind: 'PLUSGIRO', number: '28 65 43-4' })
    expect((await change(one)).status).toBe(202)
    expect(await statusOf()).toBe('CREATED')
    expect((await change(other)).status).toBe(200)
    expect(await statusOf()).toBe('BLOCKED')
    expect((await payOut(mainId)).body.code).toBe('PAYOUT_ACCOUNT_COOLING_DOWN')
    expect((await one.put(`${path}/${id}`, { status: 'REVOKED' })).body.status).toBe('REVOKED')
    const again = await one.put(`${path}/${id}`, { status: 'VERIFIED' })
    expect(again.body.code).toBe('BANK_ACCOUNT_REVOKED')
    const named = { payoutAccountId: id }
    const chosen = await tenant.api.put(`/client-accounts/${mainId}`, named)
    expect(chosen.body.code).toBe('BANK_ACCOUNT_REVOKED')
  })

  test('keeps the text that it was made with', async () => {
    const { id: clientId, mainId } = await bookedClient(alone)
    await enterByHand(alone.api, mainId, '1000')
    const text = { clientId, purpose: 'PAYOUT', language: 'sv' }
    const wrong = await alone.api.post('/client-transfer-text', { ...text, template: '{who}' })
    expect(wrong.body.errors).toMatchObject([{ code: 'UNKNOWN_PLACEHOLDER' }])
    const template = 'Utbetalning {amount} {currency} till {clientName}'
    const made = await alone.api.post('/client-transfer-text', { ...text, template })
    expect(made.status).toBe(201)
    const first = (await alone.api.put(`/client-accounts/${mainId}/payout`, { amount: '10' })).body
    expect(first.remittanceText).toMatch(/^Utbetalning 10\.00 SEK till Aktiebolaget/)
    const changed = { template: 'Nu {reference}' }
    await alone.api.put(`/client-transfer-text/${made.body.id}`, changed)
    const then = (await alone.api.put(`/client-accounts/${mainId}/payout`, { amount: '10' })).body
    expect(then.remittanceText).toBe(`Nu ${then.id}`.slice(0, 140))
    const kept = await at.owner('select remittance_text from payout where id = $1', [first.id])
    expect(kept).toEqual([{ remittance_text: first.remittanceText }])
    const found = await alone.api.post('/client-transfer-text/search', { filters: { clientId } })
    expect(found.body.data).toMatchObject([{ template: 'Nu {reference}' }])
  })
})

test.each<[string, object, object]>([
  ['kind', { kind: 'PLUSGIRO', number: '50501055' }, { kind: 'BANKGIRO' }],
  ['BIC', { bic: 'SWEDSESS' }, { bic: null }],
  ['holder', { holderName: 'Another AB' }, { holderName: 'Client AB' }],
])('a payout waits, with an errand, where its account has another %s', async (_, now, before) => {
  const { id: clientId, mainId } = await client()
  const id = await added(clientId, { kind: 'BANKGIRO', number: '50501055' })
  await tenant.api.put(`/client-accounts/${mainId}`, { payoutAccountId: id })
  laterBy(2)
  const { id: payoutId } = (await payOut(mainId)).body
  const standing = async () => {
    const [payout] = await at.owner('select status from payout where id = $1', [payoutId])
    const errands = await at.owner(
      `select status from system_errand where type = 'PAYOUT' and subject_id = $1`,
      [payoutId],
    )
    return [payout?.['status'], ...errands.map(({ status }) => status)]
  }
  const change = async (sent: object) => {
    expect((await one.put(`${path}/${id}`, sent)).status).toBe(202)
    expect((await other.put(`${path}/${id}`, sent)).status).toBe(200)
  }
  await change(now)
  expect(await standing()).toEqual(['BLOCKED', 'OPEN'])
  await change(before)
  expect(await standing()).toEqual(['CREATED', 'RESOLVED'])
  await at.owner('update payout set payout_kind = null where id = $1', [payoutId])
  laterBy(1)
  await change(now)
  await change(before)
  expect(await standing()).toEqual(['BLOCKED', 'OPEN'])
})

test('an account is shown as banks print it', () => {
  expect(shownNumber('BANKGIRO', '9912346')).toBe('991-2346')
  expect(shownNumber('IBAN', iban.replaceAll(' ', ''))).toBe(iban)
})
