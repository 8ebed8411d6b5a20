import { ApplicationFailure, type WorkflowInterceptors } from '@temporalio/workflow'

/**
 * What was not encrypted by us is read as nothing (`src/ports/temporal/codec.ts`). A process that
 * was begun with that has nothing to be about: it ends before it begins.
 */
export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      async execute(input, next) {
        if (input.args[0] == null) {
          throw ApplicationFailure.nonRetryable('It was not begun by the platform.', 'NOT_OURS')
        }
        return next(input)
      },
    },
  ],
})
