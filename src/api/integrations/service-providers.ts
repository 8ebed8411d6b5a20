import { ServiceProvider } from '../../entities/provider.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { change } from '../../kernel/read/fields.ts'
import { viewOf } from '../../kernel/read/view.ts'

const serviceProviderView = viewOf(ServiceProvider, [
  'id',
  'code',
  'name',
  'type',
  'identificationNumber',
  'countryCode',
  'isInternal',
  'active',
  'versioned',
])

const serviceProviders = collection(ServiceProvider, {
  noun: ['service provider', 'service providers'],
  shows: serviceProviderView,
  filters: filtersOf(ServiceProvider, ['code', 'name', 'type', 'active', 'createdAt']),
  sort: ['name', 'createdAt'],
})

const changeable = [
  'name',
  'type',
  'identificationNumber',
  'countryCode',
  'isInternal',
  'active',
] as const
const newProvider = bodyOf(ServiceProvider, ['code', ...changeable], {
  isInternal: false,
  active: true,
}).partial({ countryCode: true })

export default {
  listServiceProviders: operation(
    'GET /service-providers',
    'ReadServiceProviders',
    serviceProviders.list,
  ),
  searchServiceProviders: operation(
    'POST /service-providers/search',
    'SearchServiceProviders',
    serviceProviders.search,
  ),
  readServiceProvider: operation(
    'GET /service-providers/{id}',
    'ReadServiceProviders',
    serviceProviders.read,
  ),

  createServiceProvider: operation('POST /service-providers', 'CreateInstanceProviders', {
    summary: 'Add a service provider',
    body: newProvider,
    shows: serviceProviderView,
    refuses: ['ALREADY_EXISTS'],
    extension: true,
  }).handle(async ({ unit, body: { identificationNumber = null, ...sent } }) => {
    const countryCode = sent.countryCode ?? (await unit.tenant()).countryCode
    return unit.add(ServiceProvider, { ...sent, identificationNumber, countryCode })
  }),

  updateServiceProvider: operation('PUT /service-providers/{id}', 'CreateInstanceProviders', {
    summary: 'Change a service provider; the code by which invoices name it stays',
    body: bodyOf(ServiceProvider, changeable).partial(),
    shows: serviceProviderView,
    extension: true,
  }).handle(async ({ unit, params, body }) =>
    change(await unit.load(ServiceProvider, params.id), body),
  ),
} satisfies Room
