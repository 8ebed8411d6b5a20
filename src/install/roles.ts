import { createHash } from 'node:crypto'
import type pg from 'pg'
import { allTables, allViews, columnNamed, startable, type TableFacts } from '../entities/table.ts'
import { entities } from '../entities/all.ts'
import { withClient } from '../ports/database/connect.ts'
import type { Keys } from '../ports/keys/keys.ts'
import { grantsOnDocumentFiles } from './document-files.ts'
import { givingWay, lockTimeoutMs } from './giving-way.ts'
import { grantsOnKeyRing } from './key-ring.ts'
import type { RoleNames } from './logins.ts'
import { grantsOnPresence } from './presence.ts'
import { noteOnRole } from './same-key.ts'

/** Rows that are written once: the run-time role can add them, never change them. */
const insertOnly = new Set(['journal', 'idempotency'])

const configured = 'select (tenant_id, client_id, version, updated_at)'

/** What the relay works on, for all tenants at once. */
const relayed: Readonly<Record<string, string>> = {
  outbox: 'select, insert, update, delete',
  tenant: 'select',
  user_invitation: 'select',
  password_reset: 'select',
  // By which it is known whether a tenant has what is to be cleaned up.
  realtime_token: 'select (tenant_id, token_id, expires_at)',
  background_task_item: 'select (tenant_id, task_id)',
  done_alone: 'select (tenant_id, day)',
  webhook: 'select',
  // By which each delivery asks whether who saved its subscription still receives the family.
  user_account: `select (tenant_id, id, status, client_id, super_user, mfa_required,
    mfa_enrolled_at)`,
  user_role: 'select',
  service_account: 'select (tenant_id, id, active, client_id)',
  service_account_role: 'select',
  token: `select (tenant_id, id, revoked_at, client_id, super_user, rights, lives_by, user_id,
    created_by, expires_at)`,
  token_role: 'select',
  role_right: 'select',
  webhook_log: 'select, update, delete',
  webhook_payload: 'select, delete',
  webhook_attempt: 'select, insert, delete',
  webhook_queue: 'select, insert, update, delete',
  webhook_taken: 'select, insert, update, delete',
  client: 'select',
  onboarding_step: 'select',
  // By which it is known of which clients something was configured anew.
  client_repository: 'select (tenant_id, client_id, status, mark)',
  client_setting: 'select (tenant_id, client_id, kind, value, version, updated_at)',
  client_product: configured,
  payment_reference_setting: configured,
  email_recipient: configured,
  client_article: configured,
  reminder_profile: configured,
  client_bank_account: configured,
  client_bank_account_profile: configured,
  client_transfer_text: configured,
  client_group: 'select (tenant_id, id, name)',
  client_group_client: 'select',
  client_handler: 'select (tenant_id, id, name)',
  client_handler_client: 'select',
  client_sync_invoice: 'select',
  background_task: 'select',
  job_run: 'select, insert, update, delete',
  // When which schedule comes next; what it makes, and for whom, is the tenant's.
  schedule: `select (tenant_id, id, kind, cron, time_zone, enabled, next_run_at, last_run_at,
    last_outcome)`,
  schedule_run: 'select, delete',
  // Which errands of what stands still there are; their contents are the tenant's.
  system_errand: 'select (tenant_id, dedupe_key, status)',
  base_interest_rate: 'select (tenant_id, code, valid_from)',
  // By which it is known whether a tenant has claims that become due, or pauses that end.
  invoice: `select (tenant_id, id, ledger_status, due_date, main_status, paused_from, paused_until,
    closed_date, financing_status, recourse_date)`,
  // By which it is known whether a tenant has bankrupt debtors, or claims that were on one.
  system_debtor: 'select (tenant_id, status)',
  bankrupt_claim: 'select (tenant_id)',
  // By which it is known whether a tenant has anything to charge, to bill or to hand over.
  bill: 'select (tenant_id, status)',
  charge: 'select (tenant_id, status)',
  price_list: 'select (tenant_id)',
  debtor: 'select (tenant_id, bankrupt_since)',
  invoice_ledger_event: 'select (tenant_id, invoice_id, type, status)',
  business_loan: 'select (tenant_id, status)',
  internal_request: 'select',
  factoring_decision: 'select',
  credit_decision_status: 'select (tenant_id, number, sla_hours)',
  document: 'select (tenant_id, id, distribution_status, created_at, updated_at, retention_until)',
  financial_event: 'select (tenant_id)',
  payment_reconciliation: 'select (tenant_id)',
  // By which it is known whether a tenant has files of banks fetched.
  bank_feed: 'select (tenant_id, id, active)',
  // By which it is known whether a tenant has something to pay out, or to ask its bank for.
  client_account: 'select (tenant_id, balance, payout_schedule)',
  payout: 'select (tenant_id, status, planned_date, return_id)',
  payment_return: 'select (tenant_id, id, status, updated_at)',
  payout_batch: 'select (tenant_id, status, execution_date)',
  payment_request: 'select (tenant_id, id, status, attempts, expires_at, updated_at)',
  bookkeeping_delivery: 'select (tenant_id, id, status, updated_at)',
  invoice_activation: 'select, update (batch_id, updated_at)',
  automation_run: 'select, delete',
  idempotency: 'select, delete',
  login_attempt: 'select, delete',
  inbound_event: 'select (tenant_id, kind, status)',
}

