import { z } from 'zod'
import { isNarrowed, type Scope } from '../../domain/access/scope.ts'
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
  return (wouldDo ?? [])
    .filter(isSeen)
    .map(({ clientId: _, ...row }) => ({ ...row, fields: sidesSeen(unit.scope, row.fields) }))
}

type Sides = Readonly<Record<string, z.output<typeof side>>>

/** Of a row that came from another client, who sees only some is told what it is, not what it was. */
export function sidesSeen(scope: Scope, fields: Sides): Sides {
  if (!isNarrowed(scope) || !('clientId' in fields)) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, { from: _, ...present }]) => [name, present]),
  )
}

/** The same of a part, whose fields stand together under its name. */
export function partSeen(scope: Scope, { from, ...present }: z.output<typeof side>) {
  const cameFromOthers = typeof from === 'object' && from !== null && 'clientId' in from
  return isNarrowed(scope) && cameFromOthers ? present : { from, ...present }
}

export type EffectSeen = ReturnType<typeof effectSeen>
