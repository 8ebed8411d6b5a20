import { ClientProduct } from '../../entities/client-product.ts'
import { termFields } from '../clients/product-terms.ts'
import { collection } from '../../kernel/read/collection.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

/** The terms on which a client's claims are financed: what their product says of it. */
const financingRuleView = viewOf(ClientProduct, termFields, { name: 'FinancingRule' })

const rules = collection(ClientProduct, {
  noun: ['financing rule', 'financing rules'],
  shows: financingRuleView,
  filters: filtersOf(ClientProduct, ['clientId', 'productCode', 'enabled', 'createdAt']),
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
