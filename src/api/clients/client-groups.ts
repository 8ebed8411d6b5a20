import {
  addClientToGroup,
  addClientToGroupInput,
  removeClientFromGroup,
} from '../../activities/clients/groups/clients-of-group.ts'
import {
  createClientGroup,
  createClientGroupInput,
} from '../../activities/clients/groups/create-client-group.ts'
import { deleteClientGroup } from '../../activities/clients/groups/delete-client-group.ts'
import {
  updateClientGroup,
  updateClientGroupInput,
} from '../../activities/clients/groups/update-client-group.ts'
import { forTheTenantAlone } from '../../behaviours/for-the-tenant-alone.ts'
import { ClientGroup, ClientGroupClient } from '../../entities/client-group.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { collection } from '../../kernel/read/collection.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { clients } from './clients/collection.ts'
import { clientView } from './clients/views.ts'

const clientGroupView = viewOf(ClientGroup, [
  'id',
  'name',
  'description',
  'userGroupId',
  'versioned',
])

const clientGroups = collection(ClientGroup, {
  noun: ['client group', 'client groups'],
  shows: clientGroupView,
  filters: filtersOf(ClientGroup, ['name', 'userGroupId', 'createdAt']),
  sort: ['name', 'createdAt'],
})

export default {
  listClientGroups: operation(
    'GET /client-groups',
    'ReadClientGroups',
    forTheTenantAlone(clientGroups.list),
  ),
  searchClientGroups: operation(
    'POST /client-groups/search',
    'SearchClientGroups',
    forTheTenantAlone(clientGroups.search),
  ),
  readClientGroup: operation(
    'GET /client-groups/{id}',
    'ReadClientGroup',
    forTheTenantAlone(clientGroups.read),
  ),

  createClientGroup: operation('POST /client-groups', 'CreateClientGroups', {
    summary: 'Form a group of clients',
    body: createClientGroupInput,
    shows: clientGroupView,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER', 'NOT_FOUND'],
  }).handle(({ unit, body }) => createClientGroup(unit, body)),

  updateClientGroup: operation('PUT /client-groups/{id}', 'UpdateClientGroups', {
    summary: 'Rename a group of clients, or say who looks after them',
    body: updateClientGroupInput,
    shows: clientGroupView,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER', 'NOT_FOUND'],
  }).handle(({ unit, params, body }) => updateClientGroup(unit, params.id, body)),

  deleteClientGroup: operation('DELETE /client-groups/{id}', 'DeleteClientGroups', {
    names: { entity: ClientGroup },
    summary: 'Dissolve a group of clients; its clients remain',
    refuses: ['GRANT_EXCEEDS_HOLDER'],
  }).handle(({ unit, params }) => deleteClientGroup(unit, params.id)),

  listClientsOfGroup: operation('GET /client-groups/{id}/clients', 'ReadClientGroupClients', {
    ...forTheTenantAlone(
      clients.linked(ClientGroup, ClientGroupClient, { row: 'clientId', owner: 'clientGroupId' }),
    ),
    summary: 'List the clients of a group',
  }),

  addClientToGroup: operation('POST /client-groups/{id}/clients', 'CreateClientGroupClients', {
    summary: 'Add a client to a group, and to who looks after it',
    body: addClientToGroupInput,
    shows: clientView,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER', 'NOT_FOUND'],
    locate: (client) => `/clients/${client.id}`,
  }).handle(({ unit, params, body }) => addClientToGroup(unit, params.id, body)),

  removeClientFromGroup: operation(
    'DELETE /client-groups/{id}/clients/{clientId}',
    'DeleteClientGroupClients',
    {
      summary: 'Take a client out of a group',
      refuses: ['GRANT_EXCEEDS_HOLDER'],
    },
  ).handle(({ unit, params }) => removeClientFromGroup(unit, params.id, params.clientId)),
} satisfies Room
