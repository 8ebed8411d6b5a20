import { z } from 'zod'
import { productCodes } from '../../domain/clients/product.ts'
import { rateText } from '../../domain/factoring/terms.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { collection } from '../collection.ts'
import { businessDate } from '../credit/amounts.ts'
import { id, showVersioned, versionedView } from '../fields.ts'
import { exact, flag, instants } from '../filter.ts'
import { operation, type Room } from '../operation.ts'

const rate = z.string().meta({ example: '0.9' })

/** The terms on which a client's claims are financed: what their product says of it. */
const FinancingRuleView = z
  .object({
    id: id('ClientProduct'),
    clientId: id('Client'),
    productCode: z.enum(productCodes),
    enabled: z.boolean(),
    recourse: z.boolean(),
    recourseDays: z.int().nullable(),
    advanceRate: rate,
    reserveRate: rate,
    commissionRate: rate,
    commissionVatRate: rate,
    minTenorDays: z.int().nullable(),
    maxTenorDays: z.int().nullable(),
    limitsApply: z.boolean(),
    manualControl: z.boolean(),
    validFrom: businessDate,
    ...versionedView,
  })
  .meta({ id: 'FinancingRule' })

const show = (product: ClientProduct): z.output<typeof FinancingRuleView> => ({
  id: product.id,
  clientId: product.clientId,
  productCode: product.productCode,
  enabled: product.enabled,
  recourse: product.recourse,
  recourseDays: product.recourseDays ?? null,
  advanceRate: rateText(product.advanceRate),
  reserveRate: rateText(product.reserveRate),
  commissionRate: rateText(product.commissionRate),
  commissionVatRate: rateText(product.commissionVatRate),
  minTenorDays: product.minTenorDays ?? null,
  maxTenorDays: product.maxTenorDays ?? null,
  limitsApply: product.limitsApply,
  manualControl: product.manualControl,
  validFrom: product.validFrom,
  ...showVersioned(product),
})

const rules = collection(ClientProduct, {
  noun: ['financing rule', 'financing rules'],
  view: FinancingRuleView,
  show,
  filters: {
    clientId: exact(id('Client')),
    productCode: exact(z.enum(productCodes)),
    enabled: flag(),
    createdAt: instants(),
  },
  sort: ['createdAt', 'clientId', 'productCode'],
  only: { family: 'FINANCING' },
})

export default {
  listFinancingRules: operation('GET /financing-rules', 'ReadFinancingRules', rules.list),
  readFinancingRule: operation('GET /financing-rules/{id}', 'ReadFinancingRule', rules.read),
  searchFinancingRules: operation(
    'POST /financing-rules/search',
    'SearchFinancingRules',
    rules.search,
  ),
} satisfies Room
