import { expect, test } from 'vitest'
import { activated } from '../factoring/ground.ts'
import { driftsOf } from '../support/books.ts'
import { clientIn } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type TestTenant } from '../support/world.ts'
import { camt, type Paid } from './files.ts'
import { bankOf } from './imported.ts'

// What a bank writes of an account is one of ours, and what comes there is of whom it is.
const { at } = await worldWithTenant()

/** The account of the samples, with a payment account of one client at it. */
async function accountOf(tenant: TestTenant, clientId: string, more: object = {}): Promise<string> {
  const bank = await tenant.api.post('/system-bank-accounts', {
    name: 'Inbetalningar',
    kind: 'IBAN',
    number: 'SE45 5000 0000 0583 9825 7466',
    currency: 'SEK',
  })
  const { body } = await tenant.api.post('/payment-accounts', {
    kind: 'BANKGIRO',
    number: '5050-1055',
    currency: 'SEK',
    clientId,
    systemBankAccountId: bank.body.id,
    ...more,
  })
  return String(body.id)
}

async function owedBy(tenant: TestTenant, clientId: string): Promise<string> {
  const id = await activated(at, tenant, clientId)
  return String((await tenant.api.get(`/invoices/${id}/payment-account`)).body.reference)
}

test('what comes to an account of a client is of its claims alone', async () => {
  const tenant = await tenantIn(at)
  const [own, other] = [await clientIn(tenant), await clientIn(tenant)]
  const paymentAccountId = await accountOf(tenant, own)
  const pays = (reference: string, ref: string): Paid[] => [{ amount: '12500.00', reference, ref }]
  const bank = bankOf(at, tenant)
  const entries = [pays(await owedBy(tenant, own), 'B1'), pays(await owedBy(tenant, other), 'B2')]
  const file = await bank.imported(camt({ opening: '0.00', closing: '25000.00', entries }))
  const [batch] = await bank.batchesOf(String(file.id))
  expect(batch).toMatchObject({ clientId: own, account: 'SE4550000000058398257466' })
  expect(await bank.paymentsOf(batch!.id)).toMatchObject([
    { paymentAccountId, clientId: own, linked: '12500.00' },
    { paymentAccountId, clientId: own, linked: '0.00', unplaced: '12500.00' },
  ])
  const { data } = (await tenant.api.post('/payment-reconciliations/search', {})).body
  const compared = await tenant.api.put(`/payment-reconciliations/${data[0].id}/compare`)
  expect(compared.body).toMatchObject({ clientId: own, status: 'MATCHED', bookedSum: '25000.00' })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('of several bankgiros at one account each has what was paid to it, by whom', async () => {
  const tenant = await tenantIn(at)
  const [one, two] = [await clientIn(tenant), await clientIn(tenant)]
  const first = await accountOf(tenant, one)
  const { data: banks } = (await tenant.api.post('/system-bank-accounts/search', {})).body
  const second = await tenant.api.post('/payment-accounts', {
    kind: 'BANKGIRO',
    number: '991-2346',
    currency: 'SEK',
    clientId: two,
    systemBankAccountId: banks[0].id,
  })
  const bank = bankOf(at, tenant)
  const to = (bankgiro: string | undefined, ref: string): Paid[] => [
    { amount: '1.00', ref, account: '3783511', scheme: 'BGNR', ...(bankgiro && { bankgiro }) },
  ]
  const entries = [
    to('50501055', 'B1'),
    to('09912346', 'B2'),
    to('57237273', 'B3'),
    to(undefined, 'B4'),
  ]
  const file = await bank.imported(camt({ kind: '054', version: '08', entries }))
  expect(file).toMatchObject({ status: 'IMPORTED', entryCount: 4 })
  const rows = await at.owner(
    `select bank_ref, id_text(payment_account_id) as account, id_text(client_id) as client,
       payer_account from payment_transaction where tenant_id = $1 order by bank_ref`,
    [tenant.id],
  )
  const payer = '378-3511'
  expect(rows.map(Object.values)).toEqual([
    ['B1', first, one, payer],
    ['B2', second.body.id, two, payer],
    // Of neither: a bankgiro that nobody has said here, and none at all.
    ['B3', null, null, payer],
    ['B4', null, null, payer],
  ])
  // A notification of one of them says so once, and is known when it comes as a statement.
  const again = camt({ bankgiro: '9912346', entries: [to(undefined, 'B5')], kind: '054' })
  await bank.imported(again)
  const stated = camt({ entries: [to(undefined, 'B5'), to(undefined, 'B1')] })
  expect(await bank.imported(stated)).toMatchObject({ entryCount: 0, duplicateCount: 2 })
  const [last] = await at.owner(
    `select id_text(payment_account_id) as account from payment_transaction
     where tenant_id = $1 and bank_ref = 'B5'`,
    [tenant.id],
  )
  expect(last).toEqual({ account: second.body.id })
  expect(await driftsOf(at, tenant.id)).toEqual([])
})

test('a bankgiro of ours is enough, where nobody has said the account under it', async () => {
  const tenant = await tenantIn(at)
  const clientId = await clientIn(tenant)
  const sent = { kind: 'BANKGIRO', number: '5050-1055', currency: 'SEK', clientId }
  const { body } = await tenant.api.post('/payment-accounts', sent)
  const bank = bankOf(at, tenant)
  const paid = (bankgiro: string, ref: string): Paid[] => [{ amount: '1.00', ref, bankgiro }]
  const file = await bank.imported(
    camt({ entries: [paid('5050-1055', 'B1'), paid('991-2346', 'B2')] }),
  )
  expect(file).toMatchObject({ status: 'PARTIAL', entryCount: 1 })
  expect(file.findings).toMatchObject([{ code: 'ACCOUNT_UNKNOWN' }])
  const [batch] = await bank.batchesOf(String(file.id))
  expect(await bank.paymentsOf(batch!.id)).toMatchObject([
    { bankRef: 'B1', paymentAccountId: body.id, clientId },
  ])
})

test('an account that is none of ours, or takes no such money, is named, and the rest taken', async () => {
  const tenant = await tenantIn(at)
  await accountOf(tenant, await clientIn(tenant))
  const bank = bankOf(at, tenant)
  const heading = 'account;bookDate;amount;currency;bankRef'
  const of = (account: string, currency: string, ref: string) =>
    `${account};2026-11-20;10.00;${currency};${ref}`
  const lines = [of('5050-1055', 'SEK', 'A1'), of('991-2346', 'SEK', 'A2')]
  lines.push(of('991-2346', 'SEK', 'A3'), of('5050-1055', 'EUR', 'A4'))
  const file = await bank.imported([heading, ...lines].join('\n'), 'list.csv')
  expect(file).toMatchObject({
    status: 'PARTIAL',
    entryCount: 1,
    findingCount: 2,
    findings: [
      { place: 'line 3', code: 'ACCOUNT_UNKNOWN' },
      { place: 'line 5', code: 'CURRENCY_NOT_TAKEN' },
    ],
  })
  // Once the account is said, the same file brings what was left out, and nothing twice.
  const giro = { kind: 'BANKGIRO', number: '991-2346', currency: 'SEK' }
  expect((await tenant.api.post('/payment-accounts', giro)).status).toBe(201)
  expect((await tenant.api.put(`/payment-files/${file.id}/import`)).status).toBe(202)
  await bank.settled()
  const again = await bank.read(String(file.id))
  expect(again).toMatchObject({ entryCount: 3, duplicateCount: 1, findingCount: 1 })
})

test('an import that is cancelled is gone on from, and nothing counts twice', async () => {
  const tenant = await tenantIn(at)
  const bank = bankOf(at, tenant)
  const sent = await bank.upload(camt({ entries: [[{ amount: '1.00', ref: 'C1' }]] }))
  const again = () => tenant.api.put(`/payment-files/${sent.body.id}/import`)
  expect((await again()).status).toBe(202)
  await at.owner(
    `update background_task set status = 'CANCELLED', ended_at = now() where tenant_id = $1`,
    [tenant.id],
  )
  for (const entryCount of [1, 1]) {
    expect((await again()).status).toBe(202)
    await bank.settled()
    const file = await bank.read(String(sent.body.id))
    expect(file).toMatchObject({ status: 'IMPORTED', entryCount })
  }
})

test('where references alone place nothing, a person does', async () => {
  const tenant = await tenantIn(at)
  const clientId = await clientIn(tenant)
  const paymentAccountId = await accountOf(tenant, clientId)
  const checks = { paymentAccountId, referenceLevel: 'HARD', placesByReference: false }
  expect((await tenant.api.post('/payment-accounts/settings', checks)).status).toBe(201)
  const bank = bankOf(at, tenant)
  const entry = { amount: '12500.00', reference: await owedBy(tenant, clientId), ref: 'B1' }
  const file = await bank.imported(camt({ entries: [[entry]] }))
  const [batch] = await bank.batchesOf(String(file.id))
  expect(await bank.paymentsOf(batch!.id)).toMatchObject([{ unplaced: '12500.00', clientId }])
})
