import { z } from 'zod'
import { workflowIdOf, type ProcessName } from '../../domain/processes.ts'
import type { Unit } from '../write/unit.ts'

const Workflow = z
  .object({
    id: z
      .string()
      .meta({ example: 'task/TN01JD0000000000000000000000/BT01JD0000000000000000000000' }),
    /** In the Temporal UI, where the operator says where that is. */
    url: z.url().nullable(),
  })
  .meta({ id: 'Workflow' })

/** The process that drives it; null for who is bound to some clients, and where there is none. */
export const workflowShown = Workflow.nullable()

export type WorkflowLinks = (key: string) => z.output<typeof workflowShown>

/** For the facts of a view: the process of each row, by its key. */
export function workflowLinks(
  { runtime, tenantId, isBound }: Unit,
  of: ProcessName,
): WorkflowLinks {
  const { engineUi } = runtime
  return (key) => {
    if (isBound) return null
    const id = workflowIdOf(of, tenantId, key)
    return { id, url: engineUi === undefined ? null : `${engineUi}/${encodeURIComponent(id)}` }
  }
}
