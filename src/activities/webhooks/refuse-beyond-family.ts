import { refuse } from '../../domain/refusal.ts'
import { families, receives } from '../../entities/events.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Nobody has events sent to an address that they would not receive themselves. */
export function refuseBeyondFamily({ principal }: Unit, type: string): void {
  if (receives(principal, type)) return
  refuse('GRANT_EXCEEDS_HOLDER', {
    missingRights: principal.lacks(families.get(type)?.rights ?? []),
    detail: `One of these rights is needed to receive events of the family ${type}.`,
  })
}
