import { z } from 'zod'
import { changePassword } from '../../../activities/access/change-password.ts'
import { createUser } from '../../../activities/access/create-user.ts'
import { resetMfa } from '../../../activities/access/reset-mfa.ts'
import { toggleSuperUser } from '../../../activities/access/toggle-super-user.ts'
import { toggleUser } from '../../../activities/access/toggle-user.ts'
import { updateUser } from '../../../activities/access/update-user.ts'
import { userKinds } from '../../../domain/access/user.ts'
import { email, id, name } from '../../../kernel/read/fields.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { newPassword, roleIds, userView } from '../views.ts'

export default {
  createUser: operation('POST /users', 'CreateUsers', {
    summary: 'Create a user, who is invited by mail to choose a password',
    body: z.strictObject({
      email,
      name: name(200),
      kind: z.enum(userKinds).optional(),
      clientId: id('Client').optional(),
      debtorId: id('Debtor').optional(),
      roleIds: roleIds.default([]),
      mfaRequired: z.boolean().default(false),
    }),
    returns: userView.schema,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER', 'NOT_FOUND'],
  }).handle(async ({ unit, body }) => userView.show(await createUser(unit, body))),

  updateUser: operation('PUT /users/{id}', 'UpdateUsers', {
    summary: 'Change what is said of a user; links mailed to a former e-mail stop working',
    body: z.strictObject({ name: name(200), email, mfaRequired: z.boolean() }).partial(),
    returns: userView.schema,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER'],
  }).handle(async ({ unit, params, body }) =>
    userView.show(await updateUser(unit, params.id, body)),
  ),

  toggleUser: operation('PUT /users/{id}/toggle', 'ToggleUsers', {
    summary: 'Switch a user on or off; off ends their sessions and links at once',
    body: z.strictObject({ active: z.boolean() }),
    returns: userView.schema,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'LAST_ADMINISTRATOR'],
  }).handle(async ({ unit, params, body }) =>
    userView.show(await toggleUser(unit, params.id, body.active)),
  ),

  toggleSuperUser: operation('PUT /users/{id}/toggle-super-user', 'ToggleSuperUsers', {
    summary: 'Make a user super-user, or end it; only a super-user may',
    body: z.strictObject({ superUser: z.boolean() }),
    returns: userView.schema,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'LAST_ADMINISTRATOR', 'NOT_STAFF'],
  }).handle(async ({ unit, params, body }) =>
    userView.show(await toggleSuperUser(unit, params.id, body.superUser)),
  ),

  changePasswordOfUser: operation('PUT /users/{id}/change-password', 'ChangePasswordUsers', {
    summary: 'Set a new password for a user, whose sessions end',
    body: z.strictObject({ newPassword }),
    returns: userView.schema,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'USER_NOT_ACTIVE'],
  }).handle(async ({ unit, params, body }) =>
    userView.show(await changePassword(unit, params.id, body.newPassword)),
  ),

  changeMfaOfUser: operation('PUT /users/{id}/change-mfa', 'ChangeMfaUsers', {
    summary: 'Say whether a second factor is demanded of a user; a change ends their sessions',
    body: z.strictObject({ required: z.boolean() }).partial(),
    returns: userView.schema,
    refuses: ['GRANT_EXCEEDS_HOLDER'],
  }).handle(async ({ unit, params, body }) =>
    userView.show(await updateUser(unit, params.id, { mfaRequired: body.required })),
  ),

  resetMfaOfUser: operation('POST /users/reset-idp-mfa', 'ResetMfaUsers', {
    summary: "Remove a user's second factor; they can enrol another; their sessions end",
    body: z.strictObject({ userId: id('User') }),
    returns: userView.schema,
    status: 200,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'MFA_NOT_ENROLLED', 'NOT_FOUND'],
  }).handle(async ({ unit, body }) => userView.show(await resetMfa(unit, body.userId))),
} satisfies Room
