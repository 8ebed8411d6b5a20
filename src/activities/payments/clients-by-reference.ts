import { madeAs, plainReference } from '../../domain/payments/references.ts'
import { AccountReferenceSetting } from '../../entities/payment-reference-setting.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Whose client account is paid to with these references, by reference. */
export async function clientsByReference(
  unit: Unit,
  references: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(references.flatMap((one) => (one == null ? [] : plainReference(one))))]
  if (asked.length === 0) return new Map()
  const rows = await rowsOf(unit, AccountReferenceSetting, { reference: asked.flatMap(madeAs) }, [
    'reference',
    'clientId',
  ])
  return new Map(rows.map(({ reference, clientId }) => [plainReference(reference!), clientId]))
}
