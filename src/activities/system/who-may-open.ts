import { families } from '../../entities/events.ts'
import { maySee } from '../../domain/system/to-do.ts'
import type { TargetType } from '../../domain/system/target.ts'
import type { User } from '../../entities/user.ts'
import { lockKeys } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refusalsNow } from '../access/may-still-act.ts'

/** What a to-do is on: who has a right to read such things sees it. */
export interface On {
  targetType: TargetType
  clientId?: string | null | undefined
}

/** Who of some people may open what a to-do is on; asked once of many, and of all at once. */
export async function whoMayOpen(
  unit: Unit,
  asked: readonly (readonly [User, On])[],
): Promise<(user: User, on: On) => boolean> {
  const each = new Map(asked.map(([user, on]) => [keyOf(user, on), { user, on }]))
  const refusals = await refusalsNow(
    unit,
    [...each.values()].map(({ user, on: { targetType, clientId = null } }) => ({
      principalId: user.id,
      openedBy: families.get(targetType)?.rights ?? [],
      clientId,
    })),
  )
  const opening = [...each].filter(
    ([, { user, on }], at) => refusals[at] === undefined && reaches(user, on),
  )
  const keys = new Set(opening.map(([key]) => key))
  return (user, on) => keys.has(keyOf(user, on))
}

/**
 * Until the commit nobody is given what these can open no more, nor loses what they are given it
 * for. A few keys stand for all people, since a role may be that of very many.
 */
export const lockAssignees = (unit: Unit, ids: readonly string[]): Promise<void> =>
  lockKeys(
    unit,
    'assignee',
    ids.map((id) => id.slice(-1)),
  )

const keyOf = ({ id }: User, { targetType, clientId = null }: On) =>
  `${id} ${targetType} ${clientId ?? ''}`

function reaches({ status, clientId = null, debtorId = null }: User, on: On): boolean {
  return maySee({ active: status === 'ACTIVE', clientId, debtorId }, on.clientId ?? null)
}
