import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import {
  lifeOfScheduleRun,
  scheduleKinds,
  scheduleOutcomes,
  scheduleRunStatuses,
} from '../domain/automation/schedule.ts'
import { idOf, idsOf, list, name, principalId, text } from './columns.ts'
import { ofTheClient } from './of-the-client.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Each kind has rights of its own, and so a family of its own. */
const families = (means: ReturnType<typeof ofRow>, isOwn: boolean) => ({
  QUERY_REPORT_SCHEDULE: {
    means,
    of: { kind: 'QUERY_REPORT' },
    ...(isOwn && { rights: ['ReadQueryReportScheduler'] }),
  },
  BOOKKEEPING_FILE_SCHEDULE: {
    means,
    of: { kind: 'BOOKKEEPING_FILE' },
    ...(isOwn && { rights: ['ReadBookkeepingFileScheduler'] }),
  },
})

/** What a tenant has made at times of its own, and who is mailed it. */
export const Schedule = defineEntity({
  name: 'Schedule',
  ...tenantTable('schedule', {
    clientColumn: 'client_id',
    ...ofTheClient,
    references: { tenantId: 'tenant', clientId: 'client' },
    unrecorded: ['nextRunAt', 'lastRunAt', 'lastOutcome'],
    events: families(ofRow(), true),
  }),
  properties: {
    ...identified('SH'),
    kind: p.enum(scheduleKinds),
    /** Whose it is, and about whom; fixed, so that nobody who gets it ever gets more. */
    clientId: idOf('Client').nullable(),
    /** It is the client's own, and not one of the tenant about it. */
    ofClient: p.boolean(),
    name: name(100, 'Open claims on Monday'),
    /** Five fields, in the time zone. */
    cron: text(100, '30 7 * * 1'),
    timeZone: text(60, 'Europe/Stockholm'),
    recipients: list(undefined, { least: 1 }),
    /** What it makes, in the words of its kind. */
    input: p.json<Record<string, unknown>>(),
    enabled: p.boolean(),
    nextRunAt: p.datetime(3).nullable(),
    /** Why the platform switched it off, until somebody switches it on again. */
    suspendedFor: p.string().length(60).nullable(),
    lastRunAt: p.datetime(3).nullable(),
    lastOutcome: p.enum(scheduleOutcomes).nullable(),
    /** In whose name it works: who said last what it makes, when, or for whom. */
    requestedBy: principalId(),
    requestedByName: p.string().length(200),
    openedBy: p.string().length(120).nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'schedule_name_index', properties: ['tenantId', 'kind', 'name', 'id'] },
    { name: 'schedule_client_index', properties: ['tenantId', 'clientId', 'id'] },
    {
      name: 'schedule_next_index',
      expression: `create index schedule_next_index on schedule (next_run_at) where enabled`,
    },
  ],
})
export type Schedule = InferEntity<typeof Schedule>

/** One time of a schedule. The key makes that each is made once. */
export const ScheduleRun = defineEntity({
  name: 'ScheduleRun',
  ...tenantTable('schedule_run', {
    clientColumn: 'client_id',
    ...ofTheClient,
    references: { scheduleId: 'schedule' },
    owner: { entity: 'Schedule', key: 'scheduleId' },
    keptFor: [{ since: 'planned_at', days: 400, swept: true }],
    events: families([...lifeOfScheduleRun.events('status'), ...ofRow('run')], false),
  }),
  properties: {
    ...identified('QS'),
    scheduleId: idOf('Schedule'),
    kind: p.enum(scheduleKinds),
    clientId: idOf('Client').nullable(),
    ofClient: p.boolean(),
    plannedAt: p.datetime(3),
    status: p.enum(scheduleRunStatuses),
    documentIds: idsOf('Document'),
    /** Who was to get it when it was made, and how many of them have been sent it. */
    recipients: list(),
    mailed: p.integer(),
    error: p.string().length(500).nullable(),
    endedAt: p.datetime(3).nullable(),
    ...versioned,
  },
  uniques: [
    {
      name: 'schedule_run_planned_unique',
      properties: ['tenantId', 'scheduleId', 'plannedAt'],
    },
  ],
  indexes: [
    {
      name: 'schedule_run_status_index',
      properties: ['tenantId', 'scheduleId', 'status', 'plannedAt', 'id'],
    },
    { name: 'schedule_run_age_index', properties: ['plannedAt'] },
    { name: 'schedule_run_client_index', properties: ['tenantId', 'clientId', 'id'] },
    {
      name: 'schedule_run_open_index',
      expression: `create index schedule_run_open_index on schedule_run (tenant_id, updated_at) where status in ('QUEUED', 'PRODUCED')`,
    },
  ],
})
export type ScheduleRun = InferEntity<typeof ScheduleRun>
