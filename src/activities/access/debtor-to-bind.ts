import { refuse } from '../../domain/refusal.ts'
import { Debtor } from '../../entities/debtor.ts'
import { loadInPlace } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Whose claims somebody is to see: a debtor that no other has taken the place of. */
export async function debtorToBind(unit: Unit, debtorId: string): Promise<Debtor> {
  const debtor = await loadInPlace(unit, Debtor, debtorId, '/debtorId')
  if (debtor.movedToId != null) refuse('DEBTOR_MOVED', { existingId: debtor.movedToId })
  return debtor
}
