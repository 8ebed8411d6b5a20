import { randomBytes } from 'node:crypto'
import { linkToken } from '../../src/ports/keys/link-tokens.ts'
import { addClient } from '../../src/activities/access/create-tenant.ts'
import { usual } from '../conformance/given.ts'
import { Rows } from '../support/rows.ts'
import { apiAs, type Answered, type Api, type TestTenant, type World } from '../support/world.ts'

export const password = 'a lake, a boat, no wind'

export interface Person {
  id: string
  email: string
  /** Calls with a session of theirs. */
  api: Api
}

export interface Facts {
  rights?: readonly string[]
  superUser?: boolean
  clientId?: string
}

let people = 0

/** A user who came in as everybody does: invited, accepted, logged in. */
export async function personIn(at: World, tenant: TestTenant, facts: Facts = {}): Promise<Person> {
  const email = `person${++people}@example.com`
  const { rights = [], superUser = false, clientId } = facts
  const roleIds = rights.length === 0 ? [] : [await roleIn(tenant, rights)]
  const place = clientId === undefined ? {} : { clientId }
  const made = await tenant.api.post('/users', {
    email,
    name: `Person ${people}`,
    roleIds,
    ...place,
  })
  const { id } = made.body
  await accept(at, tenant, id)
  if (superUser) await tenant.api.put(`/users/${id}/toggle-super-user`, { superUser })
  return { id, email, api: await loggedIn(at, tenant, email) }
}

export async function roleIn(tenant: TestTenant, rights: readonly string[]): Promise<string> {
  const name = `Role ${randomBytes(6).toString('hex')}`
  return (await tenant.api.post('/roles', { name, rights })).body.id
}

export async function clientIn(tenant: TestTenant): Promise<string> {
  const number = randomBytes(6).toString('hex')
  return tenant.work((unit) => addClient(unit, { number, name: `Client ${number}` }).id)
}

/** A debtor of a client of its own. */
export async function debtorIn(at: World, tenant: TestTenant): Promise<string> {
  return String((await new Rows(at, tenant.id, usual).add('debtor'))['id'])
}

export async function accept(at: World, tenant: TestTenant, userId: string): Promise<Answered> {
  const [invitation] = await at.owner(
    `select id from user_invitation where user_id = $1 order by id desc limit 1`,
    [userId],
  )
  const token = linkToken(at.keys.links, 'invitation', tenant.id, String(invitation?.['id']))
  return visitor(at).post('/invitations/accept', { token, password })
}

/** Somebody without a token. */
export const visitor = (at: World): Api => apiAs(at, '')

export async function loggedIn(at: World, tenant: TestTenant, email: string): Promise<Api> {
  const { body } = await visitor(at).post('/login', { tenantId: tenant.id, email, password })
  return apiAs(at, body.token)
}

/** What a change left behind: the changelog of an entity, its events, and what was told to Temporal. */
export async function traceOf(at: World, entityId: string) {
  const log = await at.owner(
    'select entity, action, changes, principal_id from changelog where entity_id = $1 order by id',
    [entityId],
  )
  const events = await at.owner('select name from event where subject_id = $1 order by id', [
    entityId,
  ])
  return {
    log: log as { action: string; changes: Record<string, unknown> | null; principal_id: string }[],
    events: events.map(({ name }) => name as string),
  }
}

export async function outboxOf(at: World, entityId: string): Promise<string[]> {
  const rows = await at.owner(
    `select workflow || ' ' || kind || coalesce(' ' || signal, '') as told from outbox
     where input ->> 'entityId' = $1 order by id`,
    [entityId],
  )
  return rows.map(({ told }) => told as string)
}

/** Attempts are counted per address, and every test comes from the same one. */
export async function forgetAttempts(at: World): Promise<void> {
  await at.owner('truncate login_attempt')
}
