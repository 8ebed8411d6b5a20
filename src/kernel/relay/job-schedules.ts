import { ScheduleOverlapPolicy } from '@temporalio/client'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import { withClient } from '../../ports/database/connect.ts'
import { catchUpDays } from '../../domain/job.ts'
import { jobNames, jobs, scheduleIdOf, schedulePrefix, type JobName } from '../../domain/jobs.ts'
import { processes, taskQueueOf } from '../../domain/processes.ts'
import { Schedules, type Wanted } from './schedules.ts'

/** Sees to it that each job has one schedule for each time zone in which a tenant lives. */
export class JobSchedules extends Schedules {
  protected readonly prefix = schedulePrefix

  protected async wanted(): Promise<Wanted[]> {
    const zones = await zonesOfTenants(this.options.url)
    return jobNames.flatMap((job) => zones.map((zone) => scheduleOf(job, zone)))
  }
}

async function zonesOfTenants(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ zone: string }>(
      'select distinct time_zone as zone from tenant order by 1',
    )
    return rows.map(({ zone }) => zone)
  })
}

function scheduleOf(job: JobName, timeZone: string): Wanted {
  const { at, summary, everyMinutes, until = at } = jobs[job]
  const [hour, minute] = at.split(':').map(Number) as [number, number]
  const often =
    everyMinutes === undefined ? `at ${at}` : `${at} to ${until}, each ${everyMinutes} min`
  const note = `${summary}; every day ${often} in ${timeZone}`
  const times =
    everyMinutes === undefined
      ? { hour, minute }
      : {
          hour: { start: hour, end: Number(until.slice(0, 2)) },
          minute: { start: minute, end: 59, step: everyMinutes },
        }
  return {
    atOnce: true,
    scheduleId: scheduleIdOf(job, timeZone),
    spec: { calendars: [{ ...times, comment: note }], timezone: timeZone },
    action: {
      type: 'startWorkflow',
      workflowType: processes.runJob.workflow,
      workflowId: `${processes.runJob.prefix}/${job}/${timeZone}`,
      taskQueue: taskQueueOf('runJob'),
      args: [{ job, timeZone }],
      memo: { note },
      staticSummary: `${summary}: tenants in ${timeZone}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: keyword('RxEntityType'), value: processes.runJob.entity },
        { key: keyword('RxEntityId'), value: job },
        { key: keyword('RxStatus'), value: processes.runJob.statuses[0] },
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
