import { z } from 'zod'
import { isNarrowed } from '../../domain/access/scope.ts'
import type { EffectRow } from '../../domain/dual-control.ts'
import type { InternalRequest } from '../../entities/internal-request.ts'
import type { Unit } from '../write/unit.ts'

const side = z.object({ from: z.unknown().optional(), to: z.unknown().optional() })

/** What something would do: each row that it makes, changes or deletes. */
export const effectShown = z
  .array(
    z.object({
      entity: z.string(),
      action: z.enum(['CREATED', 'UPDATED', 'DELETED']),
      /** Empty for a row that is only made then. */
      id: z.string().nullable(),
      fields: z.record(z.string(), side),
    }),
  )
  .meta({
    example: [
      {
        entity: 'LockedPeriod',
        action: 'UPDATED',
        id: null,
        fields: { lockedUntil: { from: '2026-10-31', to: '2026-09-30' } },
      },
    ],
  })

type Preview = Pick<InternalRequest, 'clientId' | 'wouldDo'>

/** Of what it would do to the tenant's own books a caller who is bound to a client sees nothing. */
export function effectSeen(unit: Unit, { clientId, wouldDo }: Preview) {
  const isSeen = (row: EffectRow) => !isNarrowed(unit.scope) || row.clientId === (clientId ?? '')
  return (wouldDo ?? []).filter(isSeen).map(({ clientId: _, ...row }) => row)
}

export type EffectSeen = ReturnType<typeof effectSeen>
