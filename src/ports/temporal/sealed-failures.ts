import { DefaultFailureConverter } from '@temporalio/common'

/**
 * The message and the stack of what fails are payloads too, which the codec seals: they name
 * people and amounts. Loaded by its path, in a process and in the script of the workflows.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
