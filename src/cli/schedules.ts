import { withClient } from '../ports/database/connect.ts'
import { onLogins } from './own-database.ts'

interface ScheduleRow {
  tenant: string
  id: string
  kind: string
  cron: string
  timeZone: string
  enabled: boolean
  nextRun: Date | null
  lastRun: Date | null
  outcome: string | null
}

const schedules = `
select tenant_id as tenant, id, kind, cron, time_zone as "timeZone", enabled,
  next_run_at as "nextRun", last_run_at as "lastRun", last_outcome as outcome
from schedule where $1::int is null or tenant_id = $1
order by tenant_id, next_run_at nulls last, id`

/** The schedules of tenants' own; what they make, and for whom, is not the operator's to read. */
export async function listSchedulesCommand({
  tenant,
  json,
}: {
  tenant?: string
  json: boolean
}): Promise<void> {
  const rows = await onLogins(({ installed }) =>
    withClient(installed.relayUrl, async (client) => {
      return (await client.query<ScheduleRow>(schedules, [tenant ?? null])).rows
    }),
  )
  const text = json ? JSON.stringify(rows) : rows.map(listed).join('\n')
  process.stdout.write(`${text}\n`)
}

function listed(row: ScheduleRow): string {
  const { tenant, id, kind, cron, timeZone, enabled, nextRun, lastRun, outcome } = row
  const next = enabled ? (nextRun?.toISOString() ?? '') : 'switched off'
  const last = lastRun === null ? 'never' : `${lastRun.toISOString()} ${outcome ?? ''}`
  return `${tenant}  ${id}  ${kind}  ${cron} (${timeZone})  next  ${next}  last  ${last}`.trimEnd()
}
