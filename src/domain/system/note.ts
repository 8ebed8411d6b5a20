import type { Scope } from '../access/scope.ts'

/** Who may read a note: the tenant's own people, its client too, or its debtor as well. */
export const visibilities = ['INTERNAL', 'CLIENT', 'DEBTOR'] as const
export type Visibility = (typeof visibilities)[number]

/** For whom somebody may write: always for themselves too. The first is meant where none is said. */
export function visibilitiesFor({
  clients,
  debtorId,
}: Scope): readonly [Visibility, ...Visibility[]] {
  if (debtorId !== null) return ['DEBTOR']
  return clients === 'one' ? ['CLIENT', 'DEBTOR'] : visibilities
}
