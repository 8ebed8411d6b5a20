import { isBought } from '../../domain/factoring/financing-status.ts'
import { sum } from '../../domain/money.ts'
import { Debtor } from '../../entities/debtor.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { limitsThere, type Limiting } from '../credit/lock-limits.ts'
import { freeLimitsOf } from '../credit/use-limits.ts'
import { lowerAsked, type Lowered } from './follow-claim.ts'

/**
 * What is paid is at nobody's limit any more, whether it was used or held; below zero it is used
 * again. All limits are locked at once.
 */
export async function freeLimitsOfClaims(unit: Unit, lowered: readonly Lowered[]): Promise<void> {
  const atLimits = summed(lowered).filter(isAtLimits)
  if (atLimits.length === 0) return
  const ids = [...new Set(atLimits.map(({ debit }) => debit.debtorId))]
  const debtors = await unit.readEach(Debtor, 'id = any($2)', [ids])
  const identities = new Map(debtors.map((one) => [one.id, one.systemDebtorId ?? null]))
  const limiting = ({ clientId, debtorId, baseCurrency: currency }: Invoice): Limiting => {
    return { clientId, debtorId, systemDebtorId: identities.get(debtorId) ?? null, currency }
  }
  const there = await limitsThere(
    unit,
    atLimits.map(({ debit }) => limiting(debit)),
  )
  const limitsOf = await there.lock()
  const reserved = await lowerAsked(unit, atLimits)
  freeLimitsOf(
    unit,
    limitsOf,
    atLimits.map(({ debit, amount }) => ({
      of: limiting(debit),
      used: isBought(debit) ? amount : 0n,
      reserved: reserved.get(debit.id) ?? 0n,
    })),
  )
}

/** Whether limits have to be held for it. */
export const isAtLimits = ({ debit }: Lowered): boolean => isBought(debit) || isAsked(debit)

/** Each claim once, however often it is lowered. */
const summed = (all: readonly Lowered[]): Lowered[] =>
  [...Map.groupBy(all, ({ debit }) => debit).entries()].map(([debit, ofClaim]) => {
    return { debit, amount: sum(ofClaim.map(({ amount }) => amount)) }
  })

const isAsked = ({ financingStatus }: Invoice) => financingStatus === 'REQUESTED'
