import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Watch } from '../../src/activities/watch.ts'
import { runTaskHere } from './bulk.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { activated, asked, decided, financedClient, postingsOf } from './ground.ts'

let at: World
let tenant: TestTenant
let clientId: string

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
  clientId = await financedClient(tenant, { terms: { manualControl: true } })
  await tenant.api.post('/reason-code', { code: 'BAD_RISK', type: 'DENY', name: 'Bad risk' })
  await tenant.api.post('/reason-code', { code: 'KNOWN', type: 'OVERRIDE', name: 'Known to us' })
  await tenant.api.post('/reason-code', { code: 'GONE', type: 'DENY', name: 'Gone', active: false })
})
afterAll(() => at.close())

/** A decision that waits for an operator. */
async function waiting(of = clientId): Promise<{ id: string; invoiceId: string }> {
  const invoiceId = await activated(at, tenant, of)
  return { id: await asked(at, tenant, invoiceId), invoiceId }
}

const move = (id: string, body: object) => tenant.api.put(`/factoring-decisions/${id}/move`, body)
const external = (id: string, body: object) =>
  tenant.api.put(`/factoring-decisions/${id}/move-external`, body)
const read = async (invoiceId: string) =>
  (await tenant.api.get(`/factoring-decisions/invoice/${invoiceId}`)).body
const invoiceOf = async (id: string) =>
  (await at.owner('select * from invoice where id = $1', [id]))[0]!
const limitOf = async (of: string) =>
  (
    await at.owner(
      `select utilised::int as utilised, reserved::int as reserved, status
       from credit_status where client_id = $1`,
      [of],
    )
  )[0]

const approve = { status: 'DECIDED', financeDecision: 'APPROVED' }

test('an operator who lets it wait longer than its step allows is reminded by an errand, until it moves', async () => {
  const { id } = await waiting()
  const step = { coreStatus: 'WAITING', name: 'Ask the bureau', slaHours: 24 }
  const { number } = (await tenant.api.post('/credit-decision-status', step)).body
  await move(id, { status: 'WAITING', subStatusId: number })
  const watch = new Watch(at.installed.relayUrl, at.runtime)
  const errand = async () => {
    await watch.look()
    const [row] = await at.owner(
      `select status, title, data -> 'ids' as ids from system_errand
       where tenant_id = $1 and subject_id = 'decisions-late'`,
      [tenant.id],
    )
    return row
  }
  expect(await errand()).toBeUndefined()
  await at.owner(
    `update factoring_decision set history = jsonb_set(history::jsonb, '{-1,at}',
       to_jsonb($2::text)) where id = $1`,
    [id, new Date(Date.now() - 25 * 3_600_000).toISOString()],
  )
  expect(await errand()).toMatchObject({
    status: 'OPEN',
    title: expect.stringMatching(/^1 decisions on financing wait longer than .* first since 20/),
    ids: [id],
  })
  expect((await move(id, approve)).status).toBe(200)
  expect(await errand()).toMatchObject({ status: 'RESOLVED' })
  await watch.stop()
})

