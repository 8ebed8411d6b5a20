import type { BusinessDate } from '../../../domain/dates.ts'
import { isUnresolved } from '../../../domain/system/errand.ts'
import { SystemErrand } from '../../../entities/system-errand.ts'
import type { JobChunk, JobWork } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import type { Pool } from '../../../ports/database/pool.ts'
import { leaveErrand, lockErrands } from '../../system/leave-errand.ts'
import { settleErrand } from '../../system/settle-errand.ts'
import type { Promised } from './check.ts'
import { derivedCheck } from './derived.ts'
import { checks, derivedPage, verified, type Finding } from './verify-books.ts'

/** So long one check may read; it holds no row meanwhile, but keeps old ones from being vacuumed. */
const within = '40s'

/**
 * Every night: all checks of `npx receivables verify`, one in each chunk. A fault leaves an errand,
 * which ends by itself when the fault is gone.
 */
export const checkJob = {
  wanted: 'exists (select 1 from financial_event e where e.tenant_id = t.tenant_id)',
  chunk: checkNext,
} satisfies JobWork

/** What one check may read by the hour; what needs longer waits for the night. */
const withinByHour = '3s'
/** So long the checks of one chunk may take, but for the last. */
const chunkMs = 5_000

/**
 * Every hour: the same checks, as far as each is soon done. A fault of the morning is not found the
 * night after.
 */
export const hourlyCheckJob = {
  wanted: `exists (select 1 from financial_event e where e.tenant_id = t.tenant_id)
    or exists (select 1 from webhook_log l where l.tenant_id = t.tenant_id)`,
  chunk: checkSoon,
} satisfies JobWork

async function checkSoon(unit: Unit, _: BusinessDate, after: string): Promise<JobChunk> {
  const { tenantId } = unit
  const looked = await unit.apart(({ pool }) => lookSoon(pool, tenantId, after))
  const counts = { checks: 0, faults: 0, gone: 0, left: 0 }
  for (const each of looked.all) {
    const { faults, gone } = await leaveFaults(unit, each)
    counts.checks++
    counts.faults += faults
    counts.gone += gone
  }
  return { counts: { ...counts, left: looked.left }, after: looked.after }
}

async function lookSoon(pool: Pool, tenantId: string, after: string) {
  const until = performance.now() + chunkMs
  const all: Looked[] = []
  let left = 0
  let at = checks.findIndex(({ name }) => name === after) + 1
  for (; at < checks.length && performance.now() < until; at++) {
    const looked = await lookBy(checks[at]!, pool, tenantId, withinByHour)
    if (looked.findings.some(({ subject }) => subject === unchecked)) left++
    else all.push(looked)
  }
  return { all, left, after: at < checks.length ? checks[at - 1]!.name : null }
}

/** What one chunk looked at. */
interface Looked {
  check: Promised
  findings: readonly Finding[]
  /** Whether a fault with this subject would have been found. */
  covers: (subject: string) => boolean
  /** The check and the event after which to go on. */
  after: string | null
}

async function checkNext(unit: Unit, _: BusinessDate, after: string): Promise<JobChunk> {
  const { tenantId } = unit
  const looked = await unit.apart(({ pool }) => look(pool, tenantId, after))
  const counts = await leaveFaults(unit, looked)
  return { counts: { checks: 1, ...counts }, after: looked.after }
}

async function look(pool: Pool, tenantId: string, after: string): Promise<Looked> {
  const [name = '', event = ''] = after.split(' ')
  const check = checks[checks.findIndex((each) => each.name === name) + 1]
  const isDerived = name === derivedCheck.name || check === undefined
  return isDerived ? lookDerived(pool, tenantId, event) : lookBy(check, pool, tenantId)
}

async function lookBy(
  check: (typeof checks)[number],
  pool: Pool,
  tenantId: string,
  soonest = within,
): Promise<Looked> {
  const { name } = check
  try {
    const { findings, more } = await verified(pool, tenantId, check, soonest)
    return { check, findings, covers: () => !more, after: name }
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error
    const found = `was not checked: it takes longer than ${soonest}`
    const covers = (subject: string) => subject === unchecked
    return { check, findings: [{ check: name, subject: unchecked, found }], covers, after: name }
  }
}

const unchecked = 'all'

async function lookDerived(pool: Pool, tenantId: string, event: string): Promise<Looked> {
  const page = await derivedPage(pool, tenantId, event)
  const ids = new Set(page.ids)
  return {
    check: derivedCheck,
    findings: page.broken.map((broken) => ({ check: derivedCheck.name, ...broken })),
    covers: (subject) => ids.has(subject),
    after: page.after === null ? null : `${derivedCheck.name} ${page.after}`,
  }
}

async function leaveFaults(
  unit: Unit,
  { check, findings, covers }: Looked,
): Promise<{ faults: number; gone: number }> {
  const prefix = `invariant/${check.name}/`
  const known = await unit.all(SystemErrand, {
    type: 'INVARIANT',
    status: { $in: ['OPEN', 'IN_PROGRESS'] },
    dedupeKey: { $like: `${prefix}%` },
  })
  const open = new Map(known.map((errand) => [errand.dedupeKey, errand]))
  const found = new Map(findings.map((each) => [prefix + each.subject.slice(0, 60), each]))
  const gone = known.filter(
    ({ dedupeKey }) => !found.has(dedupeKey) && covers(dedupeKey.slice(prefix.length)),
  )
  await lockErrands(unit, [...found.keys(), ...gone.map(({ dedupeKey }) => dedupeKey)])
  for (const { dedupeKey } of gone) await settleErrand(unit, dedupeKey, 'The fault is gone')
  for (const [dedupeKey, fault] of found) {
    if (open.get(dedupeKey)?.data['found'] !== fault.found) {
      await leaveFault(unit, check, fault, dedupeKey)
    }
  }
  return { faults: found.size, gone: gone.length }
}

async function leaveFault(
  unit: Unit,
  { name, promise }: Promised,
  { subject, found }: Finding,
  dedupeKey: string,
): Promise<void> {
  await leaveErrand(unit, {
    type: 'INVARIANT',
    subjectType: 'Invariant',
    subjectId: subject.slice(0, 60),
    severity: 'CRITICAL',
    title: `The books are wrong: ${name}, ${subject}: ${found}`,
    data: { check: name, promise, subject, found },
    dedupeKey,
  })
}

/** Only the check itself knows: its errand ends by itself when the fault is gone. */
export async function isStillFaulty(_: Unit, { status }: SystemErrand): Promise<boolean> {
  return isUnresolved(status)
}
