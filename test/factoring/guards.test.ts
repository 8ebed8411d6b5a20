import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCompliance } from '../../src/activities/clients/change-compliance.ts'
import { createdInvoice } from '../support/trade.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'
import { activated, asked, dayFromNow, decided, financedClient, newDebtor } from './ground.ts'

let at: World
let tenant: TestTenant

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const decisionOf = async (invoiceId: string) =>
  (await tenant.api.get(`/factoring-decisions/invoice/${invoiceId}`)).body
const statusOf = async (invoiceId: string) =>
  (await tenant.api.get(`/invoices/${invoiceId}`)).body.statuses.main
const move = (id: string, body: object) => tenant.api.put(`/factoring-decisions/${id}/move`, body)
const approve = { status: 'DECIDED', financeDecision: 'APPROVED' }

interface Weighed {
  criterion: string
  outcome: string
}

/** What the engine did with a claim, and the criteria that did not pass. */
async function weighed(invoiceId: string) {
  const id = await asked(at, tenant, invoiceId)
  const { status, financeDecision, criteria } = await decisionOf(invoiceId)
  const open = criteria.filter(({ outcome }: Weighed) => outcome !== 'PASS')
  return { id, status, financeDecision, open: open.map(({ criterion }: Weighed) => criterion) }
}

describe('the engine leaves to a person, or denies,', () => {
  test.each([
    ['what is dated ahead', 'DATED_AHEAD', () => ({ dates: ahead() })],
    ['a debtor without a number', 'DEBTOR_NUMBER', () => ({ debtor: without() })],
    [
      'a debtor with a number that is none',
      'DEBTOR_NUMBER',
      () => ({ debtor: newDebtor({ identificationNumber: '556677-8898' }) }),
    ],
    ['a person', 'DEBTOR_TYPE', () => ({ debtor: newDebtor({ type: 'PERSON' }) })],
  ])('%s', async (_, criterion, more) => {
    const clientId = await financedClient(tenant)
    const invoiceId = await activated(at, tenant, clientId, more())
    expect(await weighed(invoiceId)).toMatchObject({ status: 'WAITING', open: [criterion] })
  })

  test('the client as its own debtor, however its number is written', async () => {
    const clientId = await financedClient(tenant)
    const { identificationNumber } = (await tenant.api.get(`/clients/${clientId}`)).body
    const debtor = newDebtor({ identificationNumber: `SE${identificationNumber}01` })
    const invoiceId = await activated(at, tenant, clientId, { debtor })
    expect(await weighed(invoiceId)).toMatchObject({
      financeDecision: 'DENIED',
      open: ['OWN_DEBTOR'],
    })
  })

  test('the same claim under another number, also by another customer number', async () => {
    const clientId = await financedClient(tenant)
    const debtor = newDebtor()
    await asked(at, tenant, await activated(at, tenant, clientId, { debtor }))
    const again = { ...debtor, customerNumber: 'again' }
    const invoiceId = await activated(at, tenant, clientId, { debtor: again })
    expect(await weighed(invoiceId)).toMatchObject({ status: 'WAITING', open: ['DUPLICATE'] })
  })

  test('the same claim of another client, without showing either of them', async () => {
    const [one, two] = [await financedClient(tenant), await financedClient(tenant)]
    const debtor = newDebtor()
    await asked(at, tenant, await activated(at, tenant, one, { debtor, invoiceNumber: 'S-1' }))
    const later = { invoiceDate: dayFromNow(at, -4), expireDate: dayFromNow(at, 26) }
    const more = { debtor, invoiceNumber: 'S-1', dates: later }
    const invoiceId = await activated(at, tenant, two, more)
    expect(await weighed(invoiceId)).toMatchObject({
      status: 'WAITING',
      open: ['FINANCED_ELSEWHERE'],
    })
    const bound = await tenant.holding(['GetInvoiceCreditDecisionStatus'], {
      clientId: two,
      kind: 'CLIENT',
    })
    const seen = await bound.get(`/factoring-decisions/invoice/${invoiceId}`)
    expect(JSON.stringify(seen.body)).not.toContain('FINANCED_ELSEWHERE')
    const other = { debtor, articleRows: [{ quantity: '1', price: '7', vatPercentage: 0 }] }
    expect(await weighed(await activated(at, tenant, two, other))).toMatchObject({ open: [] })
  })
})

