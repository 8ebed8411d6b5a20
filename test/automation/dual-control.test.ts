import { describe, expect, test } from 'vitest'
import { isLaxer, takesSecond, type DualControl } from '../../src/domain/dual-control.ts'
import { repetitionMs } from '../../src/domain/automation/internal-request.ts'
import { balancesOf, driftsOf } from '../support/books.ts'
import { bookedClient, enterByHand, manualVoucher } from '../support/booked-client.ts'
import { tenantIn, worldWithTenant, type Api, type Answered } from '../support/world.ts'

const { at } = await worldWithTenant({ connections: 6 })
/** As a new tenant has it: what may take two people takes two. */
const tenant = await tenantIn(at, 'Two', {})
const client = await bookedClient(tenant)

const rights = [
  'CreateClientAccountTransaction',
  'CreateVouchers',
  'ReverseVouchers',
  'TransferBetweenClientAccounts',
  'ReadInternalRequest',
  'UpdateVoucherSettingsLockedPeriod',
  'UpdateSystemSetting',
] as const
const somebody = () => tenant.holding([...rights])
const [one, other] = [await somebody(), await somebody()]

const booked = (answer: Answered) => [answer.status, answer.body.code]
const requestOf = async (id: string) => (await tenant.api.get(`/internal-request/${id}`)).body

/** By two: what the second is answered. */
async function byTwo(call: (by: Api) => Promise<Answered>) {
  const asked = await call(one)
  expect(asked.status).toBe(202)
  return { asked: asked.body, done: await call(other) }
}

test.each<[DualControl, bigint | null, boolean]>([
  ['OFF', 9n, false],
  ['ALWAYS', 0n, true],
  ['ABOVE:100', 10_000n, false],
  ['ABOVE:100', 10_001n, true],
  ['ABOVE:100.50', -10_051n, true],
  ['ABOVE:100', null, true],
])('%s of %s takes a second person: %s', (rule, worth, takes) => {
  expect(takesSecond(rule, worth, 'SEK')).toBe(takes)
})

test('a rule is laxer if it lets more through', () => {
  const rules = ['ALWAYS', 'ABOVE:0', 'ABOVE:10', 'ABOVE:200', 'OFF'] as const
  rules.forEach((from, n) =>
    rules.forEach((to, m) => expect(isLaxer(from, to), `${from} ${to}`).toBe(m > n)),
  )
})

describe('what somebody asks for', () => {
  test('shows what it would do, does nothing, and then does just that', async () => {
    const before = await balancesOf(at, tenant.id)
    const call = (by: Api) => enterByHand(by, client.mainId, '250')
    const asked = await call(one)
    expect(asked.body).toMatchObject({ confirmationRequired: true, renews: null })
    expect(await balancesOf(at, tenant.id)).toEqual(before)
    const { wouldDo, status, topic } = await requestOf(asked.body.internalRequestId)
    expect([status, topic, wouldDo]).toEqual([
      'OPEN',
      'CLIENT_ACCOUNT_TRANSACTION',
      asked.body.wouldDo,
    ])
    const done = await call(other)
    expect(done.status).toBe(201)
    const of = (entity: string) =>
      wouldDo.filter((row: { entity: string }) => row.entity === entity).map(fieldsTo)
    expect(of('ClientAccountTransaction')).toMatchObject([
      { amount: done.body.amount, balanceAfter: done.body.balanceAfter, text: done.body.text },
    ])
    const vouchers = await at.owner(
      `select owner_type, series, number, (total / 100.0)::numeric(20, 2)::text as total
       from voucher where financial_event_id = $1 order by owner_type`,
      [done.body.financialEventId],
    )
    const told = of('Voucher').map(({ ownerType, series, number, total }: Told) => ({
      owner_type: ownerType,
      series,
      number,
      total,
    }))
    expect(told.toSorted(byOwner)).toEqual(vouchers)
    expect(await requestOf(asked.body.internalRequestId)).toMatchObject({ status: 'APPROVED' })
    expect(await driftsOf(at, tenant.id)).toEqual([])
  })

  test('is refused at once where it cannot happen, and nobody else is asked', async () => {
    const outside = await bookedClient(tenant)
    const moved = { fromId: client.mainId, toId: outside.mainId, text: 'x', reason: 'Because' }
    const answer = await one.put('/client-accounts/transfer', { ...moved, amount: '999999' })
    expect(booked(answer)).toEqual([409, 'BALANCE_TOO_SMALL'])
    const { body } = await tenant.api.get(`/internal-request?subjectId=${client.mainId}`)
    expect(body.data.filter(({ status }: { status: string }) => status === 'OPEN')).toEqual([])
  })

  test('is released by nobody who asked, not even a super-user', async () => {
    const call = (by: Api) => enterByHand(by, client.mainId, '1', { text: 'Mine' })
    expect((await call(tenant.api)).status).toBe(202)
    expect(booked(await call(tenant.api))).toEqual([409, 'SAME_APPROVER'])
  })

  test('takes no second person within one client, whose money stays its own', async () => {
    const moved = { fromId: client.mainId, toId: client.reserveId, amount: '10', text: 'x' }
    expect((await one.put('/client-accounts/transfer', moved)).status).toBe(200)
    const outside = { ...moved, toId: (await bookedClient(tenant)).mainId, reason: 'Because' }
    const { done } = await byTwo((by) => by.put('/client-accounts/transfer', outside))
    expect(done.status).toBe(200)
  })
})

