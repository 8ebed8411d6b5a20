import { beforeEach, describe, expect, test } from 'vitest'
import { changeInvoiceSettings } from '../../src/activities/clients/change-invoice-settings.ts'
import { changeSettings } from '../../src/activities/clients/change-settings.ts'
import { invoiceSettings } from '../../src/activities/clients/settings.ts'
import { changeSettingsOfClient } from '../../src/activities/system/settings/client-settings.ts'
import { platform } from '../../src/domain/access/principal.ts'
import { inUnit } from '../../src/kernel/write/in-unit.ts'
import type { Unit } from '../../src/kernel/write/unit.ts'
import { linkToken } from '../../src/ports/keys/link-tokens.ts'
import type { Right } from '../../src/policy/rights.ts'
import { forgetAttempts, loggedIn, password, personIn, visitor } from '../access/people.ts'
import { newDebtor } from '../factoring/ground.ts'
import { bookedClient, enterByHand } from '../support/booked-client.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import {
  apiAs,
  tenantIn,
  worldWithTenant,
  type Answered,
  type Api,
  type TestTenant,
} from '../support/world.ts'

const { at } = await worldWithTenant({ connections: 8 })
/** As a new tenant has it: what may take two people takes two. */
const tenant = await tenantIn(at, 'Two', {})
beforeEach(() => forgetAttempts(at))

const said = ({ status, body }: Answered) => body.code ?? status

describe('a link of a credit note', () => {
  test('that is large is taken back by two, whichever verb is called', async () => {
    const clientId = await clientIn(tenant)
    const debtor = newDebtor()
    const row = { description: 'Planks', quantity: '10', unit: 'm', vatPercentage: 25 }
    const rows = (price: string) => ({ debtor, articleRows: [{ ...row, price }] })
    const debit = await activatedInvoice(tenant, clientId, rows('5000.00'))
    const credited = { ...rows('4000.00'), type: 'CREDIT_INVOICE' }
    const credit = await activatedInvoice(tenant, clientId, credited)
    await tenant.api.put('/invoices/link-multiple', { creditId: credit, debits: [{ id: debit }] })
    const [link] = await at.owner(
      `select id_text(id) as id from financial_event where claim_id = $1 and type = 'CREDIT_LINK'`,
      [debit],
    )
    const path = `/invoices/events/financial/${String(link?.['id'])}`
    const [one, other] = [
      await tenant.holding(['ReverseInvoiceFinancialEvent', 'UnlinkCreditInvoice']),
      await tenant.holding(['UnlinkCreditInvoice']),
    ]
    const asked = await one.put(`${path}/unlink-credit`, {})
    expect(asked.status).toBe(202)
    expect(said(await one.put(`${path}/reverse`, {}))).toBe('SAME_APPROVER')
    const done = await other.put(`${path}/unlink-credit`, {})
    expect([done.status, done.body.data.length]).toEqual([200, 2])
  })
})

