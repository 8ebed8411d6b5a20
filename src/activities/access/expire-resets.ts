import { PasswordReset } from '../../entities/password-reset.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Makes the user's open links for a new password stop working. */
export async function expireResets(unit: Unit, userId: string): Promise<void> {
  for (const reset of await unit.all(PasswordReset, { userId, status: 'PENDING' })) {
    reset.status = 'EXPIRED'
    unit.signal('resetPassword', reset.id, 'closed')
  }
}
