import { ApplicationFailure, type WorkflowInterceptors } from '@temporalio/workflow'

const notOurs =
  'It was not begun by the platform. Find out who else reaches Temporal, and begin it by the interface.'

/**
 * What was not encrypted by us is read as nothing (`src/ports/temporal/codec.ts`). A process that
 * was begun with that has nothing to be about: it ends before it begins.
 */
export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      async execute(input, next) {
        if (input.args[0] == null) {
          throw ApplicationFailure.nonRetryable(notOurs, 'NOT_OURS')
        }
        return next(input)
      },
    },
  ],
})
