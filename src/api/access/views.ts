import { viewOf } from '../../kernel/read/view.ts'
import { z } from 'zod'
import type { IssuedToken } from '../../activities/access/issue-token.ts'
import type { Outlasting } from '../../activities/access/outlasting.ts'
import { principalKinds } from '../../domain/access/principal.ts'
import { exampleOf } from '../../domain/id-forms.ts'
import { User } from '../../entities/user.ts'
import { rightNames } from '../../policy/rights.ts'
import { id, instant } from '../../kernel/read/fields.ts'

/** Views and fields that several rooms of access share. */
export const RightName = z.enum(rightNames).meta({ id: 'Right', example: 'ReadInvoices' })

export const rights = z.array(RightName).max(rightNames.length)

export const userView = viewOf(User, [
  'id',
  'email',
  'name',
  'kind',
  'status',
  'clientId',
  'debtorId',
  'superUser',
  'mfaRequired',
  'mfaEnrolledAt',
  'passwordChangedAt',
  'lastLoginAt',
  'versioned',
])

export const TokenShown = z
  .object({
    id: id('Token'),
    token: z.string().meta({ example: 'rp_system_TN04P7Z805X92YD4DP1D24GH64Z8_…' }),
    kind: z.enum(principalKinds),
    expiresAt: instant,
  })
  .meta({ id: 'TokenShown' })

/** What goes on working when whoever made it has been switched off. */
export const outlastingShown = z.array(
  z
    .object({
      id: z.string().meta({ example: exampleOf('TK') }),
      kind: z.enum(['TOKEN', 'SERVICE_ACCOUNT']),
      name: z.string().meta({ example: 'Nightly export' }),
      expiresAt: instant.nullable(),
    })
    .meta({ id: 'Outlasting' }),
)

export const showOutlasting = (rows: readonly Outlasting[]) =>
  rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt?.toISOString() ?? null }))

export const locateToken = ({ id }: IssuedToken): string => `/token/${id}`
