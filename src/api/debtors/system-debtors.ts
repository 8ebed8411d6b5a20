import { z } from 'zod'
import { systemDebtorNumbered } from '../../activities/system/system-debtor-numbered.ts'
import {
  updateSystemDebtor,
  updateSystemDebtorInput,
} from '../../activities/debtors/update-system-debtor.ts'
import { spellingsOf } from '../../domain/identification-number.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { systemDebtorStatuses } from '../../domain/debtors/identity.ts'
import { SystemDebtor } from '../../entities/system-debtor.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { exact, identificationNumberFilter, instants, text } from '../../kernel/read/filter.ts'
import { viewOf } from '../../kernel/read/view.ts'

const systemDebtorView = viewOf(SystemDebtor, [
  'id',
  'identificationNumber',
  'countryCode',
  'type',
  'name',
  'status',
  'versioned',
])

const systemDebtors = collection(SystemDebtor, {
  noun: ['system debtor', 'system debtors'],
  shows: systemDebtorView,
  filters: {
    identificationNumber: identificationNumberFilter(exact(), { column: 'identification_number' }),
    countryCode: exact(),
    name: text(),
    status: exact(z.enum(systemDebtorStatuses)),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'name'],
})

export default {
  listSystemDebtors: operation('GET /system-debtors', 'ReadSystemDebtors', {
    ...forTheTenantAlone(systemDebtors.list),
    summary: 'List the identities of debtors across all clients',
  }),
  searchSystemDebtors: operation('POST /system-debtors/search', 'SearchSystemDebtors', {
    ...forTheTenantAlone(systemDebtors.search),
    summary: 'Search the identities of debtors of all clients',
  }),
  readSystemDebtor: operation('GET /system-debtors/{identificationNumber}', 'ReadSystemDebtor', {
    summary: 'Read the identity with a number, in any spelling',
    shows: systemDebtorView,
    refuses: ['NUMBER_OF_SEVERAL'],
  }).handle(({ unit, params }) => systemDebtorNumbered(unit, params.identificationNumber)),

  updateSystemDebtor: operation(
    'PUT /system-debtors/{identificationNumber}',
    'UpdateSystemDebtors',
    {
      names: { entity: SystemDebtor, spellings: spellingsOf },
      summary: 'Correct the name or kind of an identity',
      body: updateSystemDebtorInput,
      shows: systemDebtorView,
      refuses: ['NUMBER_OF_SEVERAL'],
    },
  ).handle(({ unit, params, body }) => updateSystemDebtor(unit, params.identificationNumber, body)),
} satisfies Room
