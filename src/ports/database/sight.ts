import type { Writable } from 'node:stream'
import type { PoolClient } from 'pg'
import { isNarrowed, reachOf, type Scope } from '../../domain/access/scope.ts'
import { numberOfTenant, uuidOfId } from '../../domain/id-forms.ts'
import { hasTooManyStatements, lineOf } from './line.ts'
import { planningFor, type Purpose } from './planning.ts'

/** Whose rows are seen in this transaction; row level security reads it. */
export interface Sight {
  tenantId: string
  scope?: Scope
}

const idShape = /^[\w.]*$/

const names = ['app.scope', 'app.client_id', 'app.debtor_id', 'app.holder_id']

/** What the settings of these names say of it. */
export const settingsOf = (scope: Scope): string[] => [
  reachOf(scope),
  ...[scope.clientId, scope.debtorId, scope.holderId].map((id) => (id == null ? '' : uuidIn(id))),
]

/** Settings are texts, in which ids stand as the policies compare them. */
function uuidIn(id: string): string {
  const uuid = uuidOfId(id)
  if (uuid === undefined) throw new Error('what binds the scope is no id')
  return uuid
}

/** Of what is no tenant there are no rows. */
export const tenantSetting = (tenantId: string) => String(numberOfTenant(tenantId) ?? -1)

/** Begins, and binds what follows to its tenant: one message, whose ids are known to be plain. */
function opening(client: PoolClient, { tenantId, scope }: Sight, purpose: Purpose): string {
  const settings = [`app.tenant_id='${tenantSetting(tenantId)}'`, `app.scope=''`]
  const told = scope === undefined || !isNarrowed(scope) ? [] : settingsOf(scope)
  settings.push(...told.map((value, at) => `${names[at]}='${value}'`))
  if (!told.every((id) => idShape.test(id))) {
    throw new Error('an id holds more than letters')
  }
  const earlier = takeLeft(client) ? 'rollback;' : ''
  const set = settings.map((setting) => `set local ${setting}`).join(';')
  return `${earlier}begin;${set}${planningFor(purpose)}`
}

/** Connections whose last user only read and left without a word, each with the end of its time. */
const left = new WeakMap<PoolClient, NodeJS.Timeout>()
const leftForMs = 20

function takeLeft(client: PoolClient): boolean {
  clearTimeout(left.get(client))
  return left.delete(client)
}

/** What is sent next would else be part of a transaction that is rolled back. */
export function endLeft(client: PoolClient): void {
  if (takeLeft(client))
    lineOf(client)
      .say('rollback')
      .catch(() => undefined)
}

export function leave(client: PoolClient): void {
  left.set(client, setTimeout(() => endLeft(client), leftForMs).unref())
  client.release(hasTooManyStatements(client))
}

/** Holds the socket for what is joined in this tick, which is sent in the next one. */
function inOneWrite<T>(client: PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => process.nextTick(() => stream.uncork()))
  return send()
}

const settings = names.map((name, at) => `set_config('${name}', $${at + 1}, true)`)
export const narrowing = `select ${settings.join()}`

export function opened(client: PoolClient, sight: Sight, purpose: Purpose): Promise<unknown> {
  const sent = inOneWrite(client, () => lineOf(client).say(opening(client, sight, purpose)))
  // Whoever queries next sees the same broken connection; nobody waits for this one alone.
  sent.catch(() => undefined)
  return sent
}
