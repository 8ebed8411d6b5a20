import {
  createInstanceProvider,
  createInstanceProviderInput,
  deleteInstanceProvider,
  makeDefaultProvider,
} from '../../activities/integrations/instance-providers.ts'
import { InstanceProvider } from '../../entities/provider.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'

const instanceProviderView = viewOf(InstanceProvider, [
  'id',
  'name',
  'identificationNumber',
  'countryCode',
  'currency',
  'email',
  'isDefault',
  'versioned',
])

const instanceProviders = collection(InstanceProvider, {
  noun: ['instance provider', 'instance providers'],
  shows: instanceProviderView,
  filters: filtersOf(InstanceProvider, [
    'name',
    'identificationNumber',
    'countryCode',
    'createdAt',
  ]),
  sort: ['name', 'createdAt'],
})

export default {
  listInstanceProviders: operation(
    'GET /instance-providers',
    'ReadInstanceProviders',
    instanceProviders.list,
  ),
  searchInstanceProviders: operation(
    'POST /instance-providers/search',
    'SearchInstanceProviders',
    instanceProviders.search,
  ),
  readInstanceProvider: operation(
    'GET /instance-providers/{id}',
    'ReadInstanceProviders',
    instanceProviders.read,
  ),

  createInstanceProvider: operation('POST /instance-providers', 'CreateInstanceProviders', {
    summary: 'Add a company or brand under whose name clients are served; the first is the default',
    body: createInstanceProviderInput,
    shows: instanceProviderView,
    refuses: ['ALREADY_EXISTS'],
  }).handle(({ unit, body }) => createInstanceProvider(unit, body)),

  setDefaultInstanceProvider: operation(
    'PUT /instance-providers/{id}/default',
    'UpdateSetDefaultInstanceProviders',
    {
      summary: 'Make an instance provider the default one',
      confirms: true,
      shows: instanceProviderView,
    },
  ).handle(({ unit, params }) => makeDefaultProvider(unit, params.id)),

  deleteInstanceProvider: operation('DELETE /instance-providers/{id}', 'DeleteInstanceProviders', {
    names: { entity: InstanceProvider },
    summary: 'Delete an instance provider that no client has',
    refuses: ['INSTANCE_PROVIDER_IS_DEFAULT'],
  }).handle(({ unit, params }) => deleteInstanceProvider(unit, params.id)),
} satisfies Room