describe('a super-user', () => {
  /** Two people who are super-users, and the token that the tenant began with. */
  async function superUsers() {
    const two = await tenantIn(at, 'Super')
    const [one, other] = [
      await personIn(at, two, { superUser: true }),
      await personIn(at, two, { superUser: true }),
    ]
    const plain = await personIn(at, two)
    await one.api.put('/system-setting/dualControl.TOGGLE_SUPER_USER', { value: 'ALWAYS' })
    const [first] = await at.owner(
      'select id_text(id) as id from token where super_user and tenant_id = $1',
      [two.id],
    )
    const promote = (by: Api) => by.put(`/users/${plain.id}/toggle-super-user`, { superUser: true })
    return { two, one, other, plain, promote, firstToken: `/token/${String(first?.['id'])}` }
  }

  test('is left alone by nobody alone, and so takes a second for another', async () => {
    const { one, other, promote, firstToken } = await superUsers()
    const off = (by: Api) => by.put(`/users/${other.id}/toggle`, { active: false })
    expect((await promote(one.api)).status).toBe(202)
    expect((await one.api.delete(firstToken)).status).toBe(202)
    expect((await off(one.api)).status).toBe(202)
    expect(said(await off(one.api))).toBe('SAME_APPROVER')
    expect(said(await promote(one.api))).toBe('SAME_APPROVER')
  })

  test('goes on alone where two have agreed to that, and what is gone comes back by two', async () => {
    const { two, one, other, promote, firstToken } = await superUsers()
    const off = (by: Api) => by.put(`/users/${other.id}/toggle`, { active: false })
    await off(one.api)
    expect((await off(two.api)).status).toBe(200)
    expect((await promote(one.api)).status).toBe(202)
    expect((await two.api.delete(firstToken)).status).toBe(204)
    expect((await promote(one.api)).status).toBe(200)
    const on = await one.api.put(`/users/${other.id}/toggle`, { active: true })
    expect(on.status).toBe(202)
  })

  test('whose password the other one set is another person all the same', async () => {
    const { two, one, other, promote, firstToken } = await superUsers()
    expect((await two.api.delete(firstToken)).status).toBe(204)
    const path = `/users/${other.id}/change-password`
    expect((await one.api.put(path, { newPassword: password })).status).toBe(200)
    expect((await promote(one.api)).status).toBe(202)
    expect(said(await promote(await loggedIn(at, two, other.email)))).toBe('SAME_APPROVER')
  })

  test('makes a token that outlasts them together with another', async () => {
    const { one, other } = await superUsers()
    const mint = (by: Api, more = {}) => by.post('/token/generate', { superUser: true, ...more })
    expect((await mint(one.api)).status).toBe(201)
    const asked = await mint(one.api, { tenantsOwn: true })
    expect(asked.status).toBe(202)
    expect(asked.body.token).toBeUndefined()
    expect(said(await mint(one.api, { tenantsOwn: true }))).toBe('SAME_APPROVER')
    at.clock.now = new Date(at.clock.now.getTime() + 60_000)
    const made = await mint(other.api, { tenantsOwn: true })
    expect(made.status).toBe(201)
    expect((await apiAs(at, made.body.token).get('/users?limit=1')).status).toBe(200)
  })

  test('who is gone leaves nobody the only one: whoever lets people in asks a second', async () => {
    const two = await tenantIn(at, 'Without')
    const clerk = await personIn(at, two, { rights: ['CreateUsers'] })
    await two.api.put('/system-setting/dualControl.STAFF_INVITATION', { value: 'ALWAYS' })
    const letIn = (email: string) => clerk.api.post('/users', { email, name: 'Alias' })
    expect((await letIn('one@x.example')).status).toBe(202)
    await at.owner(
      `update token set expires_at = created_at + interval '1 second'
       where tenant_id = $1 and super_user`,
      [two.id],
    )
    at.clock.now = new Date(at.clock.now.getTime() + 5000)
    expect((await two.api.get('/users')).status).toBe(401)
    expect((await letIn('two@x.example')).status).toBe(202)
  })

  test('of two who end each other’s access at once nothing is left half done', async () => {
    const { one, other } = await superUsers()
    const answers = await Promise.all([
      one.api.put(`/users/${other.id}/toggle`, { active: false }),
      other.api.put(`/users/${one.id}/toggle`, { active: false }),
    ])
    expect(answers.map(said)).toEqual([202, 202])
  })
})

