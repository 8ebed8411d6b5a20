import invitations from './invitations.ts'
import login from './login.ts'
import logout from './logout.ts'
import password from './password.ts'
import rights from './rights.ts'
import roles from './roles.ts'
import serviceAccounts from './service-accounts.ts'
import token from './token.ts'
import userGroups from './user-groups.ts'
import users from './users/index.ts'

export default {
  name: 'access',
  rooms: {
    users,
    'user-groups': userGroups,
    roles,
    rights,
    'service-accounts': serviceAccounts,
    token,
    login,
    logout,
    invitations,
    password,
  },
}
