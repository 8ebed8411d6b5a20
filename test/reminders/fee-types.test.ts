import { expect, test } from 'vitest'
import { isAbove, mostBy } from '../../src/domain/reminders/statutory.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { tenant } = await worldWithTenant()
const { api } = tenant
let made = 0
const fee = (more: object) =>
  api.post('/fee/type', {
    code: `FEE_${++made}`,
    name: 'Fee',
    component: 'REMINDER_FEE',
    currency: 'SEK',
    ...more,
  })

test('a fee is within the law, named or not', async () => {
  const sixty = await fee({ amount: '60' })
  expect(sixty.body).toMatchObject({ amount: '60', statutoryKey: 'SE.reminderFee.max' })
  for (const [component, above, most] of [
    ['REMINDER_FEE', '60.01', '60'],
    ['COLLECTION_FEE', '181', '180'],
    ['PLAN_FEE', '170.50', '170'],
    ['LATE_COMPENSATION', '451', '450'],
  ]) {
    const refused = await fee({ component, amount: above })
    expect([refused.status, refused.body.code]).toEqual([409, 'FEE_ABOVE_STATUTORY'])
    expect((await fee({ component, amount: most })).status).toBe(201)
  }
  const read = await api.get(`/fee/type/${sixty.body.id}`)
  expect(read.body).toEqual(sixty.body)
  const list = (await api.get('/fee/type?component=PLAN_FEE')).body.data
  expect(list).toMatchObject([{ amount: '170', statutoryKey: 'SE.partPaymentPlanFee.max' }])
})

test('what no law limits, or no debtor is charged, is anything', async () => {
  expect((await fee({ component: 'NOTICE_FEE', amount: '95' })).body.statutoryKey).toBeNull()
  expect((await fee({ amount: '90', claimable: false })).status).toBe(201)
  expect((await fee({ percent: '2', beneficiary: 'CLIENT' })).body).toMatchObject({
    percent: '2',
    amount: null,
    beneficiary: 'CLIENT',
  })
})

test('a fee is one of two, of a component that is one, and is called what no other is', async () => {
  const wrong = [
    [{}, '/amount'],
    [{ amount: '1', percent: '1' }, '/amount'],
    [{ amount: '1.001' }, '/amount'],
    [{ component: 'CAPITAL', amount: '1' }, '/component'],
    [{ amount: '1', statutoryKey: 'SE.lateCompensation' }, '/statutoryKey'],
  ] as const
  for (const [sent, pointer] of wrong) {
    const { status, body } = await fee(sent)
    expect([status, body.errors[0].pointer]).toEqual([400, pointer])
  }
  expect((await fee({ code: 'TWICE', amount: '10' })).status).toBe(201)
  expect((await fee({ code: 'TWICE', amount: '20' })).body.code).toBe('ALREADY_EXISTS')
})

test('fee types are the tenant’s alone', async () => {
  const { id } = (await fee({ amount: '30' })).body
  const clientId = await clientIn(tenant)
  const bound = await tenant.holding(['ReadCollectionFeeType', 'CreateCollectionFeeType'], {
    kind: 'CLIENT',
    clientId,
  })
  expect((await bound.get(`/fee/type/${id}`)).status).toBe(404)
  const sent = { code: 'MINE', name: 'Fee', component: 'PLAN_FEE', currency: 'SEK', amount: '1' }
  expect((await bound.post('/fee/type', sent)).status).toBe(403)
})

test('a limit is that of its day', () => {
  expect(mostBy('NO.lateCompensation', '2025-12-31')).toBe('470')
  expect(mostBy('NO.lateCompensation', '2026-01-01')).toBe('460')
  expect(mostBy('NO.lateCompensation', '2024-12-31')).toBeUndefined()
  expect([isAbove('60', '60'), isAbove('60.01', '60'), isAbove('9', undefined)]).toEqual([
    false,
    true,
    false,
  ])
})
