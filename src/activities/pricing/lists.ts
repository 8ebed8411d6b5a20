import { PriceList } from '../../entities/price-list.ts'
import { filtersOf } from '../../kernel/read/columns.ts'

export const priceListLists = {
  filters: filtersOf(PriceList, ['targetType', 'targetId', 'clientId', 'currency', 'validFrom']),
  sort: ['-id', 'validFrom'],
} as const
