import { z } from 'zod'
import { UserRole } from '../../../entities/role.ts'
import { Tenant } from '../../../entities/tenant.ts'
import { User } from '../../../entities/user.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { roles } from '../roles.ts'
import { systemUsers, users } from './collection.ts'

export default {
  listUsers: operation('GET /users', 'ReadUsers', users.list),
  searchUsers: operation('POST /users/search', 'SearchUsers', users.search),
  readUser: operation('GET /users/{id}', 'ReadUser', users.read),
  listSystemUsers: operation('GET /users/system', 'ReadUsers', systemUsers.list),

  listRolesOfUser: operation('GET /users/{id}/roles', 'ReadUserRoles', {
    ...roles.linked(User, UserRole, { row: 'roleId', owner: 'userId' }),
    summary: 'List the roles of a user',
  }),

  readAdvancedLogin: operation('GET /users/advanced-login/enabled', 'ReadAdvancedLogin', {
    summary: 'Show whether advanced login is switched on for the tenant',
    returns: z.object({ enabled: z.boolean() }),
  }).handle(async ({ unit }) => ({ enabled: (await unit.load(Tenant, {})).advancedLogin })),
} satisfies Room
