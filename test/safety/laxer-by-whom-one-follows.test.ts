import { describe, expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { newDebtor } from '../factoring/ground.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { clientIn, createdInvoice, invoiceBody } from '../support/trade.ts'
import { tenantIn, worldWithTenant, type Answered, type Api } from '../support/world.ts'

const { at } = await worldWithTenant({ connections: 8 })
/** As a new tenant has it: what may take two people takes two. */
const tenant = await tenantIn(at, 'Two', {})
const { api } = tenant

const key = 'invoice.authorizationRequired'
const to = (value: boolean | null) => ({ settings: { [key]: value } })
const said = ({ status, body }: Answered) => body.code ?? status

const rights: Right[] = [
  'UpdateClients',
  'UpdateSetDefaultInstanceProviders',
  'UpdateDebtors',
  'UpdateDebtorClient',
  'ManageClientSettings',
  'ManageDebtorSettings',
  'ManageSystemDebtorSettings',
]
const somebody = () => tenant.holding(rights)

/** The first is that of all who name none: it says nothing. */
await api.post('/instance-providers', { name: 'Default' })

let named = 0
const made = async (path: string, body: object): Promise<string> => {
  const answer = await api.post(path, body)
  expect(answer.status).toBe(201)
  return answer.body.id
}
const whomToFollow = {
  templateId: {
    path: 'client-financial-price-template',
    make: () => made('/client-financial-price-template', { name: `T ${++named}` }),
  },
  serviceProviderId: {
    path: 'service-provider',
    make: () => made('/service-providers', { code: `S${++named}`, name: 'S', type: 'INSURER' }),
  },
  instanceProviderId: {
    path: 'instance-provider',
    make: () => made('/instance-providers', { name: `I ${++named}` }),
  },
} as const

async function strict(field: keyof typeof whomToFollow): Promise<string> {
  const { path, make } = whomToFollow[field]
  const id = await make()
  expect((await api.put(`/settings/${path}/${id}`, to(true))).status).toBe(200)
  return id
}

async function debtorOf(clientId: string, debtor = newDebtor()): Promise<string> {
  const invoiceId = await createdInvoice(tenant, clientId, { debtor })
  return (await api.get(`/invoices/${invoiceId}`)).body.debtorId
}

/** What is in force, and who says so. */
const inForce = async (path: string) => {
  const { data } = (await api.get(`/settings/${path}`)).body
  const { value, source } = data.find((one: { key: string }) => one.key === key)
  return [value, source]
}

/** One asks in vain, twice; another has it done. */
async function takesTwo(call: (by: Api) => Promise<Answered>): Promise<void> {
  const [one, other] = [await somebody(), await somebody()]
  expect((await call(one)).status).toBe(202)
  expect(said(await call(one))).toBe('SAME_APPROVER')
  expect((await call(other)).status).toBe(200)
}

describe('a client', () => {
  test.each(Object.keys(whomToFollow) as (keyof typeof whomToFollow)[])(
    'leaves whoever is strict by two, and comes to them by one: %s',
    async (field) => {
      const [id, clientId] = [await strict(field), await clientIn(tenant)]
      const follow = (whom: string | null) => (by: Api) =>
        by.put(`/clients/${clientId}`, { [field]: whom })
      const lax = await whomToFollow[field].make()
      expect((await follow(id)(await somebody())).status).toBe(200)
      expect((await inForce(`client/${clientId}`))[0]).toBe(true)
      await takesTwo(follow(lax))
      expect((await inForce(`client/${clientId}`))[0]).toBe(false)
      expect((await follow(id)(await somebody())).status).toBe(200)
      await takesTwo(follow(null))
      expect((await inForce(`client/${clientId}`))[0]).toBe(false)
    },
  )

  test('leaves them by one where it is strict itself, and still is', async () => {
    const templateId = await strict('templateId')
    const clientId = await clientIn(tenant, { templateId })
    const one = await somebody()
    expect((await one.put(`/settings/client/${clientId}`, to(true))).status).toBe(200)
    const gone = await one.put(`/clients/${clientId}`, { templateId: null, name: 'Renamed' })
    expect([gone.status, gone.body.name]).toEqual([200, 'Renamed'])
    expect(await inForce(`client/${clientId}`)).toEqual([true, 'CLIENT'])
  })

  test('follows another default by two, where that one is laxer', async () => {
    const own = await tenantIn(at, 'Default', {})
    const provider = async (name: string) =>
      (await own.api.post('/instance-providers', { name })).body.id as string
    const [first, second, third] = [
      await provider('First'),
      await provider('Second'),
      await provider('Third'),
    ]
    await own.api.put(`/settings/instance-provider/${first}`, to(true))
    await own.api.put(`/settings/instance-provider/${second}`, to(true))
    const right: Right[] = ['UpdateSetDefaultInstanceProviders']
    const [one, other] = [await own.holding(right), await own.holding(right)]
    const choose = (by: Api, id: string) => by.put(`/instance-providers/${id}/default`)
    expect((await choose(one, second)).status, 'as strict').toBe(200)
    expect((await choose(one, third)).status, 'laxer').toBe(202)
    expect(said(await choose(one, third))).toBe('SAME_APPROVER')
    expect((await choose(other, third)).body.isDefault).toBe(true)
    expect((await choose(one, first)).status, 'stricter').toBe(200)
  })
})

describe('a debtor', () => {
  test('gets another identity by two, where the former one is strict', async () => {
    const clientId = await clientIn(tenant)
    const number = swedishNumber(700_000_001)
    const debtor = newDebtor({ identificationNumber: number })
    const debtorId = await debtorOf(clientId, debtor)
    const path = `/settings/system-debtor/flag/${encodeURIComponent(number)}`
    expect((await api.put(path, to(true))).status).toBe(200)
    expect(await inForce(`debtor/flag/${debtorId}`)).toEqual([true, 'SYSTEM_DEBTOR'])
    const other = swedishNumber(700_000_002)
    const change = (by: Api) => by.put(`/debtors/${debtorId}`, { identificationNumber: other })
    const own = await tenant.holding(rights, { kind: 'CLIENT', clientId })
    expect(said(await change(own))).toBe('FOR_THE_TENANT_ALONE')
    const renamed = await own.put(`/debtors/${debtorId}`, { name: 'Renamed' })
    expect(renamed.status).toBe(200)
    await takesTwo(change)
    expect((await inForce(`debtor/flag/${debtorId}`))[0]).toBe(false)
  })

  test('moves to a client that is laxer by two, and to one as strict by one', async () => {
    const [from, lax, alike] = [
      await clientIn(tenant),
      await clientIn(tenant),
      await clientIn(tenant),
    ]
    for (const id of [from, alike]) await api.put(`/settings/client/${id}`, to(true))
    const debtorId = await debtorOf(from)
    const move = (clientId: string) => (by: Api) =>
      by.put(`/debtors/${debtorId}/client`, { clientId })
    await takesTwo(move(lax))
    const next = await debtorOf(from)
    const moved = await (await somebody()).put(`/debtors/${next}/client`, { clientId: alike })
    expect([moved.status, moved.body.clientId]).toEqual([200, alike])
  })

  test('exempts nobody by what it is merged into, now or later', async () => {
    const clientId = await clientIn(tenant)
    const unknown = () => debtorOf(clientId, newDebtor({ identificationNumber: undefined }))
    const exempted = async () => {
      const id = await unknown()
      await takesTwo((by) => by.put(`/settings/debtor/flag/${id}`, to(false)))
      return id
    }
    const merge = async (debtorId: string) => {
      const source = await exempted()
      const path = `/debtors/${source}/client`
      return (await somebody()).put(path, { clientId, debtorId })
    }
    const [before, after] = [await unknown(), await unknown()]
    expect((await merge(before)).status).toBe(200)
    expect(await inForce(`debtor/flag/${before}`)).toEqual([false, 'DEFAULT'])
    expect((await api.put(`/settings/client/${clientId}`, to(true))).status).toBe(200)
    expect((await merge(after)).status).toBe(200)
    for (const id of [before, after]) {
      expect(await inForce(`debtor/flag/${id}`)).toEqual([true, 'CLIENT'])
    }
  })

  test('with drafts of its own is exempted by no invoice that brings its number', async () => {
    const clientId = await clientIn(tenant)
    expect((await api.put(`/settings/client/${clientId}`, to(true))).status).toBe(200)
    const number = swedishNumber(700_000_004)
    await debtorOf(await clientIn(tenant), newDebtor({ identificationNumber: number }))
    const path = `/settings/system-debtor/flag/${encodeURIComponent(number)}`
    await takesTwo((by) => by.put(path, to(false)))
    const debtor = newDebtor({ identificationNumber: undefined })
    const debtorId = await debtorOf(clientId, debtor)
    const all: Right[] = [...rights, 'CreateInvoices']
    const own = await tenant.holding(all, { kind: 'CLIENT', clientId })
    const numbered = { ...debtor, identificationNumber: number }
    for (const by of [own, api]) {
      const body = invoiceBody({ ...(by === api && { clientId }), debtor: numbered })
      const refused = await by.post('/invoices', body)
      expect([said(refused), refused.body.errors?.[0]?.pointer]).toEqual([
        'DEBTOR_IDENTITY_LOOSENS',
        '/debtor/identificationNumber',
      ])
    }
    expect(await inForce(`debtor/flag/${debtorId}`)).toEqual([true, 'CLIENT'])
    await takesTwo((by) => by.put(`/debtors/${debtorId}`, { identificationNumber: number }))
    expect((await api.post('/invoices', invoiceBody({ clientId, debtor: numbered }))).status).toBe(
      201,
    )
  })

  test('becomes no laxer by the identity of what is merged into it', async () => {
    const clientId = await clientIn(tenant)
    expect((await api.put(`/settings/client/${clientId}`, to(true))).status).toBe(200)
    const number = swedishNumber(700_000_003)
    const source = await debtorOf(clientId, newDebtor({ identificationNumber: number }))
    await takesTwo((by) =>
      by.put(`/settings/system-debtor/flag/${encodeURIComponent(number)}`, to(false)),
    )
    const target = await debtorOf(clientId, newDebtor({ identificationNumber: undefined }))
    expect(await inForce(`debtor/flag/${target}`)).toEqual([true, 'CLIENT'])
    await takesTwo((by) => by.put(`/debtors/${source}/client`, { clientId, debtorId: target }))
  })
})

describe('what is laxer than anybody may say later', () => {
  test('is planted by nobody alone, though it changes nothing yet', async () => {
    const own = await tenantIn(at, 'Planted', {})
    const clientId = await clientIn(own)
    const invoiceId = await createdInvoice(own, clientId, { debtor: newDebtor() })
    const { debtorId } = (await own.api.get(`/invoices/${invoiceId}`)).body
    const right: Right[] = [
      'ManageDebtorSettings',
      'ManageClientSettings',
      'UpdateClientInvoiceDetails',
    ]
    const [one, other] = [await own.holding(right), await own.holding(right)]
    const planting: ((by: Api) => Promise<Answered>)[] = [
      (by) => by.put(`/settings/debtor/flag/${debtorId}`, to(false)),
      (by) => by.put(`/settings/client/flag/${clientId}`, to(false)),
      (by) => by.put(`/settings/client/${clientId}`, to(false)),
      (by) => by.put(`/clients/${clientId}/settings/invoice`, { authorizationRequired: false }),
    ]
    for (const plant of planting) expect([202, 'SAME_APPROVER']).toContain(said(await plant(one)))
    const tenantsOwn = `/system-setting/${key}`
    expect((await own.api.put(tenantsOwn, { value: true })).status).toBe(200)
    for (const path of [`debtor/flag/${debtorId}`, `client/${clientId}`]) {
      const { data } = (await own.api.get(`/settings/${path}`)).body
      const found = data.find((each: { key: string }) => each.key === key)
      expect([found.value, found.source]).toEqual([true, 'TENANT'])
    }
    expect((await planting[0]!(other)).status, 'two exempt one debtor').toBe(200)
  })
})
