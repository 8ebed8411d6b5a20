import type { CompiledWorkflowOptions, WorkflowClientInterceptor } from '@temporalio/client'
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common'
import { processes, shownAt } from '../../domain/processes.ts'

const rxStatus = defineSearchAttributeKey('RxStatus', 'KEYWORD')
const byWorkflow = new Map(
  Object.values(processes).map((process) => [process.workflow as string, process]),
)

/** As the platform shows a process from its start: by its status, and where the interface shows it. */
function shown(workflow: string, options: CompiledWorkflowOptions): CompiledWorkflowOptions {
  const process = byWorkflow.get(workflow)
  if (process === undefined) return options
  const { typedSearchAttributes: given, workflowId, staticDetails } = options
  const attributes =
    given instanceof TypedSearchAttributes ? given : new TypedSearchAttributes(given)
  const path = shownAt(process, workflowId)
  return {
    ...options,
    ...(attributes.get(rxStatus) === undefined && {
      typedSearchAttributes: attributes.updateCopy([{ key: rxStatus, value: process.statuses[0] }]),
    }),
    ...(path !== undefined && staticDetails === undefined && { staticDetails: `GET ${path}` }),
  }
}

/** What follows its moves does so where it says from the start how it stands (`show`). */
export const shownStarts: WorkflowClientInterceptor = {
  start: (input, next) => next({ ...input, options: shown(input.workflowType, input.options) }),
  startUpdateWithStart: (input, next) =>
    next({
      ...input,
      workflowStartOptions: shown(input.workflowType, input.workflowStartOptions),
    }),
}
