import type { runEnds } from '../../domain/automation/automation.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { Automation } from '../../entities/automation.ts'
import type { AutomationRun } from '../../entities/automation-run.ts'
import { clientToSee } from '../../entities/of-the-client.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { leaveErrand } from '../system/leave-errand.ts'
import { suspendedErrandOf } from './automation-errands.ts'
import { setRoute } from './save-automation.ts'

/** It did not do what it was to do, and nobody but whoever reads its log has to know. */
export function runEnded(unit: Unit, run: AutomationRun, code: keyof typeof runEnds) {
  Object.assign(run, { status: 'ENDED', code, endedAt: unit.now })
  return { status: run.status }
}

/** Nothing sets it off any more, until somebody who may have it saves it again. */
export async function suspend(
  unit: Unit,
  automation: Automation,
  code: RefusalCode,
): Promise<void> {
  Object.assign(automation, { suspendedFor: code })
  await setRoute(unit, automation)
  await leaveErrand(unit, {
    type: 'AUTOMATION',
    subjectType: 'Automation',
    subjectId: automation.id,
    clientId: clientToSee(automation),
    severity: 'HIGH',
    title: `${automation.savedByName} may no longer have this done: ${automation.name}`,
    data: { code },
    dedupeKey: suspendedErrandOf(automation.id),
  })
}
