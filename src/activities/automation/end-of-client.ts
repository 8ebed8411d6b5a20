import { Automation } from '../../entities/automation.ts'
import { Schedule } from '../../entities/schedule.ts'
import { lockKeys } from '../../kernel/write/lock-key.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { settleErrand } from '../system/settle-errand.ts'
import { suspendedErrandOf } from './automation-errands.ts'
import { endRuns } from './end-runs.ts'
import { setRoute } from './save-automation.ts'

const suspendedFor = 'CLIENT_CLOSED'

/** Nothing is made at set times about a client that is closed, by whomever it was asked for. */
export async function endSchedulesOf(unit: Unit, clientId: string): Promise<void> {
  const on = await unit.readEach(Schedule, 'client_id = $2 and enabled', [clientId], 'held')
  for (const schedule of on) {
    unit.update(Schedule, schedule, { enabled: false, nextRunAt: null, suspendedFor })
  }
}

/** Nor does anything act on what happens to it, if on that of no other client. */
export async function endAutomationsOf(unit: Unit, clientId: string, why: string): Promise<void> {
  const there = await unit.all(Automation, { clientId, enabled: true })
  await lockKeys(
    unit,
    'automation',
    there.map(({ id }) => id),
  )
  for (const automation of there) {
    await endRuns(unit, automation.id)
    Object.assign(automation, { enabled: false, suspendedFor })
    await setRoute(unit, automation)
    await settleErrand(unit, suspendedErrandOf(automation.id), why)
  }
}
