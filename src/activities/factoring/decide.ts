import { invoiceClaim } from '../../domain/bookkeeping/ledger.ts'
import type { Decider, Verdict } from '../../domain/factoring/decision.ts'
import {
  financingOf,
  recourseDateOf,
  vatRateOf,
  type Financing,
} from '../../domain/factoring/terms.ts'
import { decimal, rateText } from '../../domain/money.ts'
import type { ClientProduct } from '../../entities/client-product.ts'
import { book } from '../bookkeeping/book.ts'
import { closedDaysOfClient } from '../clients/closed-days-of-client.ts'
import { productOf } from '../clients/product-of.ts'
import { lockLimits, type Limits } from '../credit/lock-limits.ts'
import { limitSnapshot, release, utilise } from '../credit/use-limits.ts'
import { addLedgerEvent } from '../bookkeeping/add-ledger-event.ts'
import { settleErrand } from '../system/settle-errand.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { countryOfClaim, refuseBeyondCountry } from './country-of-claim.ts'
import type { HeldDecision } from './lock-decision.ts'
import { mayFinance } from './may-finance.ts'
import { addToHistory } from './add-to-history.ts'
import { subStatusOf } from './sub-status-of.ts'

/** What was decided, by whom, and why. */
export interface Made {
  verdict: Verdict
  decidedBy: Decider
  subStatusId?: number | null | undefined
  reasonCodes?: readonly string[] | undefined
  comment?: string | undefined
  externalReference?: string | undefined
}

/** Ends a decision with everything that follows from it, in one transaction; booking comes last. */
export async function decide(
  unit: Unit,
  held: HeldDecision,
  made: Made,
  known?: Limits,
): Promise<void> {
  const { decision, invoice } = held
  const product = made.verdict === 'APPROVED' ? await productFor(unit, held, made) : null
  const limits = known ?? (await lockLimits(unit, limitingOf(held)))
  if (product !== null && made.decidedBy !== 'ENGINE') {
    refuseBeyondCountry(await countryOfClaim(unit, held))
  }
  decision.limitSnapshot = limitSnapshot(limits)
  const { reserved } = decision
  if (product === null) release(unit, limits, reserved)
  else {
    const used = { amount: invoice.balance, reserved, limitsApply: product.limitsApply }
    utilise(unit, limits, used)
  }
  decision.subStatusId = await subStatusOf(unit, 'DECIDED', made.subStatusId)
  Object.assign(decision, {
    status: 'DECIDED',
    financeDecision: made.verdict,
    decidedBy: made.decidedBy,
    decidedById: unit.principal.id,
    decidedAt: unit.now,
    reserved: 0n,
    ...(made.reasonCodes !== undefined && { reasonCodes: [...made.reasonCodes] }),
    ...(made.comment !== undefined && { comment: made.comment }),
    ...(made.externalReference !== undefined && { externalReference: made.externalReference }),
  })
  addToHistory(unit, decision, {
    decidedBy: made.decidedBy,
    ...(made.reasonCodes !== undefined && { reasonCodes: [...made.reasonCodes] }),
    ...(made.comment !== undefined && { comment: made.comment }),
  })
  await settleErrand(unit, `factoring/${decision.id}`, 'The decision is made.')
  if (product === null) deny(held, made.verdict)
  else await finance(unit, held, product, limits.today)
}

/**
 * The product of the purchase. The engine has checked its rules before; others are checked here.
 */
async function productFor(
  unit: Unit,
  held: HeldDecision,
  { decidedBy }: Made,
): Promise<ClientProduct> {
  if (decidedBy !== 'ENGINE') return mayFinance(unit, held)
  return productOf(unit, held.invoice.clientId, 'INVOICE_FACTORING_SELL')
}

export function limitingOf({ decision, invoice }: HeldDecision) {
  const { clientId, debtorId, baseCurrency: currency } = invoice
  return { clientId, debtorId, systemDebtorId: decision.systemDebtorId ?? null, currency }
}

/** Both verdicts deny financing; DENIED also changes the main status of the invoice. */
function deny({ invoice }: HeldDecision, verdict: Verdict): void {
  invoice.financingStatus = 'DENIED'
  if (verdict !== 'DENIED') return
  if (invoice.mainStatus === 'ACTIVATED') invoice.mainStatus = 'DENIED_FINANCING'
  // A paused invoice gets that status when it is resumed.
  else if (invoice.pausedFrom === 'ACTIVATED') invoice.pausedFrom = 'DENIED_FINANCING'
}

/** The claim is bought: another product, and the books say so (P6). */
async function finance(
  unit: Unit,
  { decision, invoice }: HeldDecision,
  product: ClientProduct,
  today: string,
): Promise<void> {
  const { balance, baseCurrency: currency } = invoice
  const financing = financingOf(balance, product)
  const recourseDate = recourseDateOf(
    invoice,
    product,
    await closedDaysOfClient(unit, invoice.clientId),
  )
  decision.amount = balance
  decision.termsSnapshot = termsOf(product, financing, currency, recourseDate)
  invoice.productCode = 'INVOICE_FACTORING_SELL'
  invoice.financingStatus = 'FINANCED'
  invoice.soldDate = today
  invoice.recourseDate = recourseDate
  const { id: invoiceId, clientId, debtorId } = invoice
  await unit.runtime.registered.claimBought(unit, invoice, decision.id)
  addLedgerEvent(unit, invoice, 'FINANCED', today, '')
  const amounts = Object.entries(financing).map(([name, minor]) => [name, String(minor)])
  await book(unit, [
    {
      type: 'FINANCED',
      claim: invoiceClaim(invoiceId),
      clientId,
      debtorId,
      amount: 0n,
      currency,
      bookDate: today,
      sourceKey: `factoring/${decision.id}/financed`,
      sourceType: 'FactoringDecision',
      sourceId: decision.id,
      text: `Invoice ${invoice.invoiceNumber} financed`,
      facts: {
        ...Object.fromEntries(amounts),
        vatRate: vatRateOf(product),
        recourse: product.recourse,
      },
    },
  ])
}

function termsOf(
  product: ClientProduct,
  financing: Financing,
  currency: string,
  recourseDate: string | null,
): Record<string, unknown> {
  const amounts = Object.entries(financing).map(([name, minor]) => [name, decimal(minor, currency)])
  return {
    productCode: product.productCode,
    currency,
    advanceRate: rateText(product.advanceRate),
    reserveRate: rateText(product.reserveRate),
    commissionRate: rateText(product.commissionRate),
    commissionVatRate: rateText(product.commissionVatRate),
    recourse: product.recourse,
    recourseDays: product.recourseDays ?? null,
    recourseDate,
    ...Object.fromEntries(amounts),
  }
}
