import { platform, type Principal } from '../../domain/access/principal.ts'
import {
  actsAnHourMax,
  depthMax,
  endOf,
  runEnds,
  stopsKept,
  type RunStatus,
  type Step,
} from '../../domain/automation/automation.ts'
import { fieldsIn } from '../../domain/automation/conditions.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import { moduleOfFamily } from '../../domain/system/modules.ts'
import { Automation, type AutomationRule } from '../../entities/automation.ts'
import { AutomationRun } from '../../entities/automation-run.ts'
import { families } from '../../entities/events.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refusalsNow } from '../access/may-still-act.ts'
import { isSwitchedOff } from '../system/settings/read-modules.ts'
import { leaveAbout, settleByDone } from './automation-errands.ts'
import { askedOf } from './fields-of-events.ts'
import { planRun } from './plan-run.ts'
import { rulesInOrder } from './rules-in-order.ts'
import { runEnded, suspend } from './run-ended.ts'
import { takeStep } from './take-step.ts'
import { targetIdOf, targetsOf } from './targets.ts'

export interface RunStanding {
  status: RunStatus | 'GONE'
}

const as = ({ tenantId }: Task) => platform(tenantId, 'automation')

/**
 * What one event sets off, in the name of whoever made the automation. Run twice, it goes on where
 * it was: each action is written down in the transaction that does it.
 */
export async function runAutomation(task: Task): Promise<RunStanding> {
  const begun = await inUnit(task.runtime, as(task), task, (unit) => begin(unit, task.entityId))
  if ('status' in begun) return begun
  const doing = { task, ...begun, maker: makerOf(task, begun.automation) }
  const { run, automation } = begun
  const steps = run.steps ?? (await planRun(doing))
  for (const [n, step] of steps.entries()) {
    if (step.status !== 'WAITING') continue
    await takeStep(doing, n, step)
  }
  return inUnit(task.runtime, as(task), task, (unit) => end(unit, automation, run.id))
}

/** The platform as principal, but with the name and scope of whoever answers for it. */
function makerOf(
  { tenantId }: Task,
  { savedBy: id, savedByName, bound, clientId = null }: Automation,
): Principal {
  const maker = { ...platform(tenantId, savedByName), id }
  return bound ? { ...maker, clientId } : maker
}

interface Begun {
  run: AutomationRun
  automation: Automation
  rules: readonly AutomationRule[]
}

/** What stands in its way is asked anew for each event. */
async function begin(unit: Unit, runId: string): Promise<Begun | RunStanding> {
  const run = await unit.find(AutomationRun, { id: runId })
  if (run === null) return { status: 'GONE' }
  if (run.endedAt != null) return { status: run.status }
  const automation = await unit.find(Automation, { id: run.automationId })
  if (automation === null || !automation.enabled) return runEnded(unit, run, 'AUTOMATION_OFF')
  if (automation.suspendedFor != null) return runEnded(unit, run, 'AUTOMATION_SUSPENDED')
  if (await isSwitchedOff(unit, moduleOfFamily(automation.type))) {
    return runEnded(unit, run, 'FEATURE_DISABLED')
  }
  const rules = await rulesInOrder(unit, automation.id)
  const code = await refusalToRead(unit, automation, rules)
  if (code !== undefined) {
    await suspend(unit, automation, code)
    return runEnded(unit, run, 'AUTOMATION_SUSPENDED')
  }
  if (run.depth > depthMax) return stopped(unit, automation, run, 'AUTOMATION_LOOP')
  run.aboutId ??= aboutOf(run)
  if (await actsTooOften(unit, run)) return stopped(unit, automation, run, 'AUTOMATION_TOO_OFTEN')
  run.status = 'RUNNING'
  return { run, automation, rules }
}

/** Whoever made it still has to receive the family, and to see what its conditions ask for. */
async function refusalToRead(
  unit: Unit,
  { type, savedBy: principalId, clientId = null }: Automation,
  rules: readonly AutomationRule[],
): Promise<RefusalCode | undefined> {
  const asked = askedOf(rules.flatMap(({ conditions }) => fieldsIn(conditions ?? null)))
  const rights = [type, ...asked].map((family) => families.get(family)?.rights ?? [])
  const all = rights.map((openedBy) => ({ principalId, openedBy, clientId }))
  return (await refusalsNow(unit, all)).find((code) => code !== undefined)
}

/** The thing that a loop would come back to, whatever events lie between. */
function aboutOf(run: AutomationRun): string {
  const [nearest] = targetsOf(run.type)
  return (nearest && targetIdOf(nearest, run)) ?? run.subjectId
}

/** A loop through what takes its time, as a decision, is known by this alone. */
async function actsTooOften(unit: Unit, run: AutomationRun): Promise<boolean> {
  const [row] = await unit.transaction.query<{ acted: number }>(
    `select count(*)::int as acted from (
       select from automation_run where tenant_id = $1 and about_id = $2 and automation_id = $3
         and created_at > $4 and id <> $5 and status in ('DONE', 'FAILED', 'RUNNING')
       limit $6) r`,
    [
      unit.tenantId,
      run.aboutId,
      run.automationId,
      new Date(run.createdAt.getTime() - 3_600_000),
      run.id,
      actsAnHourMax,
    ],
  )
  return (row?.acted ?? 0) >= actsAnHourMax
}

/** The guard ends it, and says so to people once. */
async function stopped(
  unit: Unit,
  automation: Automation,
  run: AutomationRun,
  code: 'AUTOMATION_LOOP' | 'AUTOMATION_TOO_OFTEN',
): Promise<RunStanding> {
  const title = `${runEnds[code]}: ${automation.name}`
  await leaveAbout(unit, automation, code, { title, data: { code } })
  if (!(await isStoppedAlready(unit, run, code))) return runEnded(unit, run, code)
  // Of a flood its log keeps how it was stopped, and not each event.
  unit.remove(run)
  return { status: 'GONE' }
}

async function isStoppedAlready(unit: Unit, run: AutomationRun, code: string): Promise<boolean> {
  const since = new Date(run.createdAt.getTime() - 3_600_000)
  const rows = await unit.transaction.query(
    `select from automation_run where tenant_id = $1 and automation_id = $2 and status = 'ENDED'
       and code = $3 and created_at > $4 and id <> $5 offset $6 limit 1`,
    [unit.tenantId, run.automationId, code, since, run.id, stopsKept - 1],
  )
  return rows.length > 0
}

async function end(unit: Unit, automation: Automation, runId: string): Promise<RunStanding> {
  const run = await unit.load(AutomationRun, runId)
  if (run.endedAt != null) return { status: run.status }
  const steps = run.steps ?? []
  Object.assign(run, { status: endOf(steps), endedAt: unit.now })
  const failed = steps.filter(({ status }) => status === 'FAILED')
  if (failed.length > 0) await leaveFailed(unit, automation, run, failed)
  if (run.status === 'DONE') await settleByDone(unit, automation.id)
  return { status: run.status }
}

async function leaveFailed(
  unit: Unit,
  automation: Automation,
  run: AutomationRun,
  failed: readonly Step[],
): Promise<void> {
  const [first] = failed
  run.code = first?.code ?? null
  await leaveAbout(unit, automation, String(run.code), {
    title: `The automation did not do all: ${automation.name} (${run.code})`,
    data: { runId: run.id, subjectType: run.subjectType, subjectId: run.subjectId, code: run.code },
  })
}
