import { expect, test } from 'vitest'
import { steadyTables } from '../../src/entities/table.ts'
import { Transaction } from '../../src/ports/database/transaction.ts'
import { asksSteady, writesSteady } from '../../src/ports/database/steady.ts'
import { NotKnown, Trip } from '../../src/ports/database/trip.ts'
import { activatedInvoice, clientIn, invoiceBody } from '../support/trade.ts'
import { apiAs, worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const clientId = await clientIn(tenant)
const { api } = tenant

async function number(): Promise<string> {
  const [row] = await at.owner('select steady from policy_version where tenant_id = $1', [
    tenant.id,
  ])
  return String(row!['steady'])
}

/** Whether the tenant's number is another one after it. */
async function changes(work: () => Promise<unknown>): Promise<boolean> {
  const before = await number()
  await work()
  return (await number()) !== before
}

const post = (more: object = {}) => api.post('/invoices', { ...invoiceBody(), clientId, ...more })

test('a change of who may call, or of what is set, is another number; what comes daily is not', async () => {
  const clerk = await tenant.holding(['ReadInvoices'], { name: 'clerk' })
  const sql = (text: string) => () => at.owner(text, [tenant.id])
  const debtor = { customerNumber: 'NEW', name: 'New AB', type: 'COMPANY' }
  const cases: [what: string, told: boolean, work: () => Promise<unknown>][] = [
    ['a new invoice', false, () => post()],
    ['a booking', false, async () => activatedInvoice(tenant, clientId)],
    ['a new debtor', false, () => post({ debtor })],
    ['a new token', false, () => tenant.holding(['ReadInvoices'])],
    [
      'a use of a token',
      false,
      async () => (await clerk.get('/invoices'), await at.kernel.lastUses.flush()),
    ],
    [
      'a revoked token',
      true,
      sql(`update token set revoked_at = now() where tenant_id = $1 and name = 'clerk'`),
    ],
    [
      'a debtor who is called otherwise',
      true,
      sql(`update debtor set name = 'Old AB' where tenant_id = $1`),
    ],
    ['a new client', true, () => clientIn(tenant, { identificationNumber: '5560125790' })],
    [
      'a setting',
      true,
      () => api.put(`/clients/${clientId}/settings/invoice`, { roundTotal: true }),
    ],
    [
      'a right of a role',
      true,
      sql(`delete from role_right where tenant_id = $1 and right_name = 'ReadInvoices'`),
    ],
    ['a cleared cache', true, () => api.post('/cache/clear/all', {})],
  ]
  for (const [what, told, work] of cases) expect([what, await changes(work)]).toEqual([what, told])
})

test('it is given at the end of the transaction, once, and is taken back with it', async () => {
  const rename = `update client set name = name || '.' where tenant_id = '${tenant.id}'`
  const last = async () =>
    Number((await at.owner('select last_value from steady_number'))[0]!['last_value'])
  const drawn = await last()
  await at.owner('begin')
  for (let n = 0; n < 3; n++) await at.owner(rename)
  expect(await last()).toBe(drawn)
  await at.owner('commit')
  expect(await last()).toBe(drawn + 1)
  expect(
    await changes(async () => {
      await at.owner('begin')
      await at.owner(rename)
      await at.owner('rollback')
    }),
  ).toBe(false)
})

test('what was asked in a transaction that changed it and was taken back is no answer for others', async () => {
  const values = [tenant.id, clientId]
  const asked = (transaction: Transaction) =>
    transaction.known<{ name: string }>(
      'select name from client where tenant_id = $1 and id = $2',
      values,
      ['its name'],
      true,
    )
  const begun = () =>
    Transaction.begin(at.runtime.pool, { tenantId: tenant.id }, 'command', { notes: 'all' })
  const changed = async (transaction: Transaction) => {
    await transaction.query(`update client set name = 'Nobody' where tenant_id = $1`, [tenant.id])
    expect(await asked(transaction)).toEqual([{ name: 'Nobody' }])
  }
  const inOneTrip = () => asked(new Trip(at.runtime.pool, tenant.id))
  const first = await begun()
  await changed(first)
  await first.rollback()
  await expect(inOneTrip()).rejects.toBeInstanceOf(NotKnown)
  const second = await begun()
  await second.savepoint('work')
  await changed(second)
  await second.query('rollback to savepoint work')
  await second.commit()
  await expect(inOneTrip()).rejects.toBeInstanceOf(NotKnown)
  const third = await begun()
  const answer = await asked(third)
  await third.commit()
  expect(await inOneTrip()).toEqual(answer)
})

test('every question that is guarded by the number asks of steady tables alone', async () => {
  for (let n = 0; n < 2; n++) {
    const { body } = await post()
    await api.put(`/invoices/${body.id}/activate`, { productCode: 'INVOICE_SERVICE' })
  }
  const bound = apiAs(
    at,
    (await tenant.holding(['CreateInvoices'], { kind: 'CLIENT', clientId })).token,
  )
  const { clientId: _, ...body } = { clientId, ...invoiceBody() }
  await bound.post('/invoices', body)
  const guarded = [...at.statements].filter((text) =>
    /\(select steady from policy_version .*\) as digest/.test(text),
  )
  expect(guarded.length).toBeGreaterThan(8)
  const steady = steadyTables()
  for (const text of guarded) {
    const [plan] = await at.owner(`explain (generic_plan, format json) ${text}`)
    const tables = JSON.stringify(plan).matchAll(/"Relation Name":"(\w+)"/g)
    const others = [...tables].map(([, table]) => table!).filter((table) => !steady.has(table))
    expect([text, others]).toEqual([text, []])
  }
})

test('a question of what grows is steady by ids alone, and of anything unknown never', () => {
  const tables = new Map([
    ['role', { how: 'always', moving: ['revision'] }],
    ['debtor', { how: 'afterwards', moving: [] }],
  ] as const)
  const is = (text: string, meetsNew = false) => asksSteady(tables, { text, meetsNew })
  expect(is('select 1 from role r left join lateral (select 1 from debtor) d on true')).toBe(true)
  expect(is('select 1 from debtor', true)).toBe(false)
  expect(is('select 1 from "role"', true)).toBe(true)
  expect(is('select 1 from role, invoice')).toBe(false)
  expect(is('select 1 from role r, invoice')).toBe(false)
  expect(is('select 1 from role as r, invoice')).toBe(false)
  expect(is('select 1 from role a join role b on true, invoice')).toBe(false)
  expect(is('select 1 from role join unnest($2) k on true')).toBe(false)
  expect(is('select 1')).toBe(false)
  expect(is('select r.revision from role r')).toBe(false)
  const until = () => null
  expect(asksSteady(tables, { text: 'select revision from role', meetsNew: false, until })).toBe(
    true,
  )
})

test('who goes by notes asks nothing, and fails where they are others now, even while it is at work', async () => {
  const name = 'select name from client where tenant_id = $1 and id = $2'
  const begun = (byNotes: boolean) =>
    Transaction.begin(at.runtime.pool, { tenantId: tenant.id }, 'command', {
      notes: 'steady',
      byNotes,
    })
  const asked = (transaction: Transaction) =>
    transaction.known<{ name: string }>(name, [tenant.id, clientId], ['by notes'], true)
  const rename = (to: string) =>
    at.owner('update client set name = $3 where tenant_id = $1 and id = $2', [
      tenant.id,
      clientId,
      to,
    ])
  const first = await begun(false)
  const [before] = await asked(first)
  await first.commit()

  const sure = await begun(true)
  expect(await asked(sure)).toEqual([before])
  await sure.commit()
  expect(sure.isMisled).toBe(false)

  const meanwhile = await begun(true)
  expect(await asked(meanwhile)).toEqual([before])
  await meanwhile.prepared('select 1 as one', [])
  await rename('Meanwhile AB')
  await expect(meanwhile.commit()).rejects.toThrow()
  expect(meanwhile.isMisled).toBe(true)

  const late = await begun(true)
  expect(await asked(late)).toEqual([before])
  await expect(late.prepared('select 1 as one', [])).rejects.toThrow()
  expect(late.isMisled).toBe(true)
  await late.rollback()

  const own = await begun(true)
  own.ahead('update client set name = $3 where tenant_id = $1 and id = $2', [
    tenant.id,
    clientId,
    'Own AB',
  ])
  expect(await asked(own)).toEqual([{ name: 'Own AB' }])
  await own.rollback()
})

test('a statement that changes what only moves leaves notes as they are', () => {
  const tables = steadyTables()
  const writes = (text: string) => writesSteady(tables, text)
  expect(writes('update "debtor" t set "balance" = $1, "version" = t."version" + 1 where')).toBe(
    false,
  )
  expect(writes('update debtor set balance = $1, name = $2 where tenant_id = $3')).toBe(true)
  expect(writes('with a as (select 1) delete from client_setting where tenant_id = $1')).toBe(true)
  expect(writes('insert into bookkeeping_account (tenant_id) values ($1)')).toBe(true)
  expect(writes('insert into invoice (tenant_id) values ($1)')).toBe(false)
})
