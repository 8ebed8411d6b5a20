import { platform } from '../../domain/access/principal.ts'
import { isUnresolved } from '../../domain/system/errand.ts'
import { processes, stuckErrandOf, type ProcessName } from '../../domain/processes.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import type { Stuck } from '../../kernel/relay/reconcile.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Runtime } from '../../kernel/write/runtime.ts'
import { leaveErrand } from './leave-errand.ts'
import { settleErrand } from './settle-errand.ts'

const namedMax = 20

/**
 * One errand for all of a kind that do not move, found every minute: what fails in them may become
 * another, which is told without opening the errand once more.
 */
export async function leaveStuck(
  runtime: Runtime,
  { tenantId, process, ids, reason }: Stuck,
): Promise<void> {
  const dedupeKey = stuckErrandOf(process)
  const data = { process, count: ids.length, ids: ids.slice(0, namedMax), reason }
  await inUnit(runtime, platform(tenantId, 'reconciler'), {}, async (unit) => {
    const known = await unit.find(SystemErrand, { dedupeKey })
    if (known !== null && isUnresolved(known.status)) {
      const title = titleOf(process, ids.length)
      if (known.data['reason'] !== reason || known.title !== title) {
        unit.update(SystemErrand, known, { title, data })
      }
      return
    }
    await leaveErrand(unit, {
      type: 'PROCESS',
      subjectType: processes[process].entity,
      subjectId: ids[0]!,
      severity: 'HIGH',
      title: titleOf(process, ids.length),
      data,
      dedupeKey,
    })
  })
}

/** The process moved on, was done or was started again. */
export async function settleStuck(
  runtime: Runtime,
  tenantId: string,
  process: ProcessName,
): Promise<void> {
  await inUnit(runtime, platform(tenantId, 'reconciler'), {}, (unit) =>
    settleErrand(unit, stuckErrandOf(process), 'It goes on again'),
  )
}

function titleOf(process: ProcessName, count: number): string {
  const words = processes[process].entity.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return `Late and not moving: ${words} (${count}). Ask whoever runs the platform to look`
}
