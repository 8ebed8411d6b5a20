import { Charge } from '../../../entities/charge.ts'
import { filtersOf } from '../../../kernel/read/columns.ts'

export const chargeLists = {
  filters: filtersOf(Charge, ['clientId', 'chargeType', 'status', 'chargeDate', 'billId']),
  sort: ['-id', 'chargeDate'],
} as const
