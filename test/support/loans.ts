import { expect } from 'vitest'
import { allByOne, type Topic } from '../../src/domain/topics.ts'
import type { DualControl } from '../../src/domain/dual-control.ts'
import { bookedClient, type BookedClient } from './booked-client.ts'
import { jobDone } from './jobs.ts'
import { tenantIn, type Answered, type Api, type TestTenant, type World } from './world.ts'

/** A tenant that lends, its client, and two people who may withdraw. */
export interface Place {
  at: World
  tenant: TestTenant
  client: BookedClient
  one: Api
  other: Api
  today: string
}

export async function placeIn(
  at: World,
  topics: Partial<Record<Topic, DualControl>> = {},
): Promise<Place> {
  const tenant = await tenantIn(at, 'Loans', { ...allByOne, ...topics })
  const client = await bookedClient(tenant)
  const [one, other] = await Promise.all([
    tenant.holding(['CreateBusinessLoanWithdrawal']),
    tenant.holding(['CreateBusinessLoanWithdrawal']),
  ])
  const today = await tenant.work((unit) => unit.today())
  return { at, tenant, client, one, other, today }
}

export const good = (answer: Answered, status = 200) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer.body
}
export const codeOf = ({ status, body }: Answered) => [status, body.code]

let made = 0

export async function profileIn(
  { tenant }: Pick<Place, 'tenant'>,
  more: object = {},
): Promise<string> {
  const n = ++made
  const profile = {
    code: `TERM-${n}`,
    name: `Term loan ${n}`,
    currency: 'SEK',
    loanType: 'INSTALMENT',
    amortization: 'ANNUITY',
    rate: '12',
    minAmount: '1000',
    maxAmount: '1000000',
    minTermMonths: 1,
    maxTermMonths: 60,
    requiresSignature: false,
    ...more,
  }
  return good(await tenant.api.post('/loan-profiles', profile), 201).id
}

/** An application of 100,000 for six months. */
export async function asked(
  of: Pick<Place, 'tenant'>,
  clientId: string,
  terms: object = {},
  more: object = {},
): Promise<string> {
  const loanProfileId = await profileIn(of, terms)
  const loan = { clientId, loanProfileId, amount: '100000', termMonths: 6, ...more }
  const { id, status } = good(await of.tenant.api.post('/business-loans', loan), 201)
  expect(status).toBe('APPLICATION')
  return id
}

/** The same, ready to be decided. */
export async function applied(of: Place, terms: object = {}, more: object = {}): Promise<string> {
  const id = await asked(of, of.client.id, terms, more)
  const path = `/business-loans/${id}/credit-decision/move`
  good(await of.tenant.api.put(path, { status: 'READY_FOR_DECISION' }))
  return id
}

export const approve = (of: Place, id: string, more: object = {}) =>
  of.tenant.api.put(`/business-loans/${id}/credit-decision/approve`, more)

export async function approved(of: Place, terms: object = {}, more: object = {}): Promise<string> {
  const id = await applied(of, terms, more)
  good(await approve(of, id))
  return id
}

export async function withdrawn(of: Place, id: string, amount: string) {
  const path = `/business-loans/${id}/withdraw`
  expect(good(await of.one.put(path, { amount }), 202).confirmationRequired).toBe(true)
  return good(await of.other.put(path, { amount }))
}

export const loanOf = async ({ tenant }: Place, id: string) =>
  good(await tenant.api.get(`/business-loans/${id}`))

/** `INSTALMENT 1 DUE 2026-12-27 16254.84 1000.00` of each step, but for what was skipped. */
export async function stepsOf({ tenant }: Place, id: string): Promise<string[]> {
  const path = '/business-loans/events/ledger/search'
  const { data } = good(await tenant.api.post(path, { filters: { businessLoanId: id } }))
  return data.flatMap((step: Record<string, string>) =>
    step['status'] === 'SKIPPED' || step['type'] === 'WITHDRAWAL'
      ? []
      : [
          `${step['type']} ${step['number']} ${step['status']} ${step['principal']} ${step['interest']} ${step['fee']}`,
        ],
  )
}

export const accountOf = async ({ tenant, client }: Place) =>
  good(await tenant.api.get(`/client-accounts/${client.mainId}`)).balance

/** The sums of a book's accounts, by their roles. */
export async function rolesOf({ at, tenant }: Place): Promise<Record<string, string>> {
  const rows = await at.owner(
    `select v.owner_type || ' ' || a.role as role, sum(p.amount) as amount
     from voucher_posting p join voucher v on v.tenant_id = p.tenant_id and v.id = p.voucher_id
     join bookkeeping_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
     where p.tenant_id = $1 group by 1 having sum(p.amount) <> 0 order by 1`,
    [tenant.id],
  )
  return Object.fromEntries(rows.map(({ role, amount }) => [role, String(amount)]))
}

/** What is done with loans on a day. */
export async function loanDay({ at, tenant }: Place, day: string): Promise<void> {
  expect(await jobDone(at, tenant, 'loan.due', day)).toMatchObject({ status: 'DONE' })
}
