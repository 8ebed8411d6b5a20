import { z } from 'zod'
import { bankruptcyFields, systemDebtorStatuses } from '../../domain/debtors/identity.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { collection } from '../../kernel/read/collection.ts'
import { exact, identificationNumberFilter, instants, text } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'

export const systemDebtorView = viewOf(SystemDebtor, [
  'id',
  'identificationNumber',
  'countryCode',
  'type',
  'name',
  'status',
  ...bankruptcyFields,
  'versioned',
])

export const filtersOfSystemDebtors = {
  identificationNumber: identificationNumberFilter(exact(), { column: 'identification_number' }),
  countryCode: exact(),
  name: text(),
  status: exact(z.enum(systemDebtorStatuses)),
  createdAt: instants(),
}

export const systemDebtors = collection(SystemDebtor, {
  noun: ['system debtor', 'system debtors'],
  shows: systemDebtorView,
  filters: filtersOfSystemDebtors,
  sort: ['-createdAt', 'name'],
})
