import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hiddenFrom } from '../../src/kernel/write/bound.ts'
import { allTables } from '../../src/entities/table.ts'
import type { Scope } from '../../src/domain/access/scope.ts'
import { rightNames } from '../../src/policy/rights.ts'
import { activated } from '../factoring/ground.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant, type Api } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const hiding = 'ShowRestrictedSenderInformationForClients'
const [account, number] = ['5439-1001233', '199001019802']
const payer = { payerName: 'Nordic AB', payerAccount: account, payerIdentificationNumber: number }

interface Described {
  paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>
}

/** One payment on a claim and one that is unplaced, a part of which is asked back. */
async function paid(clientId: string): Promise<Record<string, string>> {
  const claim = await activated(at, tenant, clientId)
  const sent = { currency: 'SEK', clientId, ...payer }
  const placed = await tenant.api.post('/payments', {
    ...sent,
    amount: '100.00',
    claims: [{ id: claim }],
  })
  const open = await tenant.api.post('/payments', { ...sent, amount: '40.00' })
  const { data } = (await tenant.api.post('/unplaced-payments/search', { limit: 200 })).body
  const of = data.find((one: { transactionId: string }) => one.transactionId === open.body.id)
  const back = await tenant.api.put(`/unplaced-payments/${of.id}/return`, { amount: '10.00' })
  expect([placed.status, open.status, back.status]).toEqual([201, 201, 200])
  return {
    payments: placed.body.id,
    'unplaced-payments': of.id,
    'unplaced-payments/client': of.id,
    'payment-transactions-returns': back.body.id,
    invoices: claim,
    clients: clientId,
    changelog: placed.body.id,
  }
}

/** Whatever can be read without knowing more than these ids. */
async function addresses(ids: Readonly<Record<string, string>>) {
  const { paths } = JSON.parse(await readFile('openapi.json', 'utf8')) as Described
  return Object.entries(paths).flatMap(([path, { get, post }]) => {
    const [, before = '', rest = ''] = /^\/(.+?)\/\{[^}]+\}(.*)$/.exec(path) ?? []
    const address = before in ids ? `/${before}/${ids[before]}${rest}` : path
    if (address.includes('{')) return []
    const isSearch = post !== undefined && path.endsWith('/search')
    return [
      ...(get === undefined ? [] : [['GET', address] as const]),
      ...(isSearch ? [['POST', address] as const] : []),
    ]
  })
}

async function telling(by: Api, all: readonly (readonly ['GET' | 'POST', string])[]) {
  const told: string[] = []
  for (const [method, address] of all) {
    const { body } = await (method === 'GET' ? by.get(address) : by.post(address, { limit: 200 }))
    const text = JSON.stringify(body ?? null)
    if (text.includes(account) || text.includes(number)) told.push(`${method} ${address}`)
  }
  return told.toSorted()
}

test('no address tells a client’s people who paid, where that is hidden from them', async () => {
  const clientId = await clientIn(tenant)
  const ids = await paid(clientId)
  const all = (await addresses(ids)).filter(([, address]) => !/stream|channel|health/.test(address))
  const open = rightNames.filter((right) => right !== hiding)
  const seeing = await tenant.holding(open, { clientId })
  const told = await telling(seeing, all)
  // The sweep finds what it looks for.
  expect(told).toEqual(
    expect.arrayContaining([
      'GET /payments',
      `GET /payments/${ids['payments']}`,
      'GET /payment-transactions-returns',
      'GET /unplaced-payments/client',
      'POST /payments/search',
    ]),
  )
  const hidden = await tenant.holding(rightNames, { clientId })
  expect(await telling(hidden, all)).toEqual([])
})

test('what is hidden is asked by in no list, and only from those of a client', () => {
  const bound: Scope = {
    clients: 'one',
    clientId: 'C',
    debtorId: null,
    holderId: null,
    openedBy: undefined,
  }
  const named = allTables().filter(({ sender = [] }) => sender.length > 0)
  expect(named.map(({ table }) => table).toSorted()).toEqual([
    'payment_request',
    'payment_return',
    'payment_transaction',
  ])
  for (const facts of named) {
    const of = (scope: Scope) => [...hiddenFrom(scope, facts).keys()]
    expect(of({ ...bound, hidesSenders: true })).toEqual(facts.sender)
    expect(of(bound)).toEqual([])
    expect(of({ ...bound, clients: 'all', clientId: null })).toEqual([])
  }
})