test('a client whose review is overdue is one that nobody knows any more', async () => {
  const clientId = await financedClient(tenant)
  await tenant.work((unit) =>
    changeCompliance(unit, clientId, { nextReviewAt: dayFromNow(at, -2) }),
  )
  const { id, ...found } = await weighed(await activated(at, tenant, clientId))
  expect(found).toMatchObject({ status: 'WAITING', open: ['KYC'] })
  const limits = (await tenant.api.get(`/clients/${clientId}/financing-limits`)).body.limits
  expect(limits[0].obstacles).toEqual(['KYC_NOT_APPROVED'])
  expect(await move(id, approve)).toMatchObject({ status: 200 })
})

test('the share of a debtor is what is sold on it by whatever customer number', async () => {
  const clientId = await financedClient(tenant)
  const debtor = newDebtor()
  await asked(at, tenant, await activated(at, tenant, clientId, { debtor }))
  await asked(at, tenant, await activated(at, tenant, clientId))
  const { body } = await tenant.api.get(`/credit-statuses?clientId=${clientId}`)
  await tenant.api.put(`/credit-statuses/${body.data[0].id}`, { maxDebtorShare: '0.6' })
  const more = {
    debtor: { ...debtor, customerNumber: 'another' },
    articleRows: [{ quantity: '10', price: '1001.00', vatPercentage: 25 }],
  }
  const invoiceId = await activated(at, tenant, clientId, more)
  expect(await weighed(invoiceId)).toMatchObject({ status: 'WAITING', open: ['CONCENTRATION'] })
})

const ahead = () => ({ invoiceDate: dayFromNow(at, 5), expireDate: dayFromNow(at, 35) })
function without() {
  const { identificationNumber: _, ...debtor } = newDebtor()
  return debtor
}

