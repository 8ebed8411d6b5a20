import { startSettled } from '../../entities/table.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** What has not acted yet does so no more; what a run has done stays done. */
export async function endRuns(unit: Unit, automationId: string): Promise<void> {
  await unit.widened(() =>
    unit.transaction.query(
      `update automation_run set status = 'ENDED', code = 'AUTOMATION_OFF', ended_at = $3,
         ${startSettled}
       where tenant_id = $1 and automation_id = $2 and ended_at is null`,
      [unit.tenantId, automationId, unit.now],
    ),
  )
}
