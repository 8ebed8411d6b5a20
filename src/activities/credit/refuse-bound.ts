import { isBound } from '../../domain/access/scope.ts'
import { refuse } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The right to ask for financing is the right to decide as well, and clients may only ask. */
export function refuseBound({ scope }: Unit): void {
  if (isBound(scope)) refuse('CLIENT_MAY_NOT_DECIDE')
}
