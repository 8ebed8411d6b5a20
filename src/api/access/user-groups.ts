import { addMember, addMemberInput } from '../../activities/access/add-member.ts'
import { changeableGroup } from '../../activities/access/changeable-group.ts'
import { createUserGroup, createUserGroupInput } from '../../activities/access/create-user-group.ts'
import { deleteUserGroup } from '../../activities/access/delete-user-group.ts'
import { removeMember } from '../../activities/access/remove-member.ts'
import { UserGroup, UserGroupMember } from '../../entities/user-group.ts'
import { collection } from '../../kernel/read/collection.ts'
import { change } from '../../kernel/read/fields.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'
import { users } from './users/collection.ts'
import { viewOf } from '../../kernel/read/view.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { filtersOf } from '../../kernel/read/columns.ts'
import { userView } from './views.ts'

const userGroupView = viewOf(UserGroup, ['id', 'name', 'description', 'versioned'])

const userGroups = collection(UserGroup, {
  noun: ['user group', 'user groups'],
  shows: userGroupView,
  filters: filtersOf(UserGroup, ['name', 'createdAt']),
  sort: ['name', 'createdAt'],
})

export default {
  listUserGroups: operation('GET /user-groups', 'ReadUserGroups', userGroups.list),
  searchUserGroups: operation('POST /user-groups/search', 'SearchUserGroups', userGroups.search),
  readUserGroup: operation('GET /user-groups/{id}', 'ReadUserGroup', userGroups.read),

  createUserGroup: operation('POST /user-groups', 'CreateUserGroups', {
    summary: 'Create a user group',
    body: createUserGroupInput,
    returns: userGroupView.schema,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER'],
  }).handle(async ({ unit, body }) => userGroupView.show(await createUserGroup(unit, body))),

  updateUserGroup: operation('PUT /user-groups/{id}', 'UpdateUserGroups', {
    summary: 'Change the name or description of a user group',
    body: bodyOf(UserGroup, ['name', 'description']).partial(),
    returns: userGroupView.schema,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER'],
  }).handle(async ({ unit, params, body }) => {
    const group = change(await changeableGroup(unit, params.id), body)
    await unit.flush()
    return userGroupView.show(group)
  }),

  deleteUserGroup: operation('DELETE /user-groups/{id}', 'DeleteUserGroups', {
    names: { entity: UserGroup },
    summary: 'Dissolve a user group; its members stay users',
    refuses: ['GRANT_EXCEEDS_HOLDER'],
  }).handle(({ unit, params }) => deleteUserGroup(unit, params.id)),

  listUsersOfGroup: operation('GET /user-groups/{id}/users', 'ReadUserGroupUsers', {
    ...users.linked(UserGroup, UserGroupMember, { row: 'userId', owner: 'userGroupId' }),
    summary: 'List the users of a user group',
  }),

  addUserToGroup: operation('POST /user-groups/{id}/users', 'CreateUserGroupUsers', {
    summary: 'Add a user to a user group',
    body: addMemberInput,
    returns: userView.schema,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER'],
    locate: (user) => `/users/${user.id}`,
  }).handle(async ({ unit, params, body }) =>
    userView.show(await addMember(unit, params.id, body)),
  ),

  removeUserFromGroup: operation(
    'DELETE /user-groups/{id}/users/{userId}',
    'DeleteUserGroupUsers',
    { summary: 'Take a user out of a user group', refuses: ['GRANT_EXCEEDS_HOLDER'] },
  ).handle(({ unit, params }) => removeMember(unit, params.id, params.userId)),
} satisfies Room
