import { agreedTerms } from '../../domain/clients/product.ts'
import { refuse } from '../../domain/refusal.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import type { Debtor } from '../../entities/debtor.ts'
import { byField, rowsOf } from '../../kernel/read/rows.ts'
import { settingsInForce, type SettingsInForce } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { complianceSettings } from '../clients/settings.ts'
import { blockedAmong } from '../debtors/blocked.ts'
import { switchedOff } from '../system/settings/read-modules.ts'
import { underReviewAmong } from '../system/under-review.ts'
import type { HeldDecision } from './lock-decision.ts'
import { refuseUnlessService } from './request-factoring.ts'

const productFields = [
  'clientId',
  'productCode',
  ...agreedTerms,
] as const satisfies readonly (keyof ClientProduct)[]

/** The product that a claim would be bought under, as far as anybody asks. */
export type ProductToSell = Pick<ClientProduct, (typeof productFields)[number]>

/** What binds both engine and people, of many claims. */
export interface FinancingFacts {
  products: ReadonlyMap<string, ProductToSell>
  blocked: ReadonlySet<string>
  compliance: SettingsInForce
  /** The invoices about which the monitoring found something. */
  underReview: ReadonlySet<string>
  today: string
}

const clientsOf = (all: readonly HeldDecision[]) => [
  ...new Set(all.map(({ invoice }) => invoice.clientId)),
]

export async function readFinancing(
  unit: Unit,
  all: readonly HeldDecision[],
): Promise<FinancingFacts> {
  const clientIds = clientsOf(all)
  const debtors = [...new Map(all.map(({ debtor }) => [debtor.id, debtor])).values()]
  const reviewed = all.map(({ invoice: { id, clientId }, debtor }) => ({
    invoiceId: id,
    clientId,
    debtorId: debtor.id,
  }))
  const [products, blocked, compliance, underReview, today] = await Promise.all([
    productsToSell(unit, all),
    blockedAmong(unit, debtors, 'FACTORING'),
    settingsInForce(unit, [complianceSettings], clientIds),
    underReviewAmong(unit, reviewed),
    unit.today(),
  ])
  const blockedIds = new Set(blocked.map(({ id }: Debtor) => id))
  return { products, blocked: blockedIds, compliance, underReview, today }
}

/** The products that claims would be bought under, by client. */
export async function productsToSell(
  unit: Unit,
  all: readonly HeldDecision[],
): Promise<ReadonlyMap<string, ProductToSell>> {
  const sold = { clientId: clientsOf(all), productCode: 'INVOICE_FACTORING_SELL' } as const
  const [products, off] = await Promise.all([
    rowsOf(unit, ClientProduct, sold, productFields),
    switchedOff(unit),
  ])
  const isOn = !off.has('factoring')
  return byField(
    products.map((product) => ({ ...product, enabled: product.enabled && isOn })),
    'clientId',
  )
}

export function productToSell(
  products: ReadonlyMap<string, ProductToSell>,
  { invoice }: HeldDecision,
): ProductToSell {
  const detail = 'The client has no product INVOICE_FACTORING_SELL.'
  return products.get(invoice.clientId) ?? refuse('PRODUCT_NOT_AVAILABLE', { detail })
}

/**
 * Checks the rules that bind both engine and people; returns the product that the claim would be
 * bought under.
 */
export function mayFinance(held: HeldDecision, facts: FinancingFacts): ProductToSell {
  const { invoice, debtor } = held
  const { products, blocked, compliance, underReview, today } = facts
  refuseUnlessService(invoice)
  if (blocked.has(debtor.id)) refuse('DEBTOR_BLOCKED')
  const product = productToSell(products, held)
  if (!product.enabled || product.validFrom > today) {
    const detail = `The product ${product.productCode} is not the client's on ${today}.`
    refuse('PRODUCT_NOT_ENABLED', { detail })
  }
  const { kycStatus } = compliance.of(complianceSettings, invoice.clientId)
  if (kycStatus === 'DENIED') refuse('KYC_DENIED')
  if (underReview.has(invoice.id)) refuse('MONITORING_OPEN')
  return product
}
