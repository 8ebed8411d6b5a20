import { z } from 'zod'
import { productCodes } from '../../domain/clients/product.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { showTerms, termsView } from '../clients/product-terms.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { exact, flag, instants } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

/** The terms on which a client's claims are financed: what their product says of it. */
const FinancingRuleView = z.object(termsView).meta({ id: 'FinancingRule' })

const rules = collection(ClientProduct, {
  noun: ['financing rule', 'financing rules'],
  view: FinancingRuleView,
  show: showTerms,
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
