import { expect, test } from 'vitest'
import { accountToRefund } from '../../src/activities/payouts/refunds/account-to-refund.ts'
import { platform } from '../../src/domain/access/principal.ts'
import type { RefundAccount } from '../../src/domain/payouts/refund.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import { bankgiroOf } from '../conformance/given-accounts.ts'
import { activated, newDebtor } from '../factoring/ground.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type Answered, type TestTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

let made = 0
const giro = () => bankgiroOf(970_000 + ++made).replace(/(....)$/, '-$1')
const refusalOf = ({ status, body }: Answered) => [status, body.code, body.errors?.[0]?.pointer]
const rights = [
  'CreateClientDebtorPayoutAccounts',
  'ReadClientDebtorPayoutAccounts',
  'UpdateClientDebtorPayoutAccounts',
  'UpdateDebtorPayoutAccounts',
] as const
const path = '/client-debtor-payout-accounts'
const aged = (id: string) =>
  at.owner(
    `update debtor_payout_account set verified_at = now() - interval '3 days' where id = $1`,
    [id],
  )

/** A debtor that has paid from a giro, and has 1,250.00 to its credit. */
async function creditor(of: TestTenant = tenant) {
  const clientId = await clientIn(of)
  const debtor = newDebtor()
  const claim = await activated(at, of, clientId, { debtor })
  const paidFrom = giro()
  const paid = { amount: '12500.00', payerAccount: paidFrom }
  expect((await of.api.put(`/invoices/${claim}/actions/payment`, paid)).status).toBe(200)
  const credit = await activatedInvoice(of, clientId, {
    debtor,
    type: 'CREDIT_INVOICE',
    articleRows: [{ description: 'Back', quantity: '1', price: '1000.00', vatPercentage: 25 }],
  })
  const debtorId: string = (await of.api.get(`/invoices/${credit}`)).body.debtorId
  return { clientId, credit, debtor, debtorId, paidFrom }
}

const refund = (credit: string, amount: string) =>
  tenant.api.put(`/invoices/${credit}/actions/refund-credit-invoice`, { amount })

const account = (number = giro()) => ({ kind: 'BANKGIRO', number, holderName: 'Sundin Bygg AB' })
const last = (number: string) => `•••• ${number.replaceAll(/\D/g, '').slice(-4)}`

test('a debtor is paid back to its verified account once that has cooled down, till it is disabled', async () => {
  const { credit, debtorId, paidFrom } = await creditor()
  const sent = account()
  const added = await tenant.api.post(path, { debtorId, ...sent })
  expect([added.status, added.body]).toMatchObject([201, { status: 'VERIFIED', debtorId }])
  expect(added.body.number).toBe(sent.number)
  expect((await refund(credit, '10.00')).body.payoutNumber).toBe(last(paidFrom))
  await aged(added.body.id)
  expect((await refund(credit, '20.00')).body.payoutNumber).toBe(last(sent.number))
  const disabled = await tenant.api.put(`/debtor-payout-accounts/${added.body.id}`, {
    status: 'DISABLED',
  })
  expect(disabled.body.status).toBe('DISABLED')
  expect((await refund(credit, '30.00')).body.payoutNumber).toBe(last(paidFrom))
  const again = { status: 'VERIFIED' }
  const back = await tenant.api.put(`/debtor-payout-accounts/${added.body.id}`, again)
  expect(refusalOf(back)[1]).toBe('PAYOUT_ACCOUNT_DISABLED')
})

