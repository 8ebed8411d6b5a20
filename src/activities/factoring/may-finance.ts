import { refuse } from '../../domain/refusal.ts'
import type { ClientProduct } from '../../entities/client-product.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { productOf } from '../clients/product-of.ts'
import { complianceSettings } from '../clients/settings.ts'
import { refuseBlocked } from '../debtors/blocked.ts'
import { isUnderReview } from '../system/under-review.ts'
import type { HeldDecision } from './lock-decision.ts'
import { refuseUnlessService } from './request-factoring.ts'

/**
 * Checks the rules that bind both engine and people; returns the product that the claim would be
 * bought under.
 */
export async function mayFinance(
  unit: Unit,
  { invoice, debtor }: HeldDecision,
): Promise<ClientProduct> {
  refuseUnlessService(invoice)
  await refuseBlocked(unit, debtor, 'FACTORING')
  const { clientId } = invoice
  const product = await productOf(unit, clientId, 'INVOICE_FACTORING_SELL')
  const today = await unit.today()
  if (!product.enabled || product.validFrom > today) {
    const detail = `The product ${product.productCode} is not the client's on ${today}.`
    refuse('PRODUCT_NOT_ENABLED', { detail })
  }
  const { kycStatus } = await settingsOf(unit, clientId, complianceSettings)
  if (kycStatus === 'DENIED') refuse('KYC_DENIED')
  if (await isUnderReview(unit, { clientId, debtorId: debtor.id, invoiceId: invoice.id })) {
    refuse('MONITORING_OPEN')
  }
  return product
}
