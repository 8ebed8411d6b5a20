import { describe, expect, test } from 'vitest'
import { accountsByNumber } from '../../src/activities/payments/receiving-accounts.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type Answered } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const refusalOf = ({ status, body }: Answered) => [
  status,
  body.code,
  body.errors?.[0]?.pointer,
  body.errors?.[0]?.code,
]
const referenceOf = async (id: string) =>
  String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference)

const bank = (more: object = {}) =>
  tenant.api.post('/system-bank-accounts', {
    name: 'Inbetalningar',
    kind: 'IBAN',
    number: 'SE35 5000 0000 0549 1000 0003',
    currency: 'SEK',
    ...more,
  })
const account = (more: object = {}) =>
  tenant.api.post('/payment-accounts', {
    kind: 'BANKGIRO',
    number: '5050-1055',
    currency: 'SEK',
    ...more,
  })
const pay = (more: object) => tenant.api.post('/payments', { currency: 'SEK', ...more })
const saidOf = (id: string) => `/payment-accounts/${id}/settings`

describe('accounts that debtors pay to', () => {
  test('have a number of their kind, a currency of it, and a bank account in the same', async () => {
    const { body: at1 } = await bank()
    expect(at1).toMatchObject({ number: 'SE35 5000 0000 0549 1000 0003', active: true })
    const { body: inEuros } = await bank({ kind: 'BANKGIRO', number: '991-2346', currency: 'EUR' })
    expect(refusalOf(await bank())).toEqual([409, 'ALREADY_EXISTS', '/number', 'ALREADY_EXISTS'])
    const wrong = await bank({ number: 'SE35 5000 0000 0549 1000 0004' })
    expect(refusalOf(wrong).slice(2)).toEqual(['/number', 'INVALID_ACCOUNT'])
    expect(refusalOf(await account({ number: '5050-1056' })).slice(2)).toEqual([
      '/number',
      'INVALID_ACCOUNT',
    ])
    expect(refusalOf(await account({ currency: 'NOK' })).slice(2)).toEqual([
      '/currency',
      'NOT_OF_KIND',
    ])
    const other = await account({ systemBankAccountId: inEuros.id })
    expect(refusalOf(other).slice(2)).toEqual(['/systemBankAccountId', 'WRONG_CURRENCY'])
    const made = await account({ systemBankAccountId: at1.id })
    expect(made).toMatchObject({ status: 201, body: { number: '5050-1055', active: true } })
    expect(refusalOf(await account({ number: '50501055' }))[1]).toBe('ALREADY_EXISTS')
    const close = () => tenant.api.put(`/system-bank-accounts/${at1.id}`, { active: false })
    expect(refusalOf(await close())).toEqual([
      409,
      'SYSTEM_BANK_ACCOUNT_IN_USE',
      '/active',
      'IN_USE',
    ])
    const path = `/payment-accounts/${made.body.id}`
    expect((await tenant.api.put(path, { active: false })).body.active).toBe(false)
    expect((await close()).body.active).toBe(false)
    const again = await tenant.api.put(path, { active: true })
    expect(refusalOf(again).slice(2)).toEqual(['/systemBankAccountId', 'NOT_ACTIVE'])
    const moved = await tenant.api.put(path, { active: true, systemBankAccountId: null })
    expect(moved.body).toMatchObject({ active: true, systemBankAccountId: null })
    const found = await tenant.api.post('/payment-accounts/search', {
      filters: { number: '50501055' },
    })
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([made.body.id])
  })

  test('are the tenant’s to change, and nobody else’s to see', async () => {
    const clientId = await clientIn(tenant)
    const { body: made } = await account({ number: '991-2346', clientId })
    const other = await tenantIn(at)
    expect((await other.api.get(`/payment-accounts/${made.id}`)).status).toBe(404)
    expect((await other.api.post('/payment-accounts', { ...made, id: undefined })).status).toBe(400)
    const rights = ['ReadPaymentAccount', 'UpdatePaymentAccounts', 'CreatePaymentAccount'] as const
    const client = await tenant.holding(rights, { clientId })
    expect((await client.get(`/payment-accounts/${made.id}`)).status).toBe(200)
    expect((await client.put(`/payment-accounts/${made.id}`, { active: false })).status).toBe(403)
    const own = { kind: 'PSP', number: 'mine', currency: 'SEK', clientId }
    expect((await client.post('/payment-accounts', own)).status).toBe(403)
    const stranger = await tenant.holding(rights, { clientId: await clientIn(tenant) })
    expect((await stranger.get(`/payment-accounts/${made.id}`)).status).toBe(404)
  })

  test('sit at a bank account that two people have to agree on', async () => {
    const careful = await tenantIn(at, 'Careful', {})
    const sent = { name: 'New', kind: 'BANKGIRO', number: '5050-1055', currency: 'SEK' }
    const first = await careful.api.post('/system-bank-accounts', sent)
    expect(first.status).toBe(202)
    const found = async () =>
      (await careful.api.post('/system-bank-accounts/search', {})).body.data as unknown[]
    expect(await found()).toEqual([])
    const second = await careful.holding(['CreateSystemBankAccount'])
    expect((await second.post('/system-bank-accounts', sent)).status).toBe(201)
    expect(await found()).toHaveLength(1)
  })
})

