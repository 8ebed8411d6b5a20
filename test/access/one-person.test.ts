import { expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { activationsIn, service } from '../support/activations.ts'
import { clientIn, createdInvoice } from '../support/trade.ts'
import { apiAs, worldWithTenant, type Api } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const of = activationsIn(at, tenant)

const shared: Right[] = ['ActivateInvoices', 'UpdateVoucherSettingsLockedPeriod']
const rights: Right[] = [
  ...shared,
  'GenerateToken',
  'CreateServiceAccount',
  'RotateSecretServiceAccount',
  'GenerateTokenServiceAccount',
]

/** Machines that a person has a hand in, each by the way in which they can act through it. */
const machines: Record<string, (person: Api, account: Account) => Promise<Api>> = {
  'a token that they minted': async (person) =>
    apiAs(at, (await person.post('/token/generate', { rights: shared })).body.token),
  'an account whose secret they were shown': (_, { id, secret }) => byLogin(id, secret),
  'an account that they gave a new secret': async (person, { id }) => {
    const { body } = await person.put(`/service-accounts/${id}/rotate-secret`)
    return byLogin(id, body.secret)
  },
  'an account that they made a token of': async (person, { id }) =>
    apiAs(at, (await person.put(`/service-accounts/${id}/generate-token`)).body.token),
}

interface Account {
  id: string
  secret: string
}

let made = 0

async function accountOf(maker: Api): Promise<Account> {
  const name = `Machine ${++made}`
  const role = await tenant.api.post('/roles', { name, rights: shared })
  const { body } = await maker.post('/service-accounts', { name, roleIds: [role.body.id] })
  return { id: body.id, secret: body.secret }
}

async function byLogin(serviceAccountId: string, secret: string): Promise<Api> {
  const sent = { tenantId: tenant.id, serviceAccountId, secret }
  return apiAs(at, (await apiAs(at, '').post('/login/service-account', sent)).body.token)
}

const strict = await clientIn(tenant)
await tenant.api.put(`/clients/${strict}/settings/invoice`, { authorizationRequired: true })

/** What takes two people, as the code answered to the second. */
const takingTwo: Record<string, (first: Api, second: Api) => Promise<unknown>> = {
  'the release of an activation': async (first, second) => {
    const id = await createdInvoice(tenant, strict)
    expect((await of.activate(id, service, first)).status).toBe(202)
    const { status, body } = await of.activate(id, service, second)
    return body.code ?? status
  },
  'a lock that is moved back': async (first, second) => {
    const clientId = await clientIn(tenant)
    const lock = (by: Api, lockedUntil: string) =>
      by.put('/vouchers/settings/locked-period', { clientId, lockedUntil })
    await lock(tenant.api, '2026-09-30')
    expect((await lock(first, '2026-08-31')).status).toBe(202)
    const { status, body } = await lock(second, '2026-08-31')
    return body.code ?? status
  },
}

test.each(
  Object.keys(takingTwo).flatMap((what) =>
    Object.keys(machines).map((how) => [what, how] as const),
  ),
)('for %s a person and %s are one, whoever asks first', async (what, how) => {
  const ask = takingTwo[what]!
  for (const order of ['person first', 'machine first']) {
    const person = await tenant.holding(rights)
    const other = await tenant.holding(rights)
    const isShown = how.includes('were shown')
    const account = await accountOf(isShown ? person : tenant.api)
    const machine = await machines[how]!(person, account)
    const [first, second] = order === 'person first' ? [person, machine] : [machine, person]
    expect([order, await ask(first, second)]).toEqual([order, 'SAME_APPROVER'])
    expect([order, await ask(first, other)]).not.toContain('SAME_APPROVER')
  }
})
