import { refuse } from '../../domain/refusal.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** The right to ask for financing is the right to decide as well, and clients may only ask. */
export function refuseBound({ principal }: Unit): void {
  const { clientId, debtorId } = principal
  if (clientId !== null || debtorId !== null) refuse('CLIENT_MAY_NOT_DECIDE')
}
