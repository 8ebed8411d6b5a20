import { activityInfo, Context } from '@temporalio/activity'
import type { ActivityVerb, AtWork, GivenTo } from '../kernel/write/activity.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { crashPoint } from '../ports/process/crash-point.ts'
import { verbs } from './areas.ts'
import { failureOf } from './failure-of.ts'

type Verbs = typeof verbs

export type Activities = {
  [Name in keyof Verbs]: (input: GivenTo<Verbs[Name]>) => ReturnType<Verbs[Name]>
}

export function createActivities(runtime: Runtime): Activities {
  const entries = Object.entries<ActivityVerb>(verbs).map(([name, verb]) => [
    name,
    ({ at, ...input }: { at: number }) => {
      const { workflowExecution, heartbeatTimeoutMs } = activityInfo()
      const workflowId = workflowExecution?.workflowId ?? ''
      const stop = heartbeatTimeoutMs === undefined ? undefined : beating(heartbeatTimeoutMs / 3)
      const about = () => [name, ...Object.values(input)]
      crashPoint('before-activity', about)
      // What a workflow gives is typed where it calls: a list of all verbs knows no one input.
      const called = verb as (given: AtWork) => Promise<unknown>
      return called({ ...input, runtime, now: new Date(at), workflowId })
        .then((result) => {
          crashPoint('after-activity', about)
          return result
        })
        .catch((error: unknown) => {
          throw failureOf(error)
        })
        .finally(stop)
    },
  ])
  return Object.fromEntries(entries) as Activities
}

/** Long work says that its process is alive, so that another takes it up soon if that dies. */
function beating(everyMs: number): () => void {
  const context = Context.current()
  const timer = setInterval(() => context.heartbeat(), everyMs).unref()
  return () => clearInterval(timer)
}