test('it takes two people of the tenant; what a client says of its debtor waits for them', async () => {
  const two = await tenantIn(at, 'Two pay back', {})
  const { clientId, debtorId } = await creditor(tenant).then(async () => {
    const client = await clientIn(two)
    const invoice = await activated(at, two, client, { debtor: newDebtor() })
    const { body } = await two.api.get(`/invoices/${invoice}`)
    return { clientId: client, debtorId: body.debtorId as string }
  })
  const [first, second] = [await two.holding(rights), await two.holding(rights)]
  const sent = { debtorId, ...account() }
  expect((await first.post(path, sent)).status).toBe(202)
  expect((await first.post(path, sent)).body.code).toBe('SAME_APPROVER')
  const added = await second.post(path, sent)
  expect([added.status, added.body.status]).toEqual([201, 'VERIFIED'])
  expect(refusalOf(await second.post(path, sent))).toEqual([409, 'ALREADY_EXISTS', '/number'])

  const own = await two.holding(rights, { clientId })
  const said = await own.post(path, { debtorId, ...account() })
  expect([said.status, said.body.status]).toEqual([201, 'UNVERIFIED'])
  const place = `/debtor-payout-accounts/${said.body.id}`
  expect((await own.put(place, { status: 'VERIFIED' })).status).toBe(403)
  expect((await first.put(place, { status: 'VERIFIED' })).status).toBe(202)
  expect((await second.put(place, { status: 'VERIFIED' })).body.status).toBe('VERIFIED')
  // A changed number begins anew, by the client or by one of the tenant alone.
  const changed = await own.put(`${path}/${said.body.id}`, { number: giro() })
  expect(changed.body).toMatchObject({ status: 'UNVERIFIED', verifiedBy: null, verifiedAt: null })
  expect((await own.get(`${path}/debtor/${debtorId}`)).body.data).toHaveLength(2)

  const elsewhere = await two.holding(rights, { clientId: await clientIn(two) })
  expect((await elsewhere.get(`${path}/${said.body.id}`)).status).toBe(404)
  expect((await elsewhere.get(`${path}/debtor/${debtorId}`)).status).toBe(404)
  expect((await elsewhere.put(`${path}/${said.body.id}`, { number: giro() })).status).toBe(404)
  expect((await elsewhere.post(path, sent)).status).toBe(404)
  const debtor = await two.holding([...rights, 'ReadDebtorPayoutAccounts'], { debtorId, clientId })
  expect((await debtor.get('/debtor-payout-accounts')).body.data ?? []).toEqual([])
})

test('an account that two merged debtors had is disabled in both rows, and nothing goes there', async () => {
  const { clientId, credit, debtor, debtorId, paidFrom } = await creditor()
  const other = await clientIn(tenant)
  const invoice = await createdInvoice(tenant, other, { debtor })
  const [{ twin } = {}] = await at.owner('select debtor_id as twin from invoice where id = $1', [
    invoice,
  ])
  const sent = account()
  const kept = await tenant.api.post(path, { debtorId, ...sent })
  const moved = await tenant.api.post(path, { debtorId: twin, ...sent })
  expect([kept.status, moved.status]).toEqual([201, 201])
  const merged = await tenant.api.put(`/debtors/${twin}/client`, { clientId, debtorId })
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  await aged(kept.body.id)
  await aged(moved.body.id)
  expect((await refund(credit, '10.00')).body.payoutNumber).toBe(last(sent.number))
  const disable = { status: 'DISABLED' }
  const place = `/debtor-payout-accounts/${kept.body.id}`
  expect((await tenant.api.put(place, disable)).body.status).toBe('DISABLED')
  const { data } = (await tenant.api.get(`${path}/debtor/${debtorId}`)).body
  expect(data.map(({ status }: { status: string }) => status)).toEqual(['DISABLED', 'DISABLED'])
  expect((await refund(credit, '20.00')).body.payoutNumber).toBe(last(paidFrom))
})

test('the account of a debtor that goes into another one is seen by people anew', async () => {
  const { clientId, credit, debtorId, paidFrom } = await creditor()
  const unnumbered = newDebtor({ identificationNumber: undefined })
  const invoice = await createdInvoice(tenant, clientId, { debtor: unnumbered })
  const { body: other } = await tenant.api.get(`/invoices/${invoice}`)
  const sent = account()
  const { body: added } = await tenant.api.post(path, { debtorId: other.debtorId, ...sent })
  await aged(added.id)
  const merged = await tenant.api.put(`/debtors/${other.debtorId}/client`, { clientId, debtorId })
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  const place = `/debtor-payout-accounts/${added.id}`
  const unseen = { debtorId, status: 'UNVERIFIED', verifiedBy: null, verifiedAt: null }
  expect((await tenant.api.get(`${path}/${added.id}`)).body).toMatchObject(unseen)
  expect((await refund(credit, '10.00')).body.payoutNumber).toBe(last(paidFrom))
  expect((await tenant.api.put(place, { status: 'VERIFIED' })).body.status).toBe('VERIFIED')
  await aged(added.id)
  expect((await refund(credit, '20.00')).body.payoutNumber).toBe(last(sent.number))
})

test('what was paid from an account that is disabled does not go back there', async () => {
  const { credit, debtorId, paidFrom } = await creditor()
  const { body } = await tenant.api.post(path, { debtorId, ...account(paidFrom) })
  const place = `/debtor-payout-accounts/${body.id}`
  expect((await refund(credit, '10.00')).body.payoutNumber).toBe(last(paidFrom))
  await tenant.api.put(place, { status: 'DISABLED' })
  expect(refusalOf(await refund(credit, '20.00'))).toEqual([
    409,
    'REFUND_ACCOUNT_MISSING',
    '/account',
  ])
})

