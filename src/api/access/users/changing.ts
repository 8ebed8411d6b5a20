import { changeMfa, changeMfaInput } from '../../../activities/access/change-mfa.ts'
import { changePassword, changePasswordInput } from '../../../activities/access/change-password.ts'
import { createUser, createUserInput } from '../../../activities/access/create-user.ts'
import { resetMfa, resetMfaInput } from '../../../activities/access/reset-mfa.ts'
import {
  toggleSuperUser,
  toggleSuperUserInput,
} from '../../../activities/access/toggle-super-user.ts'
import { outlasting } from '../../../activities/access/outlasting.ts'
import { toggleUser, toggleUserInput } from '../../../activities/access/toggle-user.ts'
import { updateUser, updateUserInput } from '../../../activities/access/update-user.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { Pending } from '../../../kernel/write/pending.ts'
import { outlastingShown, showOutlasting, userView } from '../views.ts'

export default {
  createUser: operation('POST /users', 'CreateUsers', {
    summary: 'Create a user, who is invited by mail to choose a password; one of the tenant by two',
    body: createUserInput,
    returns: userView.schema,
    confirms: true,
    refuses: [
      'ALREADY_EXISTS',
      'CLIENT_CLOSED',
      'DEBTOR_MOVED',
      'GRANT_EXCEEDS_HOLDER',
      'NOT_FOUND',
    ],
  }).handle(async ({ unit, body }) => {
    const made = await createUser(unit, body)
    return made instanceof Pending ? made : userView.show(made)
  }),

  updateUser: operation('PUT /users/{id}', 'UpdateUsers', {
    summary: 'Change what is said of a user; links mailed to a former e-mail stop working',
    body: updateUserInput,
    returns: userView.schema,
    refuses: ['ALREADY_EXISTS', 'GRANT_EXCEEDS_HOLDER'],
  }).handle(async ({ unit, params, body }) =>
    userView.show(await updateUser(unit, params.id, body)),
  ),

  toggleUser: operation('PUT /users/{id}/toggle', 'ToggleUsers', {
    summary:
      'Switch a user on or off, a super-user by two; off ends their sessions, links and tokens, ' +
      'and shows what stays',
    confirms: true,
    body: toggleUserInput,
    returns: userView.schema.extend({ outlasting: outlastingShown }).meta({ id: 'UserToggled' }),
    refuses: ['CLIENT_CLOSED', 'GRANT_EXCEEDS_HOLDER', 'LAST_ADMINISTRATOR'],
  }).handle(async ({ unit, params, body }) => {
    const user = await toggleUser(unit, params.id, body)
    if (user instanceof Pending) return user
    const left = body.active ? [] : await outlasting(unit, params.id)
    return { ...userView.show(user), outlasting: showOutlasting(left) }
  }),

  toggleSuperUser: operation('PUT /users/{id}/toggle-super-user', 'ToggleSuperUsers', {
    summary: 'Make a user super-user, or end it, by two; only a super-user may',
    body: toggleSuperUserInput,
    shows: userView,
    confirms: true,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'LAST_ADMINISTRATOR', 'NOT_STAFF'],
  }).handle(({ unit, params, body }) => toggleSuperUser(unit, params.id, body)),

  changePasswordOfUser: operation('PUT /users/{id}/change-password', 'ChangePasswordUsers', {
    summary: 'Set a new password for a user, whose sessions end',
    body: changePasswordInput,
    returns: userView.schema,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'USER_NOT_ACTIVE'],
  }).handle(async ({ unit, params, body }) =>
    userView.show(await changePassword(unit, params.id, body)),
  ),

  changeMfaOfUser: operation('PUT /users/{id}/change-mfa', 'ChangeMfaUsers', {
    summary: 'Say whether a second factor is demanded of a user; a change ends their sessions',
    body: changeMfaInput,
    returns: userView.schema,
    refuses: ['GRANT_EXCEEDS_HOLDER'],
  }).handle(async ({ unit, params, body }) =>
    userView.show(await changeMfa(unit, params.id, body)),
  ),

  resetMfaOfUser: operation('POST /users/reset-idp-mfa', 'ResetMfaUsers', {
    summary: "Remove a user's second factor; they can enrol another; their sessions end",
    body: resetMfaInput,
    returns: userView.schema,
    status: 200,
    refuses: ['GRANT_EXCEEDS_HOLDER', 'MFA_NOT_ENROLLED', 'NOT_FOUND'],
  }).handle(async ({ unit, body }) => userView.show(await resetMfa(unit, body))),
} satisfies Room
