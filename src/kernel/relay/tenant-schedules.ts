import { ScheduleOverlapPolicy } from '@temporalio/client'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import {
  tenantScheduleIdOf,
  tenantSchedulePrefix,
  type ScheduleKind,
} from '../../domain/automation/schedule.ts'
import { catchUpDays } from '../../domain/job.ts'
import { processes, taskQueueOf } from '../../domain/processes.ts'
import { withClient } from '../../ports/database/connect.ts'
import { Schedules, type Wanted } from './schedules.ts'

/** Sees to it that each schedule of a tenant's own that is not switched off is one of the engine's. */
export class TenantSchedules extends Schedules {
  protected readonly prefix = tenantSchedulePrefix

  protected async wanted(): Promise<Wanted[]> {
    const { rows } = await withClient(this.options.url, (client) =>
      client.query<EnabledSchedule>(
        'select tenant_id, id, kind, cron, time_zone from schedule where enabled',
      ),
    )
    return rows.map(scheduleOf)
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
  const note = `${makes[kind]}; ${cron} in ${time_zone}`
  const { workflow, prefix, entity } = processes.planSchedule
  return {
    // Its next time is still to come; what has been missed, the row knows.
    atOnce: false,
    scheduleId: tenantScheduleIdOf(tenant_id, id),
    spec: { cronExpressions: [cron], timezone: time_zone },
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
