import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveDecision } from '../../src/activities/factoring/move-decision.ts'
import { requestFactoring } from '../../src/activities/factoring/request-factoring.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { dayFromNow, activated, decided, financedClient, newDebtor } from './ground.ts'
import { besideId } from '../support/ids-inside.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const many = 200
/** What fits: of 200 claims of 12,500 each this many. */
const fitting = 60
const debtorLimit = '760000.00'

/**
 * 200 activated claims of two clients on one identity: one is activated, the others are its likes.
 */
async function claimsOn(identificationNumber: string): Promise<string[]> {
  const ids: string[] = []
  // Another day each: the same day and amount of another client would be another's claim.
  for (const [days, customerNumber] of ['A', 'B'].entries()) {
    const clientId = await financedClient(tenant, { limit: '100000000' })
    const debtor = newDebtor({ customerNumber, identificationNumber })
    const dates = { invoiceDate: dayFromNow(at, -days), expireDate: dayFromNow(at, 25) }
    const first = await activated(at, tenant, clientId, { debtor, dates })
    const rows = await at.owner(
      `insert into invoice select (jsonb_populate_record(i, jsonb_build_object(
           'id', ${besideId('i.id')},
           'invoice_number', i.invoice_number || '-' || n,
           'gross_amount', i.gross_amount + n))).*
       from invoice i cross join generate_series(1, $3) as n
       where i.tenant_id = $1 and i.id = $2 returning id`,
      [tenant.id, first, many / 2 - 1],
    )
    ids.push(first, ...rows.map(({ id }) => String(id)))
  }
  const [identity] = await at.owner(
    'select id from system_debtor where tenant_id = $1 and identification_number = $2',
    [tenant.id, identificationNumber],
  )
  const path = `/system-debtor-credit-status/system-debtor/${identity?.['id']}`
  const set = await tenant.api.put(path, { currency: 'SEK', creditLimit: debtorLimit })
  expect(set).toMatchObject({ status: 200, body: { available: debtorLimit } })
  return ids
}

async function used(identificationNumber: string) {
  const [row] = await at.owner(
    `select s.utilised::text as utilised, s.reserved::text as reserved
     from system_debtor_credit_status s join system_debtor d
       on d.tenant_id = s.tenant_id and d.id = s.system_debtor_id
     where d.tenant_id = $1 and d.identification_number = $2`,
    [tenant.id, identificationNumber],
  )
  const [booked] = await at.owner(
    `select coalesce(sum(p.amount), 0)::text as purchased from voucher_posting p
     join invoice i on i.tenant_id = p.tenant_id and i.id = p.claim_id
     join debtor d on d.tenant_id = i.tenant_id and d.id = i.debtor_id
     where p.tenant_id = $1 and p.role = 'AR_PURCHASED' and d.identification_number = $2`,
    [tenant.id, identificationNumber],
  )
  return { ...row, ...booked }
}

/** Whoever comes when all connections are taken comes again, as `Retry-After` asks. */
async function patiently<T>(work: () => Promise<T>, isBusy: (result: T) => boolean): Promise<T> {
  for (;;) {
    try {
      const result = await work()
      if (!isBusy(result)) return result
    } catch (error) {
      const busy =
        error instanceof Refusal ? error.status >= 500 : /timeout exceeded/.test(`${error}`)
      if (!busy) throw error
    }
  }
}

const verb = <T>(work: () => Promise<T>) => patiently(work, () => false)
const call = (path: string, body: object) =>
  patiently(
    () => tenant.api.put(path, body),
    ({ status }) => status === 503,
  )

async function refusalOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await verb(work)
    return 'DONE'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const tally = (codes: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]),
  )

const exactly = { utilised: '75000000', reserved: '0', purchased: '75000000' }

test('200 requests that the engine answers at once never exceed a debtor’s limit', async () => {
  const invoices = await claimsOn('5566000013')
  const verdicts = await Promise.all(
    invoices.map(async (invoiceId) => {
      const { id } = await verb(() => tenant.work((unit) => requestFactoring(unit, invoiceId)))
      const { financeDecision } = await verb(() => decided(at, tenant, id))
      return String(financeDecision)
    }),
  )
  expect(tally(verdicts)).toEqual({ APPROVED: fitting, DENIED: many - fitting })
  expect(await used('5566000013')).toEqual(exactly)
}, 300_000)

test('200 approvals at once through the verbs never exceed it', async () => {
  const invoices = await claimsOn('5566000021')
  const ids = await Promise.all(
    invoices.map(
      async (invoiceId) =>
        (await verb(() => tenant.work((unit) => requestFactoring(unit, invoiceId)))).id,
    ),
  )
  const approve = { status: 'DECIDED', financeDecision: 'APPROVED' } as const
  const codes = await Promise.all(
    ids.map((id) => refusalOf(() => tenant.work((unit) => moveDecision(unit, id, approve)))),
  )
  expect(tally(codes)).toEqual({ DONE: fitting, LIMIT_EXCEEDED: many - fitting })
  expect(await used('5566000021')).toEqual(exactly)
}, 300_000)

test('200 approvals at once over HTTP never exceed it, reserved ones included', async () => {
  const invoices = await claimsOn('5566000039')
  const requests = await Promise.all(
    invoices.map((id) => call(`/factoring-decisions/${id}/factoring`, {})),
  )
  expect(tally(requests.map(({ status }) => String(status)))).toEqual({ 200: many })
  const answers = await Promise.all(
    requests.map(({ body: { id } }, n) =>
      call(
        `/factoring-decisions/${id}/move`,
        n % 2 === 0
          ? { status: 'DECIDED', financeDecision: 'APPROVED' }
          : { status: 'REFINANCE', financeDecision: 'REFINANCE' },
      ),
    ),
  )
  const codes = answers.map(({ status, body }) => (status === 200 ? 'DONE' : body.code))
  expect(tally(codes)).toEqual({ DONE: fitting, LIMIT_EXCEEDED: many - fitting })
  const { utilised, reserved, purchased } = (await used('5566000039')) as Record<string, string>
  expect(BigInt(utilised!) + BigInt(reserved!)).toBe(75_000_000n)
  expect(purchased).toBe(utilised)
}, 300_000)
