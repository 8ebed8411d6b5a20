import { platform } from '../../domain/access/principal.ts'
import { lifeOfRequest } from '../../domain/automation/internal-request.ts'
import { InternalRequest } from '../../entities/internal-request.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'

/** Until when a second person may ask for the same. */
export function readRequest(
  task: Task,
): Promise<{ open: boolean; expiresAt: number; gone?: true }> {
  const as = platform(task.tenantId, 'approval')
  return inUnit(task.runtime, as, task, async (unit) => {
    const request = await unit.find(InternalRequest, { id: task.entityId })
    if (request === null) return { open: false, expiresAt: 0, gone: true }
    return { open: request.status === 'OPEN', expiresAt: request.expiresAt.getTime() }
  })
}

/** Nobody asked for the same in time; what somebody did meanwhile stays. */
export function expireRequest(task: Task): Promise<{ expired: boolean; gone?: true }> {
  const as = platform(task.tenantId, 'approval')
  return inUnit(task.runtime, as, task, async (unit) => {
    const [request] = await unit.locked(InternalRequest, { id: task.entityId })
    if (request === undefined) return { expired: false, gone: true }
    const expired = request.status === 'OPEN' && request.expiresAt <= unit.now
    if (expired) request.status = lifeOfRequest.move(request.status, 'expire')
    return { expired }
  })
}
