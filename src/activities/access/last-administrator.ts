import { refuse } from '../../domain/refusal.ts'
import type { User } from '../../entities/user.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** Called under the lock of administrators: without any of them nobody could give access again. */
export async function refuseLastAdministrator(unit: Unit, user: User): Promise<void> {
  if (!user.superUser || user.status !== 'ACTIVE') return
  const [found] = await unit.transaction.query<{ others: boolean }>(
    `select exists (select 1 from user_account where tenant_id = $1 and id <> $2
       and super_user and status = 'ACTIVE') as others`,
    [unit.tenantId, user.id],
  )
  if (found?.others !== true) refuse('LAST_ADMINISTRATOR')
}
