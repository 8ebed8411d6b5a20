import {
  attemptsFromUnknown,
  attemptsPerAccount,
  attemptsPerAddress,
  attemptsWindowMs,
} from '../../domain/access/login-attempts.ts'
import { noId } from '../../domain/id-forms.ts'
import { refuse, Refusal } from '../../domain/refusal.ts'
import { Turns } from '../../domain/turns.ts'
import { Transaction } from '../../ports/database/transaction.ts'
import type { Inside } from '../../kernel/write/runtime.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What failures are counted for: an account of a tenant, or an address, which has no tenant. */
export interface AttemptSubject {
  tenantId: string
  subject: string
  most: number
}

/** Addresses are counted for all tenants together, under an id that is no tenant's. */
export function ofAddress(address: string): AttemptSubject {
  return { tenantId: noId, subject: `address:${address}`, most: attemptsPerAddress }
}

export function ofAccount(
  tenantId: string,
  kind: 'password' | 'code' | 'forgotten' | 'own-password',
  account: string,
  most: number = attemptsPerAccount,
): AttemptSubject {
  return { tenantId, subject: `${kind}:${account}`, most }
}

/**
 * Of whom a password is guessed: a device that is known of the account counts for itself, so that
 * no guess from elsewhere locks its owner out. Elsewhere each address counts, and all together.
 */
export function ofGuess(
  tenantId: string,
  email: string,
  { address, deviceId }: { address: string; deviceId: string | undefined },
): AttemptSubject[] {
  if (deviceId !== undefined) return [ofAccount(tenantId, 'password', `${email} on ${deviceId}`)]
  return [
    ofAddress(address),
    ofAccount(tenantId, 'password', `${email} from ${address}`),
    ofAccount(tenantId, 'password', email, attemptsFromUnknown),
  ]
}

const live = '(select t from unnest(a.failed_at) t where t > $4 order by t)'

/** One statement, so that simultaneous attempts cannot exceed the limit. */
const take = `
insert into login_attempt as a (tenant_id, subject, failed_at)
values ($1, $2, array[$3::timestamptz])
on conflict (tenant_id, subject) do update set failed_at = array${live} || $3::timestamptz
where (select count(*) from ${live} l) < $5
returning 1`

const oldest = `
select min(t) as at, count(*) as failed from login_attempt a, unnest(a.failed_at) t
where tenant_id = $1 and subject = $2 and t > $3`

const giveBack = `
update login_attempt set failed_at = failed_at[:array_position(failed_at, $3::timestamptz) - 1]
  || failed_at[array_position(failed_at, $3::timestamptz) + 1:]
where tenant_id = $1 and subject = $2 and $3::timestamptz = any (failed_at)`

/**
 * At most half of the limit at once: running attempts count as failed, and must not refuse others.
 */
const turns = new Map<string, Turns>()
const waitingMax = 1000

/** Who was just refused is refused without asking the database, which may have changed its mind. */
interface JustRefused {
  askAgainMs: number
  liftedMs: number
}
const lately = new WeakMap<Inside, Map<string, JustRefused>>()
const latelyMs = 5_000
const latelyMax = 10_000

/**
 * Does the work unless too many attempts failed lately; then even a right one is refused. An
 * attempt counts as failed from its beginning, so that simultaneous ones cannot exceed the limit.
 */
export async function attempt<T>(
  runtime: Inside,
  now: Date,
  subjects: readonly AttemptSubject[],
  work: () => Promise<T>,
): Promise<T> {
  const [counted, ...more] = subjects
  if (counted === undefined) return work()
  // All of them before the database is asked for any.
  for (const each of subjects) refuseAgain(runtime, now, each)
  const { tenantId, subject } = counted
  const takeBack = () => alone(runtime, tenantId, giveBack, [tenantId, subject, now])
  return inTurn(counted, async () => {
    await countAttempt(runtime, now, counted)
    const tried = attempt(runtime, now, more, work)
    const failed = await tried.then(() => false, isTheirs)
    if (!failed) await takeBack()
    return tried
  })
}

/** Our own failures do not count, nor do attempts that were refused before they were tried. */
function isTheirs(error: unknown): boolean {
  return error instanceof Refusal && error.status < 500 && error.code !== 'TOO_MANY_REQUESTS'
}

async function inTurn<T>(counted: AttemptSubject, work: () => Promise<T>) {
  const key = nameOf(counted)
  const own = turns.get(key) ?? new Turns(counted.most / 2, waitingMax)
  turns.set(key, own)
  try {
    return await own.take(work)
  } finally {
    if (own.idle) turns.delete(key)
  }
}

/** Counts an attempt for good. */
export async function countAttempt(
  runtime: Inside,
  now: Date,
  counted: AttemptSubject,
): Promise<void> {
  const { tenantId, subject, most } = counted
  refuseAgain(runtime, now, counted)
  const since = new Date(now.getTime() - attemptsWindowMs)
  const taken = await alone(runtime, tenantId, take, [tenantId, subject, now, since, most])
  if (taken.length > 0) return
  const [first] = await alone(runtime, tenantId, oldest, [tenantId, subject, since])
  const liftedMs = liftedAfter((first?.['at'] ?? null) as Date | null, now)
  const refused = lately.get(runtime) ?? new Map<string, JustRefused>()
  if (refused.size >= latelyMax) refused.clear()
  refused.set(nameOf(counted), { askAgainMs: now.getTime() + latelyMs, liftedMs })
  lately.set(runtime, refused)
  refuseUntil(liftedMs, now.getTime())
}

function refuseAgain(runtime: Inside, now: Date, counted: AttemptSubject): void {
  const known = lately.get(runtime)?.get(nameOf(counted))
  if (known === undefined || known.askAgainMs <= now.getTime()) return
  refuseUntil(known.liftedMs, now.getTime())
}

const nameOf = ({ tenantId, subject }: AttemptSubject) => `${tenantId} ${subject}`

/**
 * Within the transaction of a logged-in user: refuses if too many of their attempts failed lately.
 */
export async function refuseTooMany(unit: Unit, counted: AttemptSubject): Promise<void> {
  const since = new Date(unit.now.getTime() - attemptsWindowMs)
  const values = [counted.tenantId, counted.subject, since]
  const [found] = await unit.transaction.query<{ at: Date | null; failed: string }>(oldest, values)
  if (Number(found?.failed) < counted.most) return
  refuseUntil(liftedAfter(found?.at ?? null, unit.now), unit.now.getTime())
}

/** Counts a failure in another transaction, because the refusal rolls this one back. */
export function countFailure(runtime: Inside, now: Date, counted: AttemptSubject): void {
  countAttempt(runtime, now, counted).catch((error: unknown) =>
    runtime.log.warn({ err: error }, 'a failed attempt was not counted'),
  )
}

const liftedAfter = (first: Date | null, now: Date) => (first ?? now).getTime() + attemptsWindowMs

function refuseUntil(liftedMs: number, nowMs: number): never {
  const retryAfterSeconds = Math.max(1, Math.ceil((liftedMs - nowMs) / 1000))
  return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds })
}

/** In a transaction of its own, so that a later refusal does not roll the count back. */
async function alone(runtime: Inside, tenantId: string, text: string, values: unknown[]) {
  const { pool, inTurnOf = tenantId } = runtime
  const transaction = await Transaction.begin(pool, { tenantId }, 'command', { inTurnOf })
  try {
    const rows = await transaction.query(text, values)
    await transaction.commit()
    return rows
  } finally {
    await transaction.rollback()
  }
}