describe('of many who agree at once', () => {
  test('one does it, and no other begins it anew', async () => {
    const { mainId } = await bookedClient(tenant)
    const call = (by: Api, confirms?: string) =>
      enterByHand(by, mainId, '100', {}, confirms === undefined ? {} : { 'x-confirms': confirms })
    const asked = await call(one)
    const twenty = await Promise.all(Array.from({ length: 20 }, somebody))
    // Where many wait for few connections, some come again.
    const insisting = async (by: Api, confirms?: string): Promise<Answered> => {
      const answer = await call(by, confirms)
      return answer.body.code === 'OVERLOADED' ? insisting(by, confirms) : answer
    }
    const half = twenty.map((by, n) =>
      insisting(by, n % 2 ? asked.body.internalRequestId : undefined),
    )
    const ends = (await Promise.all(half)).map(booked)
    expect(ends.filter(([status]) => status === 201)).toHaveLength(1)
    const codes = new Set(ends.flatMap(([, code]) => code ?? []))
    expect([...codes].toSorted()).toEqual(['ALREADY_CONFIRMED', 'REQUEST_NOT_OPEN'])
    expect(await balancesOf(at, tenant.id)).toMatchObject({
      [`client account ${mainId}`]: '10000 0',
    })
    expect(await driftsOf(at, tenant.id)).toEqual([])
    at.clock.now = new Date(at.clock.now.getTime() + repetitionMs + 1)
    expect((await call(one)).status).toBe(202)
  })

  test('nobody begins anew what was done before something else was', async () => {
    const { mainId } = await bookedClient(tenant)
    const third = await somebody()
    const enter = (amount: string) => (by: Api) => enterByHand(by, mainId, amount)
    for (const amount of ['10', '11']) {
      const { done } = await byTwo(enter(amount))
      expect(done.status).toBe(201)
    }
    expect(booked(await enter('10')(third))).toEqual([409, 'ALREADY_CONFIRMED'])
    expect(booked(await enter('11')(one))).toEqual([409, 'ALREADY_CONFIRMED'])
    expect(await balancesOf(at, tenant.id)).toMatchObject({
      [`client account ${mainId}`]: '2100 0',
    })
  })

  test('numbers of vouchers have no gap after what was only tried', async () => {
    const { id } = await bookedClient(tenant)
    const numbers: number[] = []
    for (const text of ['First', 'Second']) {
      const call = (by: Api) => by.post('/vouchers', manualVoucher(id, { text }))
      const { done } = await byTwo(call)
      numbers.push(done.body.number)
    }
    expect(numbers).toEqual([1, 2])
  })
})

