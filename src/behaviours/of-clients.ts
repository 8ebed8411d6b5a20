import { z } from 'zod'
import { startTask } from '../activities/system/start-task.ts'
import { plusDays } from '../domain/dates.ts'
import { notFound } from '../domain/refusal.ts'
import type { TaskName } from '../domain/tasks.ts'
import { Client } from '../entities/client.ts'
import type { Behaviour } from '../kernel/http/operation.ts'
import { id, sentDay } from '../kernel/read/fields.ts'
import type { Unit } from '../kernel/write/unit.ts'
import { dryRunAsked, isDryRun, taskPlace, taskView } from './bulk.ts'
import { shownOne } from '../kernel/read/view.ts'

const clientIds = z.array(id('Client')).min(1).max(500).optional()
const ofClientsBody = z.strictObject({ clientIds, toDate: sentDay.optional() }).prefault({})

interface OfClients {
  task: TaskName
  summary: string
  /** Up to which day where nobody says: so many days ago. */
  daysAgo?: number
}

/** Work on each of some clients, or on all for which there is any, in the background. */
export const ofClients = ({ task: taskName, summary, daysAgo = 0 }: OfClients) =>
  ({
    summary,
    body: ofClientsBody,
    query: dryRunAsked,
    returns: taskView.schema,
    status: 202,
    purpose: 'job',
    refuses: ['TASK_RUNNING', 'NOT_FOUND'],
    locate: taskPlace,
    handle: async ({ unit, body, query }) => {
      await refuseUnknownClients(unit, body.clientIds)
      const toDate = body.toDate ?? plusDays(await unit.today(), -daysAgo)
      const input = { ...body, toDate }
      return shownOne(
        unit,
        taskView,
        await startTask(unit, { taskName, input, dryRun: isDryRun(query) }),
      )
    },
  }) satisfies Behaviour<
    never,
    z.output<typeof ofClientsBody>,
    z.output<typeof dryRunAsked>,
    z.output<typeof taskView.schema>
  >

/** The first that is not there is named by its place in the body. */
export async function refuseUnknownClients(
  unit: Unit,
  wanted: readonly string[] | undefined,
): Promise<void> {
  const known = await unit.all(Client, { id: { $in: [...(wanted ?? [])] } })
  const at = wanted?.findIndex((each) => !known.some((client) => client.id === each)) ?? -1
  if (at >= 0) notFound(`/clientIds/${at}`)
}