const limits = [
  `statement_timeout = '10s'`,
  `lock_timeout = '2s'`,
  `idle_in_transaction_session_timeout = '15s'`,
  // Statements are short: to compile one takes longer than to run it.
  `jit = 'off'`,
]

/** Makes the roles what they should be; what was made so by an earlier start is left alone. */
export async function grantRoles(
  client: pg.Client,
  roles: RoleNames,
  keys: Keys,
  progress: (line: string) => void,
): Promise<void> {
  const statements = grants(roles, keys)
  const mark = createHash('sha256').update(statements.join(';')).digest('hex')
  if (await isDone(client, roles, mark)) return
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(hashtextextended('receivables roles', 0))`)
  await client.query(statements.join(';\n')).catch((error: Error & { code?: string }) => {
    throw error.code === '42501' ? new Error(notAllowed(roles, error)) : error
  })
  await client.query('commit')
  await openToRelay(client, roles.relay, progress)
  await client.query(`comment on table migration is 'roles ${mark}'`)
}

/** In one order, whichever module a process read first: else each would grant anew, on a live database. */
export function grants(roles: RoleNames, keys: Keys): string[] {
  const tables = [...allTables(), ...allViews()].toSorted((a, b) => (a.table < b.table ? -1 : 1))
  return [
    ...Object.values(roles).flatMap((role) => [
      ...loginOf(role, keys.rolePassword(role)),
      noteOnRole(role, keys),
    ]),
    ...Object.values(roles).map((role) => `grant usage on schema public to ${role}`),
    ...tables.flatMap((facts) => grantsOn(facts, roles)),
    `grant select on migration to ${roles.run}`,
    ...grantsOnPresence(roles),
    ...grantsOnDocumentFiles(roles),
    ...grantsOnKeyRing(roles),
    `grant usage on sequence tenant_number, steady_number to ${roles.run}`,
  ]
}

/** A database that was carried to another server has the mark, but not the logins. */
async function isDone(client: pg.Client, roles: RoleNames, mark: string): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean }>(
    `select obj_description('migration'::regclass, 'pg_class') = $1
       and (select count(*) from pg_roles where rolname = any ($2)) = cardinality($2) as done`,
    [`roles ${mark}`, Object.values(roles)],
  )
  return rows[0]?.done === true
}

function notAllowed(roles: RoleNames, { message }: Error): string {
  return (
    `the owner that DATABASE_URL names may not make the roles ${Object.values(roles).join(', ')} ` +
    `(${message}): give it CREATEROLE, or name other roles by RECEIVABLES_DATABASE_ROLES`
  )
}

function loginOf(role: string, password: string): string[] {
  return [
    `do $$ begin
       if not exists (select 1 from pg_roles where rolname = '${role}') then
         create role ${role} login;
       end if;
     end $$`,
    `alter role ${role} with login password '${password}'`,
    ...limits.map((limit) => `alter role ${role} set ${limit}`),
  ]
}

function verbsOn({ table, immutable, view }: TableFacts): string {
  if (view !== undefined) return 'select'
  if (insertOnly.has(table)) return 'select, insert'
  if (immutable === undefined) return 'select, insert, update, delete'
  const columns = immutable.map(columnNamed)
  return columns.length === 0 ? 'select, insert' : `select, insert, update (${columns.join(', ')})`
}

function grantsOn(facts: TableFacts, { run, relay, read }: RoleNames): string[] {
  const { table } = facts
  const verbs = verbsOn(facts)
  const asks = facts.starts === undefined ? [] : Object.keys(startable).map(columnNamed)
  const relayVerbs = relayed[table]
  return [
    `revoke all on ${table} from ${run}, ${relay}, ${read}`,
    `grant ${verbs} on ${table} to ${run}`,
    `grant ${readingOf(facts)} on ${table} to ${read}`,
    ...(relayVerbs === undefined ? [] : [`grant ${relayVerbs} on ${table} to ${relay}`]),
    ...(asks.length === 0
      ? []
      : [`grant select, update (${asks.join(', ')}) on ${table} to ${relay}`]),
  ]
}

/** Hashes and sealed values are for who serves; a column that is new is granted by the next start. */
function readingOf({ table, secrets = [] }: TableFacts): string {
  if (secrets.length === 0) return 'select'
  const { meta } = entities.find((each) => each.meta.tableName === table)!
  const open = Object.keys(meta.properties).filter((property) => !secrets.includes(property))
  return `select (${open.map(columnNamed).join(', ')})`
}

/**
 * It passes the policies of tenants. One table at a time, and only where it does not yet: to change
 * a policy waits for whoever uses the table, and keeps those who come after.
 */
async function openToRelay(
  client: pg.Client,
  relay: string,
  progress: (line: string) => void,
): Promise<void> {
  const tables = allTables()
    .filter(({ table, starts }) => relayed[table] !== undefined || starts !== undefined)
    .map(({ table }) => table)
  const { rows } = await client.query<{ table: string }>(
    `select t.name as table from unnest($1::text[]) t (name) where not exists (
       select from pg_policy p where p.polrelid = to_regclass(t.name)
         and p.polname = t.name || '_relay' and p.polroles = array[$2::regrole::oid]) order by 1`,
    [tables, relay],
  )
  for (const { table } of rows) {
    const name = `${table}_relay`
    const change = [
      `set local lock_timeout = ${lockTimeoutMs}`,
      `drop policy if exists ${name} on ${table}`,
      `create policy ${name} on ${table} to ${relay} using (true) with check (true)`,
    ].join(';\n')
    await givingWay(() => client.query(change), progress)
  }
}

/** Row level security does not bind an owner or a superuser, so none may serve requests. */
export async function refuseUnsafeRole(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; fault: string | null }>(
      `select current_user as name, case
         when r.rolsuper then 'is a superuser'
         when r.rolbypassrls then 'may bypass row level security'
         when exists (select 1 from pg_class c
           where c.relnamespace = 'public'::regnamespace
           and pg_has_role(r.oid, c.relowner, 'member')
         ) then 'owns tables'
       end as fault from pg_roles r where r.rolname = current_user`,
    )
    const [row] = rows
    if (row?.fault !== null) {
      throw new Error(
        `the database role ${row?.name} ${row?.fault}: tenants would see each other. ` +
          'Serve with the run-time role that the platform makes for itself.',
      )
    }
  })
}
