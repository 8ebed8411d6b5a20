import { reserveLetGo } from '../../domain/factoring/recourse.ts'
import { guardPaidBack } from '../../domain/invoices/reversal.ts'
import { notFound } from '../../domain/refusal.ts'
import { FinancialEvent } from '../../entities/financial-event.ts'
import { Invoice } from '../../entities/invoice.ts'
import { loadHeld } from '../../kernel/write/hold.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { book } from '../bookkeeping/book.ts'
import { reversalsOf } from '../bookkeeping/reverse-event.ts'
import { addToDebtors } from '../debtors/add-to-debtors.ts'
import { knownReason } from '../distribution/known-reason.ts'
import { financierAt, raiseFunding } from '../factoring/follow-claim.ts'
import { freeLimitsOfClaims } from '../factoring/free-limits-of-claims.ts'
import { applyToInvoice } from './apply-events.ts'
import { refuseReversed } from './refuse-reversed.ts'
import { settleStatus } from './settle-status.ts'
import type { TakenBack } from './unlink-credit.ts'

/** The client was not paid after all: the claim, its reserve and its limits are as before. */
export async function takeBackDirectPayment(
  unit: Unit,
  payment: FinancialEvent,
  wanted: TakenBack,
): Promise<FinancialEvent> {
  await knownReason(unit, wanted.reasonCode)
  const invoice = await loadHeld(unit, Invoice, payment.claimId ?? '')
  await refuseReversed(unit, [payment])
  const all = await unit.all(FinancialEvent, { claimId: invoice.id })
  guardPaidBack(invoice, payment, all)
  // The claim owes again, whichever payment had let go of its reserve.
  const undone = [payment, ...reserveLetGo(all)]
  const { debtorId, amount, currency } = payment
  const today = await unit.today()
  const raised = { debit: invoice, amount, paid: { paymentId: null, bookDate: today } }
  const borne = BigInt(String(payment.facts['fromRefinancing'] ?? '0'))
  const financier = financierAt(all, payment.id)
  const funding = await raiseFunding(unit, [{ ...raised, borne, financier }], today)
  await addToDebtors(unit, [{ debtorId: debtorId ?? '', amount: -amount, currency }])
  await freeLimitsOfClaims(unit, [raised])
  const made = await book(unit, [...(await reversalsOf(unit, undone, wanted)), ...funding])
  applyToInvoice(unit, invoice, made)
  await settleStatus(unit, invoice, today)
  return made.find(({ reversesId }) => reversesId === payment.id) ?? notFound()
}
