import { randomBytes } from 'node:crypto'
import { patiently } from './activated-examples.ts'
import { makeExamples } from './demonstration-examples.ts'
import { ExampleIds } from './example-ids.ts'
import { debtorToLookAt } from './demonstration-debtor.ts'
import { readDemonstration, type Demonstration } from './data-folder.ts'
import { issueToken } from '../activities/access/issue-token.ts'
import { changeCompliance } from '../activities/clients/change-compliance.ts'
import { changeInvoiceSettings } from '../activities/clients/change-invoice-settings.ts'
import { createClient } from '../activities/clients/create-client.ts'
import { runOnboarding } from '../activities/clients/onboarding/run-onboarding.ts'
import { productOf } from '../activities/clients/product-of.ts'
import { toggleProduct } from '../activities/clients/toggle-product.ts'
import { updateCreditStatus } from '../activities/credit/update-credit-status.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { platform } from '../domain/access/principal.ts'
import { allByOne } from '../domain/topics.ts'
import { CreditStatus } from '../entities/credit-status.ts'
import type { Role } from '../entities/role.ts'
import { UserRole } from '../entities/role.ts'
import { User } from '../entities/user.ts'
import { newTenant, yearMs } from '../install/new-tenant.ts'
import { Transaction } from '../ports/database/transaction.ts'
import { hashPassword } from '../ports/keys/passwords.ts'
import { hashToken } from '../ports/keys/tokens.ts'
import { now } from '../ports/database/clock.ts'

/** The one of the last start, while the database still knows it; else a new one, where it is wanted. */
export async function demonstration(
  runtime: Runtime,
  file: string,
  isWanted: boolean,
  say: (line: string) => void,
): Promise<Demonstration | undefined> {
  const { tenantId, clientId, debtorId, tokens, users } = readDemonstration(file) ?? {}
  if (tenantId !== undefined && clientId !== undefined && tokens !== undefined) {
    const ids = { tenantId, clientId, ...(debtorId !== undefined && { debtorId }) }
    const known = { ...ids, tokens, users: users ?? [] }
    if (await isKnown(runtime, known)) return known
  }
  if (!isWanted) return undefined
  say('making the demonstration tenant')
  return makeDemonstration(runtime)
}

async function isKnown(runtime: Runtime, { tenantId, tokens }: Demonstration): Promise<boolean> {
  const transaction = await Transaction.begin(runtime.pool, { tenantId }, 'read')
  try {
    const rows = await transaction.query(
      `select 1 from token where tenant_id = $1 and hash = $2 and revoked_at is null
       and expires_at > now() + interval '1 day'`,
      [tenantId, hashToken(tokens.system, runtime.keys.tokens)],
    )
    return rows.length === 1
  } finally {
    await transaction.rollback()
  }
}

async function makeDemonstration(given: Runtime): Promise<Demonstration> {
  const ids = new ExampleIds()
  const runtime = { ...given, idsAt: ids.at }
  const made = { client: '', none: '', clientId: '' }
  const users: Demonstration['users'] = []
  const inStockholm = { sandbox: true, timeZone: 'Europe/Stockholm', dualControl: allByOne }
  const facts = { name: 'Demonstration', ...inStockholm }
  const { tenantId, token: system } = await newTenant(runtime, facts, async (unit, roles) => {
    const { client } = await createClient(unit, demonstrationClient)
    client.number = '1000'
    made.clientId = client.id
    const tokenOf = (kind: 'CLIENT' | 'SYSTEM', name: string, more: object) =>
      issueToken(unit, { kind, name, lifetimeMs: yearMs, ...more }).token
    const ofClient = ['integration', 'client-portal'].map((key) => roles.get(key)!.id)
    made.client = tokenOf('CLIENT', 'Demonstration client', {
      clientId: client.id,
      roleIds: ofClient,
    })
    made.none = tokenOf('SYSTEM', 'Demonstration without rights', {})
    for (const [key, role] of roles) users.push(await addUser(unit, key, role, client.id))
  })
  await readyForBusiness(runtime, tenantId, made.clientId)
  const as = platform(tenantId, 'demonstration')
  const administrator = users.find(({ email }) => email.startsWith('administrator@'))?.email ?? ''
  const debtorId = await inUnit(runtime, as, {}, (unit) =>
    debtorToLookAt(unit, made.clientId, administrator),
  )
  await makeExamples(runtime, tenantId, ids)
  const other = await newTenant(given, { ...facts, name: 'Another tenant' })
  const { client, none, clientId } = made
  return {
    tenantId,
    clientId,
    debtorId,
    tokens: { system, client, none, other: other.token },
    users,
  }
}

const demonstrationClient = {
  identificationNumber: '559999-1006',
  name: 'Nordlund Trading AB',
  locale: 'sv-SE',
  contactInformation: {
    name: 'Kim Nordlund',
    email: 'kim@nordlund.example',
    phone: '+46 8 123 45',
  },
  addressInformation: {
    name: 'Nordlund Trading AB',
    address: 'Storgatan 1',
    zip: '111 22',
    city: 'Stockholm',
    countryCode: 'SE',
  },
}

/** Onboarded, with an account that debtors pay to, and factoring switched on within a limit. */
async function readyForBusiness(runtime: Runtime, tenantId: string, clientId: string) {
  await patiently(() => runOnboarding({ runtime, tenantId, entityId: clientId, now: now() }))
  const as = platform(tenantId, 'demonstration')
  await inUnit(runtime, as, {}, async (unit) => {
    const paymentAccount = { kind: 'BANKGIRO', number: '991-2346' } as const
    await changeInvoiceSettings(unit, clientId, { paymentAccount })
    await changeCompliance(unit, clientId, { kycStatus: 'APPROVED' })
    const factoring = await productOf(unit, clientId, 'INVOICE_FACTORING_SELL')
    await toggleProduct(unit, factoring.id, { enabled: true, recourseDays: 30 })
    const limit = await unit.load(CreditStatus, { clientId, productCode: factoring.productCode })
    await updateCreditStatus(unit, limit.id, { creditLimit: '1000000.00' })
  })
}

/** Portals are for the client's own people and for debtors; everyone else is the tenant's staff. */
const outside: Readonly<Record<string, 'CLIENT' | 'DEBTOR'>> = {
  'client-portal': 'CLIENT',
  'debtor-portal': 'DEBTOR',
}

async function addUser(unit: Unit, key: string, role: Role, clientId: string) {
  const password = randomBytes(12).toString('base64url')
  const email = `${key}@demo.example`
  const user = unit.add(User, {
    email,
    name: `Demonstration: ${role.name}`,
    kind: outside[key] ?? 'STAFF',
    status: 'ACTIVE',
    clientId: outside[key] === undefined ? null : clientId,
    superUser: key === 'administrator',
    mfaRequired: false,
    passwordHash: await hashPassword(password, 'demonstration'),
    passwordChangedAt: unit.now,
  })
  unit.add(UserRole, { userId: user.id, roleId: role.id })
  return { email, password, role: role.name }
}
