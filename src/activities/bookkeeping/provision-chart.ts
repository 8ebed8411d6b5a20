import {
  lineInFurtherCurrency,
  missingLines,
  neverOpened,
  type LineInCurrency,
} from '../../domain/bookkeeping/chart.ts'
import type { OwnerType } from '../../domain/bookkeeping/ledger.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export interface BookOwner {
  ownerType: OwnerType
  ownerId: string
  clientId?: string
}

/** Adds the accounts of the chart that a book lacks, in each of these currencies. */
export async function provisionChart(
  unit: Unit,
  owner: BookOwner,
  currencies: readonly string[],
): Promise<void> {
  await unit.widened(() => addMissing(unit, owner, currencies))
}

/** The same for a caller who already sees every book. */
export async function addMissing(
  unit: Unit,
  owner: BookOwner,
  currencies: readonly string[],
): Promise<void> {
  await lockKey(unit, 'chart', owner.ownerId)
  const there = await unit.all(BookkeepingAccount, { ownerId: owner.ownerId })
  await addLines(unit, owner, missingLines(owner.ownerType, there, currencies))
}

/** Adds the accounts of roles that the book has never had; returns whether there were any. */
export async function addNeverOpened(
  unit: Unit,
  owner: BookOwner,
  wanted: readonly { role: string; currency: string }[],
): Promise<boolean> {
  await lockKey(unit, 'chart', owner.ownerId)
  const there = await unit.all(BookkeepingAccount, { ownerId: owner.ownerId })
  const lines = neverOpened(owner.ownerType, there, wanted)
  await addLines(unit, owner, lines)
  return lines.length > 0
}

async function addLines(
  unit: Unit,
  { ownerType, ownerId, clientId }: BookOwner,
  lines: readonly LineInCurrency[],
): Promise<void> {
  if (lines.length === 0) return
  for (const line of lines) {
    unit.add(BookkeepingAccount, {
      ...line,
      ownerType,
      ownerId,
      clientId: clientId ?? null,
      vatCode: line.vatCode ?? null,
      balance: 0n,
      active: true,
    })
  }
  await unit.flush()
}

/** Adds accounts of a book in a further currency that have no role in the chart. */
export async function addInFurtherCurrencies(
  unit: Unit,
  ownerId: string,
  wanted: readonly { number: string; currency: string }[],
): Promise<void> {
  await lockKey(unit, 'chart', ownerId)
  const existing = await unit.all(BookkeepingAccount, { ownerId })
  const before = existing.length
  for (const { number, currency } of wanted) {
    const own = existing.find((one) => one.number === number)
    const isThere = existing.some((one) => one.besideNumber === number && one.currency === currency)
    if (own === undefined || isThere) continue
    const { ownerType, clientId, name, type, vatCode, sruCode } = own
    const alike = { ownerType, ownerId, clientId, name, type, vatCode, sruCode }
    const line = lineInFurtherCurrency({ ...alike, number }, existing, currency)
    existing.push(unit.add(BookkeepingAccount, { ...line, role: null, balance: 0n, active: true }))
  }
  if (existing.length > before) await unit.flush()
}
