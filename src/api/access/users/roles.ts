import { assignRole, assignRoleInput } from '../../../activities/access/assign-role.ts'
import { removeRole } from '../../../activities/access/remove-role.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { roleView } from '../roles.ts'

export default {
  assignRoleToUser: operation('POST /users/{id}/roles', 'CreateUserRoles', {
    summary: 'Give a user a role, all of whose rights the caller has',
    body: assignRoleInput,
    returns: roleView.schema,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER'],
    locate: (role) => `/roles/${role.id}`,
  }).handle(async ({ unit, params, body }) =>
    roleView.show(await assignRole(unit, params.id, body)),
  ),

  removeRoleFromUser: operation(
    'DELETE /users/{id}/roles/{roleId}',
    { anyOf: ['DeleteUserRoles'], superUser: true },
    { summary: 'Take a role from a user; reserved for super-users' },
  ).handle(({ unit, params }) => removeRole(unit, params.id, params.roleId)),
} satisfies Room