describe('whoever can come in as somebody', () => {
  const asking: Right[] = ['CreateClientAccountTransaction', 'ReadInternalRequest']
  const giving: Right[] = [...asking, 'ChangePasswordUsers', 'UpdateUsers', 'GenerateToken']

  async function pair(of: TestTenant = tenant) {
    const { mainId } = await bookedClient(of)
    const one = await personIn(at, of, { rights: giving })
    const other = await personIn(at, of, { rights: giving })
    const call = (by: Api) => enterByHand(by, mainId, '250')
    expect((await call(one.api)).status).toBe(202)
    return { one, other, call }
  }

  async function byMail(email: string, newPassword: string): Promise<void> {
    await visitor(at).post('/password/forgot', { tenantId: tenant.id, email })
    const [reset] = await at.owner(
      `select r.id from password_reset r join user_account u on u.id = r.user_id
       where u.email = $1 order by r.id desc limit 1`,
      [email],
    )
    const token = linkToken(at.keys.links, 'password-reset', tenant.id, String(reset?.['id']))
    const done = await visitor(at).post('/password/reset', { token, password: newPassword })
    expect(done.status).toBeLessThan(300)
  }

  test('by a password that they set is no second, until it is chosen by mail', async () => {
    const { one, other, call } = await pair()
    const path = `/users/${other.id}/change-password`
    expect((await one.api.put(path, { newPassword: password })).status).toBe(200)
    const asOther = await loggedIn(at, tenant, other.email)
    expect(said(await call(asOther))).toBe('SAME_APPROVER')
    // What is done in the other's name proves nothing.
    const own = { currentPassword: password, newPassword: password }
    expect((await asOther.put('/users/me/password', own)).status).toBeLessThan(300)
    const minted = await asOther.post('/token/generate', { rights: ['ChangePasswordUsers'] })
    await apiAs(at, minted.body.token).put(path, { newPassword: password })
    expect(said(await call(await loggedIn(at, tenant, other.email)))).toBe('SAME_APPROVER')
    await byMail(other.email, password)
    expect((await call(await loggedIn(at, tenant, other.email))).status).toBe(201)
  })

  test('by an address to which they moved them is no second', async () => {
    const { one, other, call } = await pair()
    const email = `mine.${other.email}`
    expect((await one.api.put(`/users/${other.id}`, { email })).status).toBe(200)
    await byMail(email, password)
    expect(said(await call(await loggedIn(at, tenant, email)))).toBe('SAME_APPROVER')
  })

  test('is a second where a third person set the password', async () => {
    const { other, call } = await pair()
    const third = await personIn(at, tenant, { rights: giving })
    await third.api.put(`/users/${other.id}/change-password`, { newPassword: password })
    expect((await call(await loggedIn(at, tenant, other.email))).status).toBe(201)
  })
})