describe('the limit of a country', () => {
  const abroad = (countryCode: string) =>
    newDebtor({ invoiceAddress: { address: 'Street 1', city: 'Town', countryCode } })

  test('holds over all claims there, whoever sells them, and binds operators', async () => {
    const limit = { code: 'NO', maxLimit: '30000', maxLimitCurrency: 'SEK' }
    await tenant.api.post('/factoring-country', limit)
    const clients = [await financedClient(tenant), await financedClient(tenant)]
    const sold: string[] = []
    for (const clientId of [...clients, ...clients]) {
      sold.push(await activated(at, tenant, clientId, { debtor: abroad('NO') }))
    }
    const [one, two, three, four] = sold as [string, string, string, string]
    expect(await weighed(one)).toMatchObject({ financeDecision: 'APPROVED' })
    expect(await weighed(two)).toMatchObject({ financeDecision: 'APPROVED' })
    expect(await weighed(three)).toMatchObject({
      financeDecision: 'DENIED',
      open: ['COUNTRY_LIMIT'],
    })
    await at.owner('update client_product set manual_control = true where client_id = $1', [
      clients[1],
    ])
    const { id } = await weighed(four)
    const refused = { status: 409, body: { code: 'LIMIT_EXCEEDED' } }
    expect(await move(id, approve)).toMatchObject(refused)
    expect(await move(id, { status: 'REFINANCE' })).toMatchObject(refused)
    await tenant.api.put('/factoring-country/NO', { maxLimit: '37500' })
    expect(await move(id, { status: 'REFINANCE' })).toMatchObject({ status: 200 })
    expect(await move(id, approve)).toMatchObject({ status: 200 })
  })

  test('counts what is bought where its debtor was then, whatever a later draft says', async () => {
    await tenant.api.post('/factoring-country', {
      code: 'NL',
      maxLimit: '20000',
      maxLimitCurrency: 'SEK',
    })
    const clientId = await financedClient(tenant)
    const debtor = abroad('NL')
    const first = await activated(at, tenant, clientId, { debtor })
    expect(await weighed(first)).toMatchObject({ financeDecision: 'APPROVED' })
    const invoiceAddress = { address: 'Gatan 1', city: 'Lund', countryCode: 'SE' }
    await createdInvoice(tenant, clientId, { debtor: { ...debtor, invoiceAddress } })
    const second = await activated(at, tenant, clientId, { debtor: abroad('NL') })
    expect(await weighed(second)).toMatchObject({
      financeDecision: 'DENIED',
      open: ['COUNTRY_LIMIT'],
    })
  })

  test('counts claims in other currencies at the rate of the day, weighed by the risk', async () => {
    const limit = { code: 'FI', maxLimit: '2000', maxLimitCurrency: 'EUR', riskWeight: '1.5' }
    await tenant.api.post('/factoring-country', limit)
    const clientId = await financedClient(tenant)
    const invoiceId = await activated(at, tenant, clientId, { debtor: abroad('FI') })
    expect(await weighed(invoiceId)).toMatchObject({ financeDecision: 'APPROVED' })
    const { criteria } = await decisionOf(invoiceId)
    const told = criteria.find(({ criterion }: Weighed) => criterion === 'COUNTRY_LIMIT')
    expect(told).toMatchObject({ bound: '2000.00' })
    expect(Number(told.value)).toBeGreaterThan(1_500)
    expect(Number(told.value)).toBeLessThan(2_000)
  })

  test('is kept by all who decide at once', async () => {
    const limit = { code: 'DK', maxLimit: '40000', maxLimitCurrency: 'SEK' }
    await tenant.api.post('/factoring-country', limit)
    const clients = await Promise.all(
      Array.from({ length: 6 }, () => financedClient(tenant, { terms: { manualControl: true } })),
    )
    const ids = await Promise.all(
      clients.map(async (clientId) =>
        asked(at, tenant, await activated(at, tenant, clientId, { debtor: abroad('DK') })),
      ),
    )
    const answers = await Promise.all(ids.map((id) => move(id, approve)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)
    expect(codes).toEqual(Array(3).fill('LIMIT_EXCEEDED'))
  })
})

describe('operators are bound by', () => {
  const waiting = async (clientId: string) => {
    const invoiceId = await activated(at, tenant, clientId)
    return { invoiceId, id: await asked(at, tenant, invoiceId) }
  }

  test('a client that was denied; one that is not yet known they may finance', async () => {
    const clientId = await financedClient(tenant, { kycStatus: 'PENDING' })
    const { id } = await waiting(clientId)
    const kyc = (kycStatus: 'DENIED' | 'PENDING') =>
      tenant.work((unit) => changeCompliance(unit, clientId, { kycStatus }))
    await kyc('DENIED')
    const refused = { status: 409, body: { code: 'KYC_DENIED' } }
    expect(await move(id, approve)).toMatchObject(refused)
    expect(await move(id, { status: 'REFINANCE' })).toMatchObject(refused)
    const external = `/factoring-decisions/${id}/move-external`
    expect(await tenant.api.put(external, { decision: 'APPROVED' })).toMatchObject(refused)
    await kyc('PENDING')
    expect(await move(id, approve)).toMatchObject({ status: 200 })
  })

  test('a product that is off', async () => {
    const { id } = await waiting(await financedClient(tenant, { terms: { enabled: false } }))
    const refused = { status: 409, body: { code: 'PRODUCT_NOT_ENABLED' } }
    expect(await move(id, approve)).toMatchObject(refused)
    expect(await move(id, { status: 'REFINANCE' })).toMatchObject(refused)
    expect(await move(id, { ...approve, financeDecision: 'DENIED' })).toMatchObject({ status: 200 })
  })
})

describe('what the monitoring found', () => {
  let events = 0
  const tell = async (result: string, subject: object, providerRef: string) => {
    const event = { eventId: `m-${++events}`, providerRef, type: 'SANCTION', result, ...subject }
    const { status, body } = await tenant.api.post('/events/aml-monitoring-result', event)
    if (status >= 300) throw new Error(JSON.stringify(body))
  }

  test.each(['CLIENT', 'DEBTOR', 'INVOICE'])(
    'about a %s holds its financing until it is cleared',
    async (subjectType) => {
      const clientId = await financedClient(tenant)
      const invoiceId = await activated(at, tenant, clientId)
      const { debtorId } = (await tenant.api.get(`/invoices/${invoiceId}`)).body
      const subjectId = { CLIENT: clientId, DEBTOR: debtorId, INVOICE: invoiceId }[subjectType]
      const subject = { subjectType, subjectId }
      await tell('HIT', subject, `found-${subjectType}`)
      const { id, ...found } = await weighed(invoiceId)
      expect(found).toMatchObject({ status: 'WAITING', open: ['UNDER_REVIEW'] })
      expect(await move(id, approve)).toMatchObject({ body: { code: 'MONITORING_OPEN' } })
      await tell('INCONCLUSIVE', subject, `found-${subjectType}`)
      expect(await move(id, approve)).toMatchObject({ body: { code: 'MONITORING_OPEN' } })
      await tell('CLEAR', subject, `found-${subjectType}`)
      expect(await move(id, { status: 'READY_FOR_DECISION' })).toMatchObject({ status: 200 })
      await decided(at, tenant, id)
      expect(await decisionOf(invoiceId)).toMatchObject({ financeDecision: 'APPROVED' })
    },
  )

  test('about a debtor stops it with other clients as well, without showing them why', async () => {
    const [one, two] = [await financedClient(tenant), await financedClient(tenant)]
    const debtor = newDebtor()
    const known = await activated(at, tenant, one, { debtor })
    const { debtorId } = (await tenant.api.get(`/invoices/${known}`)).body
    await tell('HIT', { subjectType: 'DEBTOR', subjectId: debtorId }, 'found-elsewhere')
    const invoiceId = await activated(at, tenant, two, { debtor })
    const bound = await tenant.holding(
      ['UpdateCreditDecisionStatus', 'GetInvoiceCreditDecisionStatus'],
      { clientId: two, kind: 'CLIENT' },
    )
    const request = await bound.put(`/factoring-decisions/${invoiceId}/factoring`, {})
    expect(request.status).toBe(200)
    await decided(at, tenant, request.body.id)
    const seen = await bound.get(`/factoring-decisions/invoice/${invoiceId}`)
    expect(seen.body).toMatchObject({ status: 'WAITING' })
    expect(JSON.stringify(seen.body)).not.toMatch(/REVIEW|MONITORING|AML/)
    const told = await at.owner(
      `select data::text as data from event where tenant_id = $1 and subject_id = $2`,
      [tenant.id, request.body.id],
    )
    expect(JSON.stringify(told)).not.toMatch(/REVIEW|MONITORING|AML/)
  })

  test('about a client holds what would be paid out, in words that say nothing of it', async () => {
    const clientId = await financedClient(tenant)
    await asked(at, tenant, await activated(at, tenant, clientId))
    const [account] = await at.owner(
      `select id from client_account where client_id = $1 and type = 'MAIN'`,
      [clientId],
    )
    const other = await financedClient(tenant)
    const [elsewhere] = await at.owner(
      `select id from client_account where client_id = $1 and type = 'MAIN'`,
      [other],
    )
    await tell('HIT', { subjectType: 'CLIENT', subjectId: clientId }, 'found-payout')
    const pay = (api = tenant.api) =>
      api.put(`/client-accounts/${account?.['id']}/payout`, { amount: '100.00' })
    const bound = await tenant.holding(['CreatePayoutForClientAccounts'], {
      clientId,
      kind: 'CLIENT',
    })
    const refused = await pay(bound)
    expect(refused).toMatchObject({ status: 409, body: { code: 'PAYOUT_NOT_POSSIBLE' } })
    expect(JSON.stringify(refused.body)).not.toMatch(/review|monitor|AML|launder/i)
    const away = await tenant.api.put('/client-accounts/transfer', {
      fromId: account?.['id'],
      toId: elsewhere?.['id'],
      amount: '100.00',
      text: 'Away',
      reason: 'Agreed',
    })
    expect(away.body.code).toBe('PAYOUT_NOT_POSSIBLE')
    const [errand] = await at.owner(
      `select id from system_errand where tenant_id = $1 and dedupe_key like '%found-payout'`,
      [tenant.id],
    )
    await at.owner(`update system_errand set status = 'RESOLVED' where id = $1`, [errand?.['id']])
    expect((await pay()).status).toBeLessThan(300)
  })
})

describe('what was denied', () => {
  test('may be asked for again, and the engine weighs it as it is then', async () => {
    const clientId = await financedClient(tenant, { limit: '10000' })
    const invoiceId = await activated(at, tenant, clientId)
    const first = await weighed(invoiceId)
    expect(first).toMatchObject({ financeDecision: 'DENIED', open: ['CLIENT_LIMIT'] })
    const second = await weighed(invoiceId)
    expect(second).toMatchObject({ financeDecision: 'DENIED', open: ['CLIENT_LIMIT'] })
    expect(second.id).not.toBe(first.id)
    expect(await statusOf(invoiceId)).toBe('DENIED_FINANCING')
    await at.owner('update credit_status set credit_limit = 5000000 where client_id = $1', [
      clientId,
    ])
    expect(await weighed(invoiceId)).toMatchObject({ financeDecision: 'APPROVED' })
    expect(await statusOf(invoiceId)).toBe('ACTIVATED')
  })

  test('is paused and resumed as others are', async () => {
    const clientId = await financedClient(tenant, { limit: '10000' })
    const invoiceId = await activated(at, tenant, clientId)
    await asked(at, tenant, invoiceId)
    const put = (verb: string) => tenant.api.put(`/invoices/${invoiceId}/actions/${verb}`, {})
    expect((await put('pause')).body.statuses.main).toBe('PAUSED')
    const request = await tenant.api.put(`/factoring-decisions/${invoiceId}/factoring`, {})
    expect(request.body.code).toBe('INVOICE_NOT_ACTIVATED')
    expect((await put('resume')).body.statuses.main).toBe('DENIED_FINANCING')
  })
})