describe('a payment to an account', () => {
  test('is in its currency, and its client’s', async () => {
    const [clientId, otherId] = [await clientIn(tenant), await clientIn(tenant)]
    const { body: own } = await account({ kind: 'PSP', number: 'own', clientId })
    const [claim, foreign] = [
      await activated(at, tenant, clientId),
      await activated(at, tenant, otherId),
    ]
    const to = (more: object) =>
      pay({ amount: '12500.00', paymentAccountId: own.id, bookDate: undefined, ...more })
    const euros = await to({ currency: 'EUR' })
    expect(refusalOf(euros).slice(0, 3)).toEqual([409, 'CURRENCY_NOT_TAKEN', '/currency'])
    expect(refusalOf(await to({ clientId: otherId })).slice(2)).toEqual([
      '/clientId',
      'NOT_OF_ACCOUNT',
    ])
    expect(refusalOf(await to({ claims: [{ id: foreign }] })).slice(2)).toEqual([
      '/claims/0/id',
      'NOT_OF_ACCOUNT',
    ])
    const unknown = await to({ paymentAccountId: newId('PaymentAccount') })
    expect(refusalOf(unknown).slice(0, 3)).toEqual([404, 'NOT_FOUND', '/paymentAccountId'])
    const elsewhere = await to({ reference: await referenceOf(foreign) })
    expect(elsewhere.body).toMatchObject({ clientId, linked: '0.00', unplaced: '12500.00' })
    const placed = await to({ reference: await referenceOf(claim) })
    expect(placed.body).toMatchObject({
      paymentAccountId: own.id,
      clientId,
      linked: '12500.00',
    })
    const listed = await tenant.api.get(`/payments?paymentAccountId=${own.id}`)
    expect(listed.body.data).toHaveLength(2)
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('goes on the claim of its reference as the account says', async () => {
    const clientId = await clientIn(tenant)
    const { body: strict } = await account({ kind: 'PSP', number: 'strict' })
    const settings = (sent: object) => tenant.api.put(saidOf(strict.id), sent)
    const said = { paymentAccountId: strict.id, referenceLevel: 'FIXED' }
    const post = (sent: object) => tenant.api.post('/payment-accounts/settings', sent)
    expect(refusalOf(await post(said)).slice(2)).toEqual(['/referenceLength', 'REQUIRED'])
    expect((await post({ ...said, referenceLength: 5 })).body).toMatchObject({
      id: strict.id,
      referenceLevel: 'FIXED',
      placesByReference: true,
    })
    expect(refusalOf(await post({ ...said, referenceLength: 5 }))[1]).toBe('ALREADY_EXISTS')
    expect(refusalOf(await settings({ referenceLevel: 'HARD' })).slice(2)).toEqual([
      '/referenceLength',
      'NOT_OF_LEVEL',
    ])
    expect(refusalOf(await settings({ furtherLength: 5 })).slice(2)).toEqual([
      '/furtherLength',
      'NOT_FURTHER',
    ])
    const claim = await activated(at, tenant, clientId)
    const reference = await referenceOf(claim)
    const to = () => pay({ amount: '100.00', paymentAccountId: strict.id, reference })
    // References of this client are twelve digits long, which no bank lets through as five.
    expect((await to()).body).toMatchObject({ linked: '0.00', unplaced: '100.00' })
    await settings({ furtherLength: reference.length })
    expect((await to()).body.linked).toBe('100.00')
    const validate = async (account: string) =>
      (
        await tenant.api.post('/payments/validate-payment-reference', {
          reference,
          paymentAccountId: account,
        })
      ).body
    expect(await validate(strict.id)).toMatchObject({ valid: true, claim: { id: claim } })
    await settings({ furtherLength: null })
    expect((await validate(strict.id)).valid).toBe(false)
    const elsewhere = { kind: 'PSP', number: 'elsewhere', clientId: await clientIn(tenant) }
    expect(await validate((await account(elsewhere)).body.id)).toMatchObject({
      valid: true,
      claim: null,
    })
    await settings({ furtherLength: reference.length })
    await settings({ placesByReference: false })
    expect((await to()).body.linked).toBe('0.00')
    const all = await tenant.api.post('/payment-accountssettings/search', {
      filters: { referenceLevel: 'FIXED' },
    })
    expect(all.body.data).toMatchObject([{ id: strict.id, furtherLength: reference.length }])
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })
})

test('an account is known by its number in a file, or by that of the bank account under it', async () => {
  const own = await tenantIn(at)
  const number = 'SE3550000000054910000003'
  const sits = { name: 'One', kind: 'IBAN', number, currency: 'SEK' }
  const { body: under } = await own.api.post('/system-bank-accounts', sits)
  const add = (giro: string) =>
    own.api.post('/payment-accounts', {
      kind: 'BANKGIRO',
      number: giro,
      currency: 'SEK',
      systemBankAccountId: under.id,
    })
  const { body: first } = await add('5050-1055')
  const known = (numbers: string[]) =>
    own.work(async (unit) => {
      const found = await accountsByNumber(unit, numbers)
      return numbers.map((each) => found.get(each)?.id)
    })
  const asked = ['5050-1055', '50501055', 'SE35 5000 0000 0549 1000 0003', '991-2346']
  expect(await known(asked)).toEqual([first.id, first.id, first.id, undefined])
  const { body: second } = await add('991-2346')
  // Of two that sit there, the number of the bank account alone says nothing.
  expect(await known(asked)).toEqual([first.id, first.id, undefined, second.id])
})