describe('that activations take two', () => {
  const rights: Right[] = [
    'ManageDebtorSettings',
    'ManageSystemDebtorSettings',
    'ManageClientSettings',
    'UpdateClientInvoiceDetails',
    'ManageOwnClientSettings',
  ]
  const key = 'invoice.authorizationRequired'
  const to = (value: boolean | null) => ({ settings: { [key]: value } })

  async function strict() {
    const clientId = await clientIn(tenant)
    const path = `/clients/${clientId}/settings/invoice`
    expect((await tenant.api.put(path, { authorizationRequired: true })).status).toBe(200)
    const invoiceId = await createdInvoice(tenant, clientId)
    const [found] = await at.owner(
      `select id_text(d.id) as id, s.identification_number as number
       from invoice i join debtor d on d.id = i.debtor_id
       join system_debtor s on s.id = d.system_debtor_id where i.id = $1`,
      [invoiceId],
    )
    return { clientId, debtorId: String(found?.['id']), number: String(found?.['number']) }
  }
  type Strict = Awaited<ReturnType<typeof strict>>

  const loosening: Record<string, (by: Api, of: Strict) => Promise<Answered>> = {
    'a client’s own': (by, { clientId }) =>
      by.put(`/clients/${clientId}/settings/invoice`, { authorizationRequired: false }),
    'a client’s, by key': (by, { clientId }) => by.put(`/settings/client/${clientId}`, to(false)),
    'a client’s switch': (by, { clientId }) =>
      by.put(`/settings/client/flag/${clientId}`, to(false)),
    'a client’s, taken back': (by, { clientId }) =>
      by.delete(`/settings/client/${clientId}/${key}`),
    'a debtor’s': (by, { debtorId }) => by.put(`/settings/debtor/flag/${debtorId}`, to(false)),
    'an identity’s': (by, { number }) =>
      by.put(`/settings/system-debtor/flag/${encodeURIComponent(number)}`, to(false)),
  }

  test.each(Object.keys(loosening))('is loosened by two: %s', async (level) => {
    const of = await strict()
    const [one, other] = [await tenant.holding(rights), await tenant.holding(rights)]
    const loosen = (by: Api) => loosening[level]!(by, of)
    expect((await loosen(one)).status).toBe(202)
    expect(said(await loosen(one))).toBe('SAME_APPROVER')
    expect((await loosen(other)).status).toBeLessThan(300)
    const isSo = level === 'a client’s, taken back' ? 404 : 200
    expect((await loosen(one)).status, 'what is so already').toBe(isSo)
  })

  test('is loosened by two whichever verb writes it, whoever calls that', async () => {
    const { clientId } = await strict()
    const laxer = { authorizationRequired: false }
    const as = Object.assign(platform(tenant.id, 'an automation'), { kind: 'SYSTEM' as const })
    const verbs: ((unit: Unit) => Promise<unknown>)[] = [
      (unit) => changeSettings(unit, clientId, invoiceSettings, laxer),
      (unit) => changeInvoiceSettings(unit, clientId, laxer),
      (unit) => unit.runtime.registered.changeChoices.INVOICE(unit, clientId, laxer),
      (unit) => changeSettingsOfClient(unit, clientId, { [key]: false }, 'ALL'),
    ]
    for (const verb of verbs) {
      const result = await inUnit(at.runtime, as, { now: at.clock.now }, verb)
      expect(result).toMatchObject({ needed: { topic: 'ACTIVATION_AUTHORIZATION' } })
    }
    const path = `/clients/${clientId}/settings/invoice`
    expect((await tenant.api.get(path)).body.authorizationRequired).toBe(true)
  })

  test('is loosened by nobody at a client, and made stricter by one', async () => {
    const { clientId, debtorId } = await strict()
    const own = await tenant.holding(rights, { clientId, kind: 'CLIENT' })
    expect(said(await own.put('/settings/client/flag', to(false)))).toBe('FOR_THE_TENANT_ALONE')
    const path = `/settings/debtor/flag/${debtorId}`
    expect((await own.put(path, to(true))).status).toBe(200)
    expect(said(await own.put(path, to(null)))).toBe('FOR_THE_TENANT_ALONE')
  })

  test('takes two where a template says no, whose clients may say yes', async () => {
    const made = await tenant.api.post('/service-providers', {
      code: 'LAX',
      name: 'Lax',
      type: 'INSURER',
    })
    const path = `/settings/service-provider/${made.body.id}`
    const asked = await tenant.api.put(path, to(false))
    expect(asked.status).toBe(202)
    expect((await tenant.api.put(path, to(true))).status).toBe(200)
    expect((await tenant.api.delete(`${path}/${key}`)).status).toBe(202)
  })
})

test('of two who change what takes two at once, the laxer comes after nothing stricter', async () => {
  const own = await tenantIn(at, 'Race', { MANUAL_VOUCHER: 'OFF' })
  const path = '/system-setting/dualControl.MANUAL_VOUCHER'
  const rights: Right[] = ['UpdateSystemSetting']
  const [one, other] = [await own.holding(rights), await own.holding(rights)]
  for (let round = 0; round < 20; round++) {
    await at.owner(
      `update system_setting set value = '{"is":"OFF"}', version = version + 1
       where tenant_id = $1 and key = 'dualControl.MANUAL_VOUCHER'`,
      [own.id],
    )
    const answers = await Promise.all([
      one.put(path, { value: 'ALWAYS' }),
      other.put(path, { value: 'OFF' }),
    ])
    const { value } = (await own.api.get(path)).body
    expect([answers[0].status, value]).toEqual([200, 'ALWAYS'])
  }
})
