import { mostRaised, type Limit } from '../../domain/clients/limits.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import { requireSecond, type Pending, type SecondNeeded } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What a limit is before it is raised is still so then: limits are changed by one at a time. */
export const lockLimits = (unit: Unit): Promise<void> => lockKey(unit, 'limits')

/** How much more a limit lets through; null where it is none any more. */
type Raised = { by: bigint; currency: string } | { by: null }

type About = Pick<SecondNeeded, 'subject' | 'payload'>

const topic = 'CREDIT_LIMIT_INCREASE'

/** More credit than before takes two people, where the tenant has that; less does not. */
export function secondForLimits(
  unit: Unit,
  limits: readonly Raised[],
  about: About,
): Pending | undefined {
  const raised = limits.filter(({ by }) => by !== 0n)
  const [one, ...more] = raised
  if (one === undefined) return undefined
  return requireSecond(unit, {
    ...about,
    topic,
    isState: true,
    // Of several, and without a bound, nobody says whether it is more than some amount.
    ...(more.length === 0 &&
      one.by !== null && { amount: { minor: one.by, currency: one.currency } }),
  })
}

interface Held extends Limit {
  id: string
  currency: string
}

/** A change of limits as the journal has it, and whether two agreed to it. */
interface Step extends Record<string, unknown> {
  id: string
  changes: Record<string, { from: unknown }>
  agreed: boolean
}

const sumMs = 24 * 60 * 60 * 1000

const limitFields = ['creditLimit', 'temporaryLimit', 'temporaryUntil'] as const

/**
 * How much more limits let through than now, or than at any time since a day ago, or since two last
 * agreed: many small steps are one.
 */
export async function raisedSince<Row extends Held>(
  unit: Unit,
  kind: string,
  rows: readonly Row[],
  raised: (from: Row, row: Row) => bigint | null,
): Promise<Raised[]> {
  const now = rows.map((row) => raised(row, row))
  const ids = rows.filter((_, at) => now[at] !== 0n && now[at] !== null).map(({ id }) => id)
  const steps = Map.groupBy(await alone(unit, kind, ids), ({ id }) => id)
  return rows.map((row, at) => {
    const by = statesBefore(row, steps.get(row.id) ?? [])
      .map((was) => raised(was, row))
      .reduce(mostRaised, now[at] ?? null)
    return by === null ? { by } : { by, currency: row.currency }
  })
}

/** The latest first; what came before an agreement of two is not counted. */
async function alone(unit: Unit, kind: string, ids: readonly string[]): Promise<Step[]> {
  if (ids.length === 0) return []
  const since = new Date(unit.now.getTime() - sumMs)
  const steps = await unit.widened(() =>
    unit.transaction.query<Step>(changed, [unit.tenantId, kind, ids, since, limitFields, topic]),
  )
  const agreed = new Set<string>()
  return steps.filter((step) => {
    if (step.agreed) agreed.add(step.id)
    return !agreed.has(step.id)
  })
}

const changed = `
select c.row_id as id, c.changes, exists (select from internal_request r
    where r.tenant_id = c.tenant_id and r.topic = $6 and r.status = 'APPROVED'
      and (id_text(r.subject_id) = c.owner_id or r.subject_type = 'Tenant')
      and r.decided_at = c.at and r.decided_by = c.principal_id) as agreed
from changelog c
where c.tenant_id = $1 and c.owner_type = $2 and c.row_type = $2 and c.owner_id = any ($3)
  and c.action = 'UPDATED' and c.at > $4 and c.changes::jsonb ?| $5
order by c.row_version desc, c.id desc`

/** What it was before each of them. */
function statesBefore<Row extends Held>(row: Row, steps: readonly Step[]): Row[] {
  let was = row
  return steps.map(({ changes }) => {
    const before = limitFields.flatMap((field) => {
      const from = changes[field]?.from
      if (changes[field] === undefined) return []
      return [[field, from == null || field === 'temporaryUntil' ? from : BigInt(String(from))]]
    })
    was = { ...was, ...(Object.fromEntries(before) as Limit) }
    return was
  })
}
