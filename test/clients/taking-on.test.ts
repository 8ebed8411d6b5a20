import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOnboarding } from '../../src/activities/clients/onboarding/run-onboarding.ts'
import { onboardingSteps } from '../../src/domain/clients/client.ts'
import { productCodes } from '../../src/domain/clients/product.ts'
import { swedishNumber } from '../support/swedish-number.ts'
import { tenantIn, world, type TestTenant, type World } from '../support/world.ts'

let at: World
let tenant: TestTenant
let counter = 0

beforeAll(async () => {
  at = await world()
  tenant = await tenantIn(at)
})
afterAll(() => at.close())

const number = () => swedishNumber(555_000_000 + ++counter)
const taken = (more: object = {}) =>
  tenant.api.post('/clients', { identificationNumber: number(), name: 'Nordlund AB', ...more })
const onboarded = (entityId: string, now = at.clock.now) =>
  runOnboarding({ runtime: at.runtime, tenantId: tenant.id, entityId, now })

describe('a client that is taken on', () => {
  test('is found however its number is written, and shown as it was', async () => {
    const { body } = await taken({ identificationNumber: '557788-1237' })
    for (const number of ['557788-1237', '5577881237', '16557788-1237', { contains: '881237' }]) {
      const filters = { identificationNumber: number }
      const found = await tenant.api.post('/clients/search', { filters })
      expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([body.id])
    }
    const listed = await tenant.api.get('/clients?identificationNumber=5577881237')
    expect(listed.body.data).toMatchObject([{ id: body.id, identificationNumber: '557788-1237' }])
  })

  test('is there at once with its settings, products and accounts', async () => {
    const created = await taken({
      locale: 'sv-SE',
      contactInformation: { email: 'kim@nordlund.example', phone: '+46 8 123' },
      addressInformation: { name: 'Nordlund', address: 'Gatan 1', zip: '111 22', city: 'Stad' },
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/clients/${created.body.id}`)
    expect(created.body).toMatchObject({
      id: expect.stringMatching(/^C\./),
      status: 'ONBOARDING',
      countryCode: 'SE',
      preferredLanguage: 'sv',
      contactInformation: { email: 'kim@nordlund.example', phone: '+46 8 123' },
      onboarding: { state: 'RUNNING', step: 'CHART_OF_ACCOUNTS' },
    })
    const { id } = created.body
    const done = created.body.onboarding.steps.filter(
      (step: { status: string }) => step.status === 'DONE',
    )
    expect(done.map(({ step }: { step: string }) => step)).toEqual(onboardingSteps.slice(0, 3))
    const counts = await at.owner(
      `select (select count(*)::int from client_setting where client_id = $1) as settings,
         (select count(*)::int from client_product where client_id = $1) as products,
         (select array_agg(type || ' ' || currency order by type) from client_account
           where client_id = $1) as accounts`,
      [id],
    )
    expect(counts).toEqual([
      { settings: 7, products: productCodes.length, accounts: ['MAIN SEK', 'RESERVE SEK'] },
    ])
    const outbox = await at.owner('select workflow_id from outbox where tenant_id = $1', [
      tenant.id,
    ])
    expect(outbox).toContainEqual({ workflow_id: `onboard-client/${tenant.id}/${id}` })
    const events = await at.owner(
      `select name from event where type = 'CLIENT' and subject_id = $1`,
      [id],
    )
    expect(events).toContainEqual({ name: 'created' })
  })
})

describe('an onboarded client', () => {
  test('is active once all steps are done, each once even if they run twice', async () => {
    const { id } = (await taken()).body
    await onboarded(id)
    await onboarded(id)
    const { body } = await tenant.api.get(`/clients/${id}`)
    expect(body.status).toBe('ACTIVE')
    expect(body.onboarding).toMatchObject({ state: 'DONE', step: null })
    const [made] = await at.owner(
      `select (select count(*)::int from reminder_profile where client_id = $1) as profiles,
         (select count(*)::int from reminder_profile where owner_type = 'TENANT') as shared,
         (select count(*)::int from payment_reference_setting where client_id = $1) as refs,
         (select count(*)::int from credit_status where client_id = $1
           and credit_limit is null) as limits,
         (select count(*)::int from system_errand where client_id = $1 and type = 'KYC') as kyc,
         (select count(*) > 20 from bookkeeping_account where client_id = $1) as chart,
         (select value ->> 'kycStatus' from client_setting where client_id = $1
           and kind = 'COMPLIANCE') as status`,
      [id],
    )
    expect(made).toEqual({
      profiles: 1,
      shared: 1,
      refs: 1,
      limits: 1,
      kyc: 1,
      chart: true,
      status: 'PENDING',
    })
    const events = await at.owner(
      `select name from event where type = 'CLIENT' and subject_id = $1 and name = 'activated'`,
      [id],
    )
    expect(events).toHaveLength(1)
  })

  test('has a prefix of its own for its payment references', async () => {
    const ids = [(await taken()).body.id, (await taken()).body.id]
    await Promise.all(ids.map((id) => onboarded(id)))
    const rows = await at.owner(
      'select distinct prefix from payment_reference_setting where client_id = any($1)',
      [ids],
    )
    expect(rows).toHaveLength(2)
  })

  test('says what it still lacks before it can do business', async () => {
    const { id } = (await taken()).body
    await onboarded(id)
    const lacking = async () => {
      const { body } = await tenant.api.get(`/clients/${id}`)
      const missing = body.readiness.filter(({ ok }: { ok: boolean }) => !ok)
      return [body.ready, missing.map(({ item }: { item: string }) => item)]
    }
    expect(await lacking()).toEqual([
      false,
      ['PAYMENT_ACCOUNT', 'BILLING_RECIPIENT', 'KYC', 'CLIENT_USERS'],
    ])
    const account = { paymentAccount: { kind: 'BANKGIRO', number: '991-2346' } }
    await tenant.api.put(`/clients/${id}/settings/invoice`, account)
    await tenant.api.put(`/clients/${id}/settings/compliance`, { kycStatus: 'APPROVED' })
    await tenant.api.put(`/clients/${id}/settings/billing`, { billRecipientEmail: 'a@b.example' })
    expect(await lacking()).toEqual([true, ['CLIENT_USERS']])
    const [errand] = await at.owner(
      `select status from system_errand where client_id = $1 and type = 'KYC'`,
      [id],
    )
    expect(errand).toEqual({ status: 'RESOLVED' })
  })
})

const danish = { name: 'x', address: 'x', zip: 'x', city: 'x', countryCode: 'DK' }

describe('the country and language of a client', () => {
  test.each([
    [{}, 'SE', 'sv'],
    [{ locale: 'NO', identificationNumber: '974760673' }, 'NO', 'en'],
    [{ locale: 'NO' }, 'SE', 'sv'],
    [{ locale: 'en_GB' }, 'GB', 'en'],
    [{ locale: 'sv' }, 'SE', 'sv'],
    [{ locale: 'SE', countryCode: 'FI', identificationNumber: '1572860-0' }, 'FI', 'en'],
    [{ locale: 'EN' }, 'SE', 'en'],
    [{ locale: 'da' }, 'SE', 'sv'],
    [{ locale: 'nb_XX' }, 'SE', 'sv'],
    [{ locale: null, countryCode: null, contactInformation: null }, 'SE', 'sv'],
    [{ addressInformation: danish, identificationNumber: '13585628' }, 'DK', 'en'],
    [{ addressInformation: danish }, 'SE', 'sv'],
    [{ identificationNumber: 'DK13585636' }, 'DK', 'en'],
  ])('%j: %s, %s', async (more, countryCode, preferredLanguage) => {
    expect((await taken(more)).body).toMatchObject({ countryCode, preferredLanguage })
  })
})

describe('a client that is there already', () => {
  test.each([
    ['556677-8899', '556677-8899'],
    ['556688-7799', 'SE556688779901'],
    ['5566997788', '16556699-7788'],
  ])('as %s is refused as %s, and the refusal names the first', async (first, second) => {
    const { id } = (await taken({ identificationNumber: first })).body
    const refused = await taken({ identificationNumber: second })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'CLIENT_ALREADY_EXISTS',
      existingId: id,
      errors: [{ pointer: '/identificationNumber' }],
    })
    expect((await taken({ identificationNumber: second, countryCode: 'DE' })).status).toBe(201)
  })

  test.each([
    ['556677-8898', {}],
    ['000000-0000', {}],
    ['12345', {}],
    ['556677-8899', { countryCode: 'NO' }],
    ['923609017', { countryCode: 'NO' }],
    ['1572860-1', { countryCode: 'FI' }],
    ['13585629', { countryCode: 'DK' }],
  ])('has a number that can be one: not %s %j', async (identificationNumber, more) => {
    const refused = await taken({ identificationNumber, ...more })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([
      { pointer: '/identificationNumber', code: 'NO_NUMBER' },
    ])
  })

  test('is made once by eight callers at once', async () => {
    const identificationNumber = number()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => taken({ identificationNumber })),
    )
    const [first, ...more] = answers.filter(({ status }) => status === 201)
    expect(more).toEqual([])
    for (const { status, body } of answers.filter((answer) => answer !== first)) {
      expect([status, body.code, body.existingId]).toEqual([
        409,
        'CLIENT_ALREADY_EXISTS',
        first?.body.id,
      ])
    }
  })

  test('is the other of nobody: another tenant takes on the same', async () => {
    const identificationNumber = number()
    await taken({ identificationNumber })
    const other = await tenantIn(at)
    const theirs = await other.api.post('/clients', { identificationNumber, name: 'Same' })
    expect(theirs.status).toBe(201)
  })
})

test('a caller that is bound to a client takes on none', async () => {
  const { id } = (await taken()).body
  const bound = await tenant.holding(['CreateClients'], { kind: 'CLIENT', clientId: id })
  const refused = await bound.post('/clients', { identificationNumber: number(), name: 'Mine' })
  expect([refused.status, refused.body.code]).toEqual([403, 'GRANT_EXCEEDS_HOLDER'])
})

test('an onboarding that has not failed is not retried', async () => {
  const { id } = (await taken()).body
  const refused = await tenant.api.post(`/clients/${id}/onboarding/retry`)
  expect([refused.status, refused.body.code]).toEqual([409, 'ONBOARDING_NOT_FAILED'])
})

describe('the status of a client', () => {
  test('is moved by people where that is allowed, with an event', async () => {
    const { id } = (await taken()).body
    const move = (status: string) => tenant.api.put(`/clients/${id}`, { status })
    expect((await move('PAUSED')).body.code).toBe('CLIENT_STATUS_NOT_ALLOWED')
    await onboarded(id)
    expect((await move('CLOSED')).body.code).toBe('CLIENT_STATUS_NOT_ALLOWED')
    expect((await move('OFFBOARDING')).body.status).toBe('OFFBOARDING')
    await at.owner('update client_account set balance = 5 where client_id = $1', [id])
    expect((await move('CLOSED')).body.code).toBe('CLIENT_IN_BUSINESS')
    await at.owner('update client_account set balance = 0 where client_id = $1', [id])
    expect((await move('CLOSED')).body.status).toBe('CLOSED')
  })

  test('is one of what can be changed', async () => {
    const { id, version } = (await taken()).body
    const sent = { name: 'Södra AB', number: `n${counter}`, locale: null, version }
    const changed = await tenant.api.put(`/clients/${id}`, sent)
    expect(changed.body).toMatchObject({ name: 'Södra AB', locale: null, version: version + 1 })
    const spoken = await tenant.api.put(`/clients/${id}/preferred-language`, {
      preferredLanguage: 'en',
    })
    expect(spoken.body.preferredLanguage).toBe('en')
    const found = await tenant.api.post('/clients/search', { filters: { name: 'Södra AB' } })
    expect(found.body.data).toEqual([spoken.body])
  })
})
