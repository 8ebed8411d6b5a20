import { refuse } from '../../domain/refusal.ts'
import { families } from '../../entities/events.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Nobody has events sent to an address that they would not receive themselves. */
export function refuseBeyondFamily({ principal }: Unit, type: string): void {
  const rights = families.get(type)?.rights ?? []
  const missingRights = principal.lacks(rights)
  if (missingRights.length < rights.length) return
  refuse('GRANT_EXCEEDS_HOLDER', {
    missingRights,
    detail: `One of these rights is needed to receive events of the family ${type}.`,
  })
}