describe('whoever confirms', () => {
  test('another payload than the request that is named is refused, and changes nothing', async () => {
    const { mainId } = await bookedClient(tenant)
    const elsewhere = await bookedClient(tenant)
    const { body } = await enterByHand(one, mainId, '100')
    const before = await balancesOf(at, tenant.id)
    const confirms = { 'x-confirms': body.internalRequestId }
    const answer = await enterByHand(other, mainId, '1000', {}, confirms)
    expect(booked(answer)).toEqual([409, 'REQUEST_DIFFERS'])
    expect(answer.body.errors).toMatchObject([{ pointer: '/amount', code: 'CONTENT_DIFFERS' }])
    const about = await enterByHand(other, elsewhere.mainId, '100', {}, confirms)
    expect(about.body.errors).toMatchObject([{ pointer: '/subjectId', code: 'CONTENT_DIFFERS' }])
    expect(await balancesOf(at, tenant.id)).toEqual(before)
    expect((await requestOf(body.internalRequestId)).status).toBe('OPEN')
    expect((await enterByHand(other, mainId, '100', {}, confirms)).status).toBe(201)
    const wrong = await enterByHand(other, mainId, '100', {}, { 'x-confirms': 'what?' })
    expect(wrong.status).toBe(400)
  })

  test('names it in a header that is one, also where nobody else has to agree', async () => {
    for (const named of ['', 'what?']) {
      const answer = await tenant.api.post('/token/generate', {}, { 'x-confirms': named })
      expect(answer, named).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    }
  })

  test('what has another effect by now is shown it, and has asked anew', async () => {
    const { id: clientId } = await bookedClient(tenant)
    const { done } = await byTwo((by) => by.post('/vouchers', manualVoucher(clientId)))
    const reverse = (by: Api) => by.put(`/vouchers/${done.body.id}/reverse`, { reason: 'Wrong' })
    const first = (await reverse(one)).body
    const dateOf = (asked: { wouldDo: never[] }) =>
      asked.wouldDo.map(fieldsTo).find(({ date }) => date !== undefined)?.['date']
    expect(dateOf(first)).toBe('2026-11-20')
    const lock = { clientId, lockedUntil: '2026-11-22' }
    expect((await one.put('/vouchers/settings/locked-period', lock)).status).toBe(200)
    const second = await reverse(other)
    expect([second.status, second.body.renews]).toEqual([202, first.internalRequestId])
    expect(dateOf(second.body)).toBe('2026-11-23')
    expect(await requestOf(first.internalRequestId)).toMatchObject({
      status: 'CANCELLED',
      comment: 'What it would do has changed',
    })
    expect((await reverse(one)).body).toMatchObject({ date: '2026-11-23' })
  })

  test('sees of what it would do to the tenant’s own book nothing, where bound to a client', async () => {
    const { id: clientId, mainId } = await bookedClient(tenant)
    const { body } = await enterByHand(one, mainId, '100')
    const bound = await tenant.holding(['ReadInternalRequest'], { clientId })
    const { wouldDo } = (await bound.get(`/internal-request/${body.internalRequestId}`)).body
    const owners = (rows: never[]) =>
      rows.map(fieldsTo).flatMap(({ ownerType }) => (ownerType as string) ?? [])
    expect(owners(body.wouldDo).toSorted()).toEqual(['CLIENT', 'TENANT'])
    expect(owners(wouldDo)).toEqual(['CLIENT'])
  })
})

describe('a request', () => {
  const ask = async () => {
    const { mainId } = await bookedClient(tenant)
    const { body } = await enterByHand(one, mainId, '100')
    return { mainId, path: `/internal-request/${body.internalRequestId}/reject` }
  }

  test('is rejected by who could agree, with a comment, and then void', async () => {
    const { mainId, path } = await ask()
    const answer = await other.put(path, { comment: 'Not this one' })
    expect(answer.body).toMatchObject({ status: 'REJECTED', comment: 'Not this one' })
    expect(booked(await other.put(path, { comment: 'x' }))).toEqual([409, 'REQUEST_NOT_OPEN'])
    expect((await enterByHand(other, mainId, '100')).status).toBe(202)
  })

  test('is taken back by who asked, and by nobody without its right', async () => {
    const { path } = await ask()
    const reader = await tenant.holding(['ReadInternalRequest'])
    expect((await reader.put(path, { comment: 'x' })).status).toBe(403)
    expect((await one.put(path, { comment: 'Mistaken' })).body.status).toBe('CANCELLED')
  })
})

describe('whether a topic takes two people', () => {
  const path = '/system-setting/dualControl.MANUAL_VOUCHER'
  const choose = (by: Api, value: unknown) => by.put(path, { value })

  test('is chosen: laxer by two, stricter by one', async () => {
    expect((await tenant.api.get(path)).body).toMatchObject({ value: 'ALWAYS', source: 'DEFAULT' })
    expect((await choose(one, 'SOMETIMES')).status).toBe(400)
    const { done } = await byTwo((by) => choose(by, 'ABOVE:1000'))
    expect([done.status, done.body.value]).toEqual([200, 'ABOVE:1000'])
    const { id } = await bookedClient(tenant)
    expect((await one.post('/vouchers', manualVoucher(id))).status).toBe(201)
    const postings = [
      { accountNumber: '6069', debit: '1000.01' },
      { accountNumber: '1930', credit: '1000.01' },
    ]
    const above = await one.post('/vouchers', manualVoucher(id, { postings }))
    expect(above.status).toBe(202)
    expect((await choose(one, 'ALWAYS')).status).toBe(200)
  })
})

type Told = Record<string, unknown>

/** What a row would have, by its fields. */
function fieldsTo({ fields }: { fields: Record<string, { to?: unknown }> }): Told {
  return Object.fromEntries(Object.entries(fields).map(([name, { to }]) => [name, to]))
}

const byOwner = (a: Told, b: Told) => String(a['owner_type']).localeCompare(String(b['owner_type']))
