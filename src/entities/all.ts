import { Client } from './client.ts'
import { DebtorSubtype } from './debtor-subtype.ts'
import { Invitation } from './invitation.ts'
import { PasswordReset } from './password-reset.ts'
import { PolicyVersion } from './policy-version.ts'
import { ReasonCode } from './reason-code.ts'
import { Changelog, Event, Idempotency, LoginAttempt, Outbox } from './records.ts'
import { Role, RoleRight, UserRole } from './role.ts'
import { ServiceAccount, ServiceAccountRole, ServiceAccountSecret } from './service-account.ts'
import { Tenant } from './tenant.ts'
import { Token, TokenRole } from './token.ts'
import { UserGroup, UserGroupMember } from './user-group.ts'
import { User } from './user.ts'

/** Every table, owners before what refers to them: rows are written in this order. */
export const entities = [
  Tenant,
  PolicyVersion,
  Client,
  User,
  Invitation,
  PasswordReset,
  Role,
  RoleRight,
  UserRole,
  UserGroup,
  UserGroupMember,
  ServiceAccount,
  ServiceAccountRole,
  ServiceAccountSecret,
  Token,
  TokenRole,
  ReasonCode,
  DebtorSubtype,
  Changelog,
  Event,
  Outbox,
  Idempotency,
  LoginAttempt,
] as const
