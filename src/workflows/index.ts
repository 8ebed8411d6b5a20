/** Every workflow, under the name by which it is started. */
export { inviteUser } from './access/invite-user.ts'
export { resetPassword } from './access/reset-password.ts'
