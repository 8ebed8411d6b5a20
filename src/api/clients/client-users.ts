import { z } from 'zod'
import {
  inviteClientUser,
  type ClientUser,
} from '../../activities/clients/people/invite-client-user.ts'
import { removeClientUser } from '../../activities/clients/people/remove-client-user.ts'
import { rolesOfUsers } from '../../activities/clients/people/roles-of-users.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { userStatuses } from '../../domain/access/user.ts'
import { User } from '../../entities/user.ts'
import { email, roleIds } from '../access/views.ts'
import { collection } from '../../kernel/read/collection.ts'
import { id, instant, name, showVersioned, versionedView } from '../../kernel/read/fields.ts'
import { exact, instants, text } from '../../kernel/read/filter.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const ClientUserView = z
  .object({
    id: id('User'),
    clientId: id('Client').nullable(),
    email,
    name: name(200),
    status: z.enum(userStatuses),
    roleIds: z.array(id('Role')),
    mfaRequired: z.boolean(),
    mfaEnrolledAt: instant.nullable(),
    lastLoginAt: instant.nullable(),
    ...versionedView,
  })
  .meta({ id: 'ClientUser' })

type Shown = z.output<typeof ClientUserView>

const show = (user: User, held: readonly string[]): Shown => ({
  id: user.id,
  clientId: user.clientId ?? null,
  email: user.email,
  name: user.name,
  status: user.status,
  roleIds: [...held],
  mfaRequired: user.mfaRequired,
  mfaEnrolledAt: user.mfaEnrolledAt?.toISOString() ?? null,
  lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
  ...showVersioned(user),
})

const people = collection(User, {
  noun: ['client user', 'client users'],
  view: ClientUserView,
  show: (user) => show(user, []),
  complete: withRoles,
  filters: {
    clientId: exact(id('Client')),
    email: text(),
    name: text(),
    status: exact(z.enum(userStatuses)),
    createdAt: instants(),
  },
  sort: ['name', 'email', 'createdAt'],
  only: { kind: 'CLIENT' },
})

async function withRoles(unit: Unit, shown: readonly Shown[]): Promise<Shown[]> {
  const ids = shown.map((user) => user.id)
  const held = await rolesOfUsers(unit, ids)
  return shown.map((user) => ({ ...user, roleIds: [...(held.get(user.id) ?? [])] }))
}

export default {
  listClientUsers: operation('GET /client-users', 'ReadClientUsers', people.list),
  searchClientUsers: operation('POST /client-users/search', 'SearchClientUsers', people.search),
  readClientUser: operation('GET /client-users/{id}', 'ReadClientUsers', people.read),

  createClientUser: operation('POST /client-users', 'CreateClientUser', {
    summary: 'Invite a person at a client; to the client portal by default',
    body: z.strictObject({
      clientId: id('Client').optional(),
      email,
      name: name(200),
      roleIds: roleIds.optional(),
      mfaRequired: z.boolean().default(false),
    }),
    returns: ClientUserView,
    shows: ({ user, roleIds: held }: ClientUser) => show(user, held),
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER', 'NOT_FOUND'],
  }).handle(({ unit, body }) => inviteClientUser(unit, body)),

  deleteClientUser: operation('DELETE /client-users/{id}', 'DeleteClientUser', {
    summary: "End a person's access; who never accepted is removed",
    refuses: ['GRANT_EXCEEDS_HOLDER'],
  }).handle(({ unit, params }) => removeClientUser(unit, params.id)),
} satisfies Room