describe('an operator', () => {
  test('approves, and the books follow', async () => {
    const { id, invoiceId } = await waiting()
    const answer = await move(id, { ...approve, reasonCodes: ['KNOWN'], comment: 'An old friend' })
    expect(answer.body).toMatchObject({
      status: 'DECIDED',
      financeDecision: 'APPROVED',
      decidedBy: 'OPERATOR',
      reasonCodes: ['KNOWN'],
      comment: 'An old friend',
    })
    expect(answer.body.history.at(-1)).toMatchObject({ decidedBy: 'OPERATOR', status: 'DECIDED' })
    expect(await invoiceOf(invoiceId)).toMatchObject({ financing_status: 'FINANCED' })
    expect(await postingsOf(at, tenant, `factoring/${id}/financed`)).toHaveLength(12)
    const told = await at.owner(
      'select kind, signal from outbox where workflow_id = $1 order by id',
      [`factoring-decision/${tenant.id}/${id}`],
    )
    expect(told.at(-1)).toEqual({ kind: 'signal', signal: 'moved' })
  })

  test('names the decision by its invoice as well', async () => {
    const { id, invoiceId } = await waiting()
    const answer = await move(invoiceId, { status: 'WAITING', comment: 'Ask the bureau' })
    expect(answer.body).toMatchObject({ id, status: 'WAITING', comment: 'Ask the bureau' })
  })

  test('denies, and the invoice says so', async () => {
    const { id, invoiceId } = await waiting()
    const denial = { status: 'DECIDED', financeDecision: 'DENIED', reasonCodes: ['BAD_RISK'] }
    expect((await move(id, denial)).status).toBe(200)
    expect(await invoiceOf(invoiceId)).toMatchObject({
      main_status: 'DENIED_FINANCING',
      financing_status: 'DENIED',
    })
  })

  test('denies as a service: the invoice goes on, and may be asked for again', async () => {
    const { id, invoiceId } = await waiting()
    await move(id, { status: 'DECIDED', financeDecision: 'DENIED_SERVICE' })
    expect(await invoiceOf(invoiceId)).toMatchObject({
      main_status: 'ACTIVATED',
      product_code: 'INVOICE_SERVICE',
      financing_status: 'DENIED',
    })
    const again = await asked(at, tenant, invoiceId)
    expect(again).not.toBe(id)
    expect((await read(invoiceId)).id).toBe(again)
  })

  test('lets the engine try again', async () => {
    const own = await financedClient(tenant, { terms: { manualControl: true } })
    const { id, invoiceId } = await waiting(own)
    await at.owner('update client_product set manual_control = false where client_id = $1', [own])
    expect((await move(id, { status: 'READY_FOR_DECISION' })).status).toBe(200)
    await decided(at, tenant, id)
    expect(await read(invoiceId)).toMatchObject({
      decidedBy: 'ENGINE',
      financeDecision: 'APPROVED',
    })
  })

  test('puts it into a step of the tenant’s own, which its core status must have', async () => {
    const { id } = await waiting()
    const own = (coreStatus: string, isDefault = false) =>
      tenant.api.post('/credit-decision-status', { coreStatus, name: coreStatus, isDefault })
    const { number } = (await own('WAITING')).body
    const usual = (await own('REFINANCE', true)).body.number
    const foreign = await move(id, { status: 'REFINANCE', subStatusId: number })
    expect(foreign.body.errors[0]).toMatchObject({ pointer: '/subStatusId', code: 'NOT_ALLOWED' })
    const absent = await move(id, { status: 'WAITING', subStatusId: 999 })
    expect(absent.body.errors[0]).toMatchObject({ pointer: '/subStatusId', code: 'NOT_FOUND' })
    const moved = await move(id, { status: 'WAITING', subStatusId: number })
    expect(moved.body).toMatchObject({ status: 'WAITING', subStatusId: number })
    const byDefault = await move(id, { status: 'REFINANCE' })
    expect(byDefault.body).toMatchObject({ status: 'REFINANCE', subStatusId: usual })
    expect((await tenant.api.delete(`/credit-decision-status/${usual}`)).body.code).toBe('IN_USE')
  })

  test('cannot go beyond a limit that is set', async () => {
    const own = await financedClient(tenant, { limit: '15000', terms: { manualControl: true } })
    const [one, two] = [await waiting(own), await waiting(own)]
    expect((await move(one.id, approve)).status).toBe(200)
    const refused = await move(two.id, approve)
    expect(refused).toMatchObject({ status: 409, body: { code: 'LIMIT_EXCEEDED' } })
    expect(refused.body.detail).toContain('2500.00 SEK')
    expect(await limitOf(own)).toEqual({ utilised: 1_250_000, reserved: 0, status: 'WARNING' })
    expect(await read(two.invoiceId)).toMatchObject({ status: 'WAITING' })
  })

  test('of eight at once one decides', async () => {
    const { id } = await waiting()
    const answers = await Promise.all(Array.from({ length: 8 }, () => move(id, approve)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    expect(codes).toEqual(Array(7).fill('DECISION_DECIDED'))
    expect(await postingsOf(at, tenant, `factoring/${id}/financed`)).toHaveLength(12)
  })
})

describe('what has happened since it was asked counts: an operator', () => {
  test('denies what is paused meanwhile: it is resumed into DENIED_FINANCING', async () => {
    const { id, invoiceId } = await waiting()
    await tenant.api.put(`/invoices/${invoiceId}/actions/pause`, {})
    expect((await move(id, approve)).body).toMatchObject({ code: 'INVOICE_NOT_ACTIVATED' })
    expect((await move(id, { status: 'DECIDED', financeDecision: 'DENIED' })).status).toBe(200)
    expect(await invoiceOf(invoiceId)).toMatchObject({ main_status: 'PAUSED' })
    const resumed = await tenant.api.put(`/invoices/${invoiceId}/actions/resume`)
    expect(resumed.body.statuses).toMatchObject({ main: 'DENIED_FINANCING', financing: 'DENIED' })
  })

  test('cannot finance a debtor that was blocked since; deny, or unblock first', async () => {
    const { id, invoiceId } = await waiting()
    const [debtor] = await at.owner(
      `select d.identification_number as number from debtor d
       join invoice i on i.debtor_id = d.id and i.tenant_id = d.tenant_id where i.id = $1`,
      [invoiceId],
    )
    const block = { identificationNumber: debtor!['number'] }
    await tenant.api.post('/debtor-blocked', block)
    const refusal = { status: 409, body: { code: 'DEBTOR_BLOCKED' } }
    expect(await move(id, approve)).toMatchObject(refusal)
    expect(await move(id, { status: 'REFINANCE' })).toMatchObject(refusal)
    expect(await read(invoiceId)).toMatchObject({ status: 'WAITING', reserved: '0.00' })
    await tenant.api.delete(`/debtor-blocked/${block.identificationNumber}`)
    expect((await move(id, { status: 'REFINANCE' })).status).toBe(200)
    await tenant.api.post('/debtor-blocked', block)
    expect(await external(id, { decision: 'APPROVED' })).toMatchObject(refusal)
    expect((await external(id, { decision: 'DENIED' })).status).toBe(200)
    expect(await invoiceOf(invoiceId)).toMatchObject({ main_status: 'DENIED_FINANCING' })
  })

  test('decides by the limit of who the debtor is known to be by then', async () => {
    const debtor = { customerNumber: 'unknown-1', name: 'Who AB', type: 'COMPANY' }
    const invoiceId = await activated(at, tenant, clientId, { debtor })
    const id = await asked(at, tenant, invoiceId)
    expect(await read(invoiceId)).toMatchObject({ systemDebtorId: null })
    const { debtorId } = await read(invoiceId)
    const known = await tenant.api.put(`/debtors/${debtorId}`, {
      identificationNumber: '559111-0001',
    })
    const { systemDebtorId } = known.body
    await tenant.api.put(`/system-debtor-credit-status/system-debtor/${systemDebtorId}`, {
      currency: 'SEK',
      creditLimit: '100.00',
    })
    expect((await move(id, approve)).body).toMatchObject({ code: 'LIMIT_EXCEEDED' })
  })
})

describe('a move is refused', () => {
  test.each([
    [{ status: 'DECIDED' }, '/financeDecision', 'REQUIRED'],
    [{ status: 'DECIDED', financeDecision: 'REFINANCE' }, '/financeDecision', 'NOT_ALLOWED'],
    [{ status: 'WAITING', financeDecision: 'DENIED' }, '/financeDecision', 'NOT_ALLOWED'],
    [{ status: 'WAITING', reasonCodes: ['NOBODY'] }, '/reasonCodes/0', 'NOT_FOUND'],
    [{ status: 'WAITING', reasonCodes: ['KNOWN', 'GONE'] }, '/reasonCodes/1', 'NOT_ALLOWED'],
    [
      { status: 'DECIDED', financeDecision: 'DENIED', reasonCodes: ['KNOWN'] },
      '/reasonCodes/0',
      'NOT_ALLOWED',
    ],
  ])('for %j', async (body, pointer, code) => {
    const { id } = await waiting()
    const { status, body: answer } = await move(id, body)
    expect(status).toBe(400)
    expect(answer.errors[0]).toMatchObject({ pointer, code })
  })

  test('where the table of moves has no such move', async () => {
    const { id } = await waiting()
    const refused = await move(id, { status: 'PENDING' })
    expect(refused.body).toMatchObject({ status: 409, code: 'DECISION_MOVE_NOT_ALLOWED' })
    expect(refused.body.detail).toContain('READY_FOR_DECISION, WAITING, REFINANCE or DECIDED')
  })

  test('once it is decided', async () => {
    const { id } = await waiting()
    await move(id, { status: 'DECIDED', financeDecision: 'DENIED' })
    expect((await move(id, { status: 'WAITING' })).body.code).toBe('DECISION_DECIDED')
    expect((await external(id, { decision: 'APPROVED' })).body.code).toBe('DECISION_DECIDED')
  })
})

describe('an external financier', () => {
  test('is waited for with the amount reserved, and their word is the decision', async () => {
    const own = await financedClient(tenant, { limit: '20000', terms: { manualControl: true } })
    const { id, invoiceId } = await waiting(own)
    const left = await move(id, { status: 'REFINANCE', financeDecision: 'REFINANCE' })
    expect(left.body).toMatchObject({ status: 'REFINANCE', reserved: '12500.00' })
    expect(await limitOf(own)).toMatchObject({ utilised: 0, reserved: 1_250_000 })

    const other = await waiting(own)
    expect((await move(other.id, { status: 'REFINANCE' })).body.code).toBe('LIMIT_EXCEEDED')

    const differs = await external(id, { decision: 'APPROVED', amount: '12000.00' })
    expect(differs.body).toMatchObject({ code: 'AMOUNT_DIFFERS' })
    const precise = await external(id, { decision: 'APPROVED', amount: '12500.001' })
    expect(precise.body.errors[0]).toMatchObject({ pointer: '/amount', code: 'TOO_PRECISE' })
    const answer = await external(id, {
      decision: 'APPROVED',
      amount: '12500.00',
      externalReference: 'F-77',
      reason: 'Within the frame',
    })
    expect(answer.body).toMatchObject({
      status: 'DECIDED',
      financeDecision: 'APPROVED',
      decidedBy: 'EXTERNAL',
      externalReference: 'F-77',
      comment: 'Within the frame',
      reserved: '0.00',
    })
    expect(await limitOf(own)).toMatchObject({ utilised: 1_250_000, reserved: 0 })
    expect(await invoiceOf(invoiceId)).toMatchObject({ financing_status: 'FINANCED' })
  })

  test.each(['DENIED', 'DENIED_SERVICE'])(
    'says %s, and what was reserved is free',
    async (decision) => {
      const own = await financedClient(tenant, { limit: '20000', terms: { manualControl: true } })
      const { id, invoiceId } = await waiting(own)
      await move(id, { status: 'REFINANCE' })
      expect((await external(id, { decision })).status).toBe(200)
      expect(await limitOf(own)).toMatchObject({ utilised: 0, reserved: 0 })
      const mainStatus = decision === 'DENIED' ? 'DENIED_FINANCING' : 'ACTIVATED'
      expect(await invoiceOf(invoiceId)).toMatchObject({ main_status: mainStatus })
    },
  )

  test.each(['PENDING', 'READY_FOR_DECISION', 'WAITING', 'REFINANCE'])(
    'is heard while the decision is %s',
    async (status) => {
      const own = await financedClient(tenant, { limit: '20000', terms: { manualControl: true } })
      const invoiceId = await activated(at, tenant, own)
      const asking = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
      if (status !== 'PENDING') await move(asking.body.id, { status })
      expect(await read(invoiceId)).toMatchObject({ status })
      const heard = await external(invoiceId, { decision: 'APPROVED', externalReference: 'F-1' })
      expect(heard.body).toMatchObject({
        status: 'DECIDED',
        financeDecision: 'APPROVED',
        decidedBy: 'EXTERNAL',
        externalReference: 'F-1',
      })
      expect(await postingsOf(at, tenant, `factoring/${asking.body.id}/financed`)).toHaveLength(12)
      expect(await limitOf(own)).toMatchObject({ utilised: 1_250_000, reserved: 0 })
      expect((await external(invoiceId, { decision: 'DENIED' })).body.code).toBe('DECISION_DECIDED')
    },
  )

  test('is no longer waited for when an operator takes it back', async () => {
    const own = await financedClient(tenant, { limit: '20000', terms: { manualControl: true } })
    const { id } = await waiting(own)
    await move(id, { status: 'REFINANCE' })
    const back = await move(id, { status: 'WAITING' })
    expect(back.body).toMatchObject({ status: 'WAITING', financeDecision: null, reserved: '0.00' })
    expect(await limitOf(own)).toMatchObject({ utilised: 0, reserved: 0 })
    expect((await move(id, { status: 'REFINANCE' })).status).toBe(200)
    expect((await move(id, approve)).status).toBe(200)
    expect(await limitOf(own)).toMatchObject({ utilised: 1_250_000, reserved: 0 })
  })
})

describe('many at once', () => {
  test('are moved in the background, each by itself', async () => {
    const [one, two] = [await waiting(), await waiting()]
    await move(two.id, { status: 'DECIDED', financeDecision: 'DENIED' })
    const body = { ids: [one.id, two.id], status: 'DECIDED', financeDecision: 'DENIED_SERVICE' }
    const accepted = await tenant.api.put('/factoring-decisions/move', body)
    expect(accepted).toMatchObject({
      status: 202,
      body: { taskName: 'factoring.bulkDecision', total: 2 },
    })
    const result = await runTaskHere(at, tenant, accepted.body.id)
    expect(result).toMatchObject({ succeeded: 1, failed: 1, codes: ['DECISION_DECIDED'] })
    expect(await read(one.invoiceId)).toMatchObject({ financeDecision: 'DENIED_SERVICE' })
    expect(await read(two.invoiceId)).toMatchObject({ financeDecision: 'DENIED' })
  })

  test('are refused together when the move means nothing', async () => {
    const { id } = await waiting()
    const refused = await tenant.api.put('/factoring-decisions/move', {
      ids: [id],
      status: 'DECIDED',
    })
    expect(refused.body.errors[0]).toMatchObject({ pointer: '/financeDecision' })
  })
})