test('a debtor that was moved is paid back where who has taken its place is', async () => {
  const clientId = await clientIn(tenant)
  const [debtor, paidFrom] = [newDebtor(), giro()]
  const claim = await activated(at, tenant, clientId, { debtor })
  const paid = { amount: '12500.00', payerAccount: paidFrom }
  await tenant.api.put(`/invoices/${claim}/actions/payment`, paid)
  const { debtorId } = (await tenant.api.get(`/invoices/${claim}`)).body
  const sent = account()
  const { body: added } = await tenant.api.post(path, { debtorId, ...sent })
  const unnumbered = newDebtor({ identificationNumber: undefined })
  const invoice = await createdInvoice(tenant, clientId, { debtor: unnumbered })
  const { debtorId: target } = (await tenant.api.get(`/invoices/${invoice}`)).body
  const into = { clientId, debtorId: target }
  const merged = await tenant.api.put(`/debtors/${debtorId}/client`, into)
  expect(merged.status, JSON.stringify(merged.body)).toBe(200)
  const refunded = () =>
    inUnit(at.runtime, platform(tenant.id, 'test'), {}, (unit) =>
      accountToRefund(unit, { debtorId, currency: 'SEK' }, undefined),
    )
  const digits = (number: string) => number.replaceAll('-', '')
  expect(digits((await refunded()).number)).toBe(digits(paidFrom))
  const place = `/debtor-payout-accounts/${added.id}`
  await tenant.api.put(place, { status: 'VERIFIED' })
  await aged(added.id)
  expect(digits((await refunded()).number)).toBe(digits(sent.number))
  const gone = await tenant.api.post(path, { debtorId, ...account() })
  expect(refusalOf(gone)).toEqual([404, 'NOT_FOUND', '/debtorId'])
  const same = await tenant.api.post(path, { debtorId: target, ...account(paidFrom) })
  await tenant.api.put(`/debtor-payout-accounts/${same.body.id}`, { status: 'DISABLED' })
  await tenant.api.put(place, { status: 'DISABLED' })
  await expect(refunded()).rejects.toMatchObject({ code: 'REFUND_ACCOUNT_MISSING' })
})

test('no account is there twice, entered at once or changed to be so', async () => {
  const { debtorId } = await creditor()
  const sent = { debtorId, ...account() }
  const both = await Promise.all([tenant.api.post(path, sent), tenant.api.post(path, sent)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const { body } = await tenant.api.post(path, { debtorId, ...account() })
  const changed = await tenant.api.put(`${path}/${body.id}`, { number: sent.number })
  expect(refusalOf(changed)).toEqual([409, 'ALREADY_EXISTS', '/number'])
  const renamed = await tenant.api.put(`${path}/${body.id}`, { holderName: 'Sundin AB' })
  expect(renamed.body.holderName).toBe('Sundin AB')
})

test('no number that is none, and no giro for euros', async () => {
  const { debtorId } = await creditor()
  const wrong = await tenant.api.post(path, { debtorId, ...account('5050-1056') })
  expect(refusalOf(wrong)).toEqual([400, 'VALIDATION_FAILED', '/number'])
  const nobody = await tenant.api.post(path, {
    debtorId: 'D.06DQDPN801RW91K2D04392HB0G',
    ...account(),
  })
  expect(refusalOf(nobody)).toEqual([404, 'NOT_FOUND', '/debtorId'])
  const refunded = (sent?: RefundAccount) =>
    inUnit(at.runtime, platform(tenant.id, 'test'), {}, (unit) =>
      accountToRefund(unit, { debtorId, currency: 'EUR' }, sent),
    )
  const named = { kind: 'BANKGIRO', number: giro(), bic: null, holderName: 'Sundin' } as const
  await expect(refunded(named)).rejects.toMatchObject({
    facts: { errors: [{ pointer: '/account/kind', code: 'CURRENCY_NOT_TAKEN' }] },
  })
  // It has paid from a giro, and by none it gets euros back.
  await expect(refunded()).rejects.toMatchObject({ code: 'REFUND_ACCOUNT_MISSING' })
})

test('its number stands in no changelog, no event and no list of changes', async () => {
  const { debtorId } = await creditor()
  const sent = account()
  const { body } = await tenant.api.post(path, { debtorId, ...sent })
  const digits = sent.number.replaceAll(/\D/g, '')
  const kept = await at.owner(
    `select changes::text as text from changelog where tenant_id = $1
     union all select data::text from event where tenant_id = $1`,
    [tenant.id],
  )
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter(({ text }) => String(text).includes(digits))).toEqual([])
  const found = await tenant.api.post('/debtor-payout-accounts/search', { filters: { debtorId } })
  expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id])
})
