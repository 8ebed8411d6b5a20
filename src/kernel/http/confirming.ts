import { z } from 'zod'
import type { Pending } from '../write/pending.ts'
import { id, instant } from '../read/fields.ts'
import type { Prepared } from './prepared.ts'

/** The answer to a request that takes a second person. */
export const ConfirmationRequired = z
  .object({
    internalRequestId: id('InternalRequest'),
    confirmationRequired: z.literal(true),
    expiresAt: instant,
  })
  .meta({ id: 'ConfirmationRequired' })

const show = ({ internalRequestId, expiresAt }: Pending) => ({
  internalRequestId,
  confirmationRequired: true as const,
  expiresAt: expiresAt.toISOString(),
})

/** The operation where it was only asked for, and has had no effect yet. */
export function confirming(prepared: Prepared): Prepared {
  const { operation } = prepared
  const { locate: _, ...declared } = operation.declared
  const withConfirmation = { ...declared, returns: ConfirmationRequired, shows: show as never }
  return { ...prepared, status: 202, operation: { ...operation, declared: withConfirmation } }
}
