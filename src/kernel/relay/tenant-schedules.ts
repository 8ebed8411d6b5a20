import { ScheduleOverlapPolicy } from '@temporalio/client'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import {
  refusedSchedulesKey,
  tenantScheduleIdOf,
  tenantSchedulePrefix,
  type ScheduleKind,
} from '../../domain/automation/schedule.ts'
import { catchUpDays } from '../../domain/job.ts'
import { processes, taskQueueOf } from '../../domain/processes.ts'
import { plainCron } from '../../ports/calendar/cron.ts'
import { withClient } from '../../ports/database/connect.ts'
import { Schedules, type SchedulesOptions, type Wanted } from './schedules.ts'

/** Schedules of one tenant that the engine refuses, and what it says of the first. */
export interface RefusedSchedules {
  tenantId: string
  ids: readonly string[]
  reason: string
}

export interface TenantSchedulesOptions extends SchedulesOptions {
  /** Leaves them to people, and does nothing where it has. */
  leave?: (refused: RefusedSchedules) => Promise<void>
  /** Ends what was left to people of this tenant, of whom none is refused now. */
  settle?: (tenantId: string) => Promise<void>
}

/** Sees to it that each schedule of a tenant's own that is not switched off is one of the engine's. */
export class TenantSchedules extends Schedules<TenantSchedulesOptions> {
  protected readonly prefix = tenantSchedulePrefix

  protected async wanted(): Promise<Wanted[]> {
    const { rows } = await withClient(this.options.url, (client) =>
      client.query<EnabledSchedule>(
        'select tenant_id, id, kind, cron, time_zone from schedule where enabled',
      ),
    )
    return rows.map(scheduleOf)
  }

  protected override async told(refused: ReadonlyMap<string, string>): Promise<void> {
    const { url, leave, settle } = this.options
    const each = [...refused].map(([scheduleId, reason]) => {
      const [tenantId = '', id = ''] = scheduleId.slice(tenantSchedulePrefix.length).split('/')
      return { tenantId, id, reason }
    })
    const ofTenants = Map.groupBy(each, ({ tenantId }) => tenantId)
    for (const [tenantId, of] of ofTenants) {
      await leave?.({ tenantId, ids: of.map(({ id }) => id), reason: of[0]?.reason ?? '' })
    }
    const open = await withClient(url, (client) =>
      client.query<{ tenant_id: string }>(
        `select tenant_id from system_errand
         where tenant_id in (select tenant_id from tenant) and dedupe_key = $1
           and status in ('OPEN', 'IN_PROGRESS')`,
        [refusedSchedulesKey],
      ),
    )
    for (const { tenant_id: tenantId } of open.rows) {
      if (!ofTenants.has(tenantId)) await settle?.(tenantId)
    }
  }
}

interface EnabledSchedule {
  tenant_id: string
  id: string
  kind: ScheduleKind
  cron: string
  time_zone: string
}

const makes: Readonly<Record<ScheduleKind, string>> = {
  BOOKKEEPING_FILE: 'Make bookkeeping files',
  QUERY_REPORT: 'Make a report',
}

function scheduleOf({ tenant_id, id, kind, cron, time_zone }: EnabledSchedule): Wanted {
  const plain = plainCron(cron)
  const note = `${makes[kind]}; ${plain} in ${time_zone}`
  const { workflow, prefix, entity } = processes.planSchedule
  return {
    // Its next time is still to come; what has been missed, the row knows.
    atOnce: false,
    scheduleId: tenantScheduleIdOf(tenant_id, id),
    spec: { cronExpressions: [plain], timezone: time_zone },
    action: {
      type: 'startWorkflow',
      workflowType: workflow,
      workflowId: `${prefix}/${tenant_id}/${id}`,
      taskQueue: taskQueueOf('planSchedule'),
      args: [{ tenantId: tenant_id, entityId: id }],
      memo: { note },
      staticSummary: `${note}, for ${tenant_id}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: keyword('RxTenant'), value: tenant_id },
        { key: keyword('RxEntityType'), value: entity },
        { key: keyword('RxEntityId'), value: id },
        { key: keyword('RxStatus'), value: processes.planSchedule.statuses[0] },
      ]),
    },
    policies: {
      overlap: ScheduleOverlapPolicy.SKIP,
      catchupWindow: `${catchUpDays} days`,
      pauseOnFailure: false,
    },
    state: { note },
  }
}

const keyword = (name: string) => defineSearchAttributeKey(name, 'KEYWORD')
