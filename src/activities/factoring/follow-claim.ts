import { shareLeft } from '../../domain/factoring/dilution.ts'
import { decimal, larger, smaller, sum } from '../../domain/money.ts'
import { FactoringDecision, InvoiceRefinancing } from '../../entities/factoring-decision.ts'
import type { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../unit.ts'
import { note } from './note.ts'

/** A claim that is about to owe less, or more where the amount is below zero. */
export interface Lowered {
  debit: Invoice
  amount: bigint
}

/** What is asked of an open decision, and held for it, is the claim; answers what is held no more. */
export async function lowerAsked(unit: Unit, all: readonly Lowered[]): Promise<bigint> {
  const asked = new Map(
    all
      .filter(({ debit, amount }) => debit.financingStatus === 'REQUESTED' && amount !== 0n)
      .map(({ debit, amount }) => [debit.id, debit.balance - amount]),
  )
  if (asked.size === 0) return 0n
  const decisions = await unit.all(FactoringDecision, {
    invoiceId: { $in: [...asked.keys()] },
    status: { $ne: 'DECIDED' },
  })
  return sum(
    decisions.map((decision) => {
      const amount = larger(asked.get(decision.invoiceId) ?? 0n, 0n)
      const before = decision.reserved
      decision.amount = amount
      if (decision.status === 'REFINANCE') decision.reserved = amount
      note(unit, decision, { amount: decimal(amount, decision.currency) })
      return before - decision.reserved
    }),
  )
}

/** Whoever funds a bought claim, or is to, bears their share; answers how much, by claim. */
export async function lowerFunding(
  unit: Unit,
  bought: readonly Lowered[],
): Promise<ReadonlyMap<string, bigint>> {
  if (bought.length === 0) return new Map()
  const lowered = new Map(bought.map((one) => [one.debit.id, one]))
  const borne = new Map<string, bigint>()
  for (const refinancing of await going(unit, [...lowered.keys()])) {
    const { debit, amount } = lowered.get(refinancing.invoiceId)!
    const left = shareLeft(refinancing.amount, debit.balance, amount)
    borne.set(debit.id, refinancing.amount - left)
    refinancing.amount = left
  }
  return borne
}

/** Taken back, they fund it again, but not more than is open. */
export async function raiseFunding(
  unit: Unit,
  { debit, amount }: Lowered,
  borne: bigint,
): Promise<void> {
  if (borne === 0n) return
  for (const refinancing of await going(unit, [debit.id])) {
    refinancing.amount = smaller(refinancing.amount + borne, debit.balance - amount)
  }
}

function going(unit: Unit, invoiceIds: readonly string[]): Promise<InvoiceRefinancing[]> {
  return unit.all(InvoiceRefinancing, {
    invoiceId: { $in: [...invoiceIds] },
    status: { $in: ['PROPOSED', 'ACTIVE'] },
  })
}
