import type { Debtor } from '../../entities/debtor.ts'
import { DebtorBlocked } from '../../entities/debtor-blocked.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { blocksChanged } from './block-debtor.ts'
import { identitiesOf } from './blocked.ts'

/**
 * Nobody gets round a block by moving the debtor: its new client blocks it as the former one did,
 * whose own block of the number stays. What the former one wrote to it is not said to the other.
 */
export async function moveBlocks(unit: Unit, source: Debtor, target: Debtor): Promise<void> {
  if (source.clientId === target.clientId) return
  const identity = (await identitiesOf(unit, [source]))(source)
  if (identity === null) return
  const [identificationNumber, countryCode] = identity
  const numbered = { identificationNumber, countryCode }
  const block = await unit.find(DebtorBlocked, { ...numbered, clientId: source.clientId })
  if (block === null) return
  const there = await unit.find(DebtorBlocked, { ...numbered, clientId: target.clientId })
  const products = [...new Set([...(there?.products ?? []), ...block.products])].toSorted()
  if (there === null) {
    const { scope, blockedFrom, blockedBy, reasonCode = null, addedFor = null } = block
    const said = { ...numbered, scope, products, reasonCode, blockedFrom, blockedBy, comment: '' }
    // Whoever is of the side that has blocked it ends it.
    Object.assign(unit.add(DebtorBlocked, { ...said, clientId: target.clientId }), { addedFor })
  } else {
    const blockedFrom =
      block.blockedFrom < there.blockedFrom ? block.blockedFrom : there.blockedFrom
    if (products.length === there.products.length && blockedFrom === there.blockedFrom) return
    Object.assign(there, { products, blockedFrom })
  }
  await blocksChanged(unit, numbered, 'Blocked', products)
}
