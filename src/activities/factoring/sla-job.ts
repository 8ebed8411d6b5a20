import type { BusinessDate } from '../../domain/dates.ts'
import type { JobChunk, JobWork } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { leaveErrand, lockErrands } from '../system/leave-errand.ts'
import { settleErrand } from '../system/settle-errand.ts'

const decisionsAtOnce = 200
const prefix = 'decision-sla/'

/** When the day's look is, in the tenant's zone: the time of the job. */
const look = (day: string) => `(${day} + time '07:15') at time zone t.time_zone`

/** Since when it stands where it stands: each move is the last entry of its history. */
const since = `coalesce((d.history -> -1 ->> 'at')::timestamptz, d.requested_at)`

const waiting = (day: string) => `d.tenant_id = t.tenant_id
  and d.status <> 'DECIDED' and s.tenant_id = d.tenant_id
  and d.sub_status_id is not null and s.number = d.sub_status_id::int and s.sla_hours is not null
  and ${since} + s.sla_hours * interval '1 hour' <= ${look(day)}`

/** An errand that was left for it is open. */
const left = `select from system_errand e where e.tenant_id = t.tenant_id
  and e.dedupe_key like '${prefix}%' and e.status in ('OPEN', 'IN_PROGRESS')`

/**
 * Every morning: what waits longer in a sub-status than its `slaHours` is left to people; the
 * errand ends by itself once the decision has gone on.
 */
export const slaJob = {
  wanted: `exists (select from factoring_decision d, credit_decision_status s
      where ${waiting('$1::date')})
    or exists (${left})`,
  chunk: leaveLate,
} satisfies JobWork

interface Late extends Record<string, unknown> {
  id: string
  clientId: string
  invoiceId: string
  name: string
  slaHours: number
  since: string
}

async function leaveLate(unit: Unit, day: BusinessDate, after: string): Promise<JobChunk> {
  const late = await unit.transaction.query<Late>(findLate, [unit.tenantId, day, after])
  const gone =
    after === '' ? await unit.transaction.query<{ key: string }>(over, [unit.tenantId, day]) : []
  await lockErrands(unit, [...late.map(({ id }) => prefix + id), ...gone.map(({ key }) => key)])
  for (const { key } of gone) await settleErrand(unit, key, 'The decision has gone on')
  for (const each of late) await leaveOne(unit, each)
  return {
    counts: { late: late.length, gone: gone.length },
    after: late.length < decisionsAtOnce ? null : (late.at(-1)?.id ?? null),
  }
}

/** Of what was left before, what has an open errand is not said again. */
const findLate = `
select d.id, d.client_id as "clientId", d.invoice_id as "invoiceId", s.name,
  s.sla_hours as "slaHours", to_json(${since}) #>> '{}' as since
from tenant t, factoring_decision d, credit_decision_status s
where t.tenant_id = $1 and ${waiting('$2::date')} and d.id > $3
  and not exists (select from system_errand e where e.tenant_id = d.tenant_id
    and e.dedupe_key = '${prefix}' || id_text(d.id) and e.status in ('OPEN', 'IN_PROGRESS')
    and e.data ->> 'since' = to_json(${since}) #>> '{}')
order by d.id limit ${decisionsAtOnce}`

const over = `
select e.dedupe_key as key from tenant t join system_errand e on e.tenant_id = t.tenant_id
where t.tenant_id = $1 and e.dedupe_key like '${prefix}%' and e.status in ('OPEN', 'IN_PROGRESS')
  and not exists (select from factoring_decision d, credit_decision_status s
    where ${waiting('$2::date')} and d.id = id_of(e.subject_id))
order by 1 limit ${decisionsAtOnce}`

async function leaveOne(unit: Unit, late: Late): Promise<void> {
  const { id, clientId, invoiceId, name, slaHours } = late
  await leaveErrand(unit, {
    type: 'CREDIT',
    subjectType: 'FactoringDecision',
    subjectId: id,
    clientId,
    severity: 'HIGH',
    title: `A decision has waited longer than ${slaHours} hours: ${name}`,
    data: { invoiceId, slaHours, status: name, since: late.since },
    dedupeKey: prefix + id,
  })
}
