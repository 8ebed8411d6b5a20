import { z } from 'zod'
import {
  inviteClientUser,
  inviteClientUserInput,
} from '../../activities/clients/people/invite-client-user.ts'
import { removeClientUser } from '../../activities/clients/people/remove-client-user.ts'
import { rolesOfUsers } from '../../activities/clients/people/roles-of-users.ts'
import { exampleId } from '../../entities/ids.ts'
import { User } from '../../entities/user.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id } from '../../kernel/read/fields.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const clientUserView = viewOf(
  User,
  [
    'id',
    'clientId',
    'email',
    'name',
    'status',
    'mfaRequired',
    'mfaEnrolledAt',
    'lastLoginAt',
    'versioned',
  ],
  {
    name: 'ClientUser',
    more: { roleIds: z.array(id('Role')) },
    facts: (unit, users) => {
      const ids = users.map((user) => user.id)
      return rolesOfUsers(unit, ids)
    },
    show: (user, rolesByUser: ReadonlyMap<string, readonly string[]>) => ({
      roleIds: [...(rolesByUser.get(user.id) ?? [])],
    }),
  },
)

const people = collection(User, {
  noun: ['client user', 'client users'],
  shows: clientUserView,
  filters: filtersOf(User, ['clientId', 'email', 'name', 'status', 'createdAt']),
  sort: ['name', 'email', 'createdAt'],
  only: { kind: 'CLIENT' },
})

const inPath = { id: exampleId('User', 'ofClient') }

export default {
  listClientUsers: operation('GET /client-users', 'ReadClientUsers', people.list),
  searchClientUsers: operation('POST /client-users/search', 'SearchClientUsers', people.search),
  readClientUser: operation('GET /client-users/{id}', 'ReadClientUsers', {
    ...people.read,
    inPath,
  }),

  createClientUser: operation('POST /client-users', 'CreateClientUser', {
    summary: 'Invite a person at a client; to the client portal by default',
    body: inviteClientUserInput,
    shows: clientUserView,
    refuses: ['ALREADY_EXISTS', 'CLIENT_CLOSED', 'GRANT_EXCEEDS_HOLDER', 'NOT_FOUND'],
  }).handle(({ unit, body }) => inviteClientUser(unit, body)),

  deleteClientUser: operation('DELETE /client-users/{id}', 'DeleteClientUser', {
    names: { entity: User },
    inPath,
    summary: "End a person's access; who never accepted is removed",
    refuses: ['GRANT_EXCEEDS_HOLDER'],
  }).handle(({ unit, params }) => removeClientUser(unit, params.id)),
} satisfies Room
