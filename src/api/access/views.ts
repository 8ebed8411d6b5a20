import { z } from 'zod'
import type { IssuedToken } from '../../activities/access/issue-token.ts'
import { principalKinds } from '../../domain/access/principal.ts'
import { passwordLength } from '../../domain/access/password.ts'
import { userKinds, userStatuses } from '../../domain/access/user.ts'
import type { User } from '../../entities/user.ts'
import { rightNames } from '../../policy/rights.ts'
import { id, instant, name, showVersioned, versionedView } from '../../kernel/read/fields.ts'

/** What several rooms of access show and accept. */
export const RightName = z.enum(rightNames).meta({ id: 'Right', example: 'ReadInvoices' })

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .check(z.email())
  .refine((text) => text.indexOf('@') <= 64, 'At most 64 characters before the @')
  .meta({ example: 'kim@example.com' })

export const newPassword = z
  .string()
  .min(passwordLength.min)
  .max(passwordLength.max)
  .meta({ example: 'a lake, a boat, no wind' })

/** What is compared, never stored: any length that somebody may have chosen. */
export const password = z.string().min(1).max(passwordLength.max)

export const roleIds = z.array(id('Role')).max(100)
export const rights = z.array(RightName).max(rightNames.length)

export const lifetime = ({ longestMs }: { longestMs: number }) =>
  z
    .int()
    .min(1)
    .max(longestMs / 1000)
    .meta({ example: 3600 })

/** What a mailed link carries. */
export const linkText = z.string().min(1).max(300)

export const UserView = z
  .object({
    id: id('User'),
    email,
    name: name(200),
    kind: z.enum(userKinds),
    status: z.enum(userStatuses),
    clientId: id('Client').nullable(),
    debtorId: id('Debtor').nullable(),
    superUser: z.boolean(),
    mfaRequired: z.boolean(),
    mfaEnrolledAt: instant.nullable(),
    passwordChangedAt: instant.nullable(),
    lastLoginAt: instant.nullable(),
    ...versionedView,
  })
  .meta({ id: 'User' })

export const showUser = (user: User): z.output<typeof UserView> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  kind: user.kind,
  status: user.status,
  clientId: user.clientId ?? null,
  debtorId: user.debtorId ?? null,
  superUser: user.superUser,
  mfaRequired: user.mfaRequired,
  mfaEnrolledAt: user.mfaEnrolledAt?.toISOString() ?? null,
  passwordChangedAt: user.passwordChangedAt?.toISOString() ?? null,
  lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
  ...showVersioned(user),
})

export const TokenShown = z
  .object({
    id: id('Token'),
    token: z.string().meta({ example: 'rp_system_TN01K9ZV3Q7M2T8W4X6Y0A1B2C3D_…' }),
    kind: z.enum(principalKinds),
    expiresAt: instant,
  })
  .meta({ id: 'TokenShown' })

export const locateToken = ({ id }: IssuedToken): string => `/token/${id}`
