import { Tenant } from '../tenant.ts'
import { PolicyVersion } from '../policy-version.ts'
import { User } from '../user.ts'
import { ClientAccess } from '../client-access.ts'
import { Invitation } from '../invitation.ts'
import { PasswordReset } from '../password-reset.ts'
import { Role, RoleRight, UserRole } from '../role.ts'
import { UserGroup, UserGroupMember } from '../user-group.ts'
import { ServiceAccount, ServiceAccountRole, ServiceAccountSecret } from '../service-account.ts'
import { Token, TokenRole } from '../token.ts'
import { LoginAttempt, RateUse } from '../records.ts'

export const access = [
  Tenant,
  PolicyVersion,
  User,
  Invitation,
  PasswordReset,
  Role,
  RoleRight,
  UserRole,
  UserGroup,
  UserGroupMember,
  ClientAccess,
  ServiceAccount,
  ServiceAccountRole,
  ServiceAccountSecret,
  Token,
  TokenRole,
  LoginAttempt,
  RateUse,
] as const
