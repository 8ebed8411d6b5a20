import type { Principal } from '../../domain/access/principal.ts'
import type { Step } from '../../domain/automation/automation.ts'
import { fieldsIn, isMet, type Known } from '../../domain/automation/conditions.ts'
import type { Automation, AutomationRule } from '../../entities/automation.ts'
import type { AutomationRun } from '../../entities/automation-run.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { askedOf, fieldsOf, readables, subjectOf } from './fields-of-events.ts'
import { targetIdOf } from './targets.ts'

/** A run at work, in the name of whoever answers for its automation. */
export interface Doing {
  task: Task
  run: AutomationRun
  automation: Automation
  rules: readonly AutomationRule[]
  maker: Principal
}

/** What the rules say is to be done; it stays so, whatever the first of it changes. */
export function planRun({ task, run, rules, maker }: Doing): Promise<readonly Step[]> {
  return inUnit(task.runtime, maker, task, async (unit) => {
    const known = await knownOf(unit, run, rules)
    const steps = rules
      .filter(({ conditions }) => isMet(conditions ?? null, known))
      .flatMap(({ id: ruleId, actions }) =>
        actions.map((action): Step => ({ ruleId, ...action, status: 'WAITING' })),
      )
    return unit.widened(() => kept(unit, run.id, steps))
  })
}

/** None are left where somebody has ended the run meanwhile. */
async function kept(unit: Unit, runId: string, steps: readonly Step[]): Promise<readonly Step[]> {
  const [row] = await unit.transaction.query<{ steps: readonly Step[] }>(
    `update automation_run set steps = coalesce(steps, $3::jsonb)
     where tenant_id = $1 and id = $2 and ended_at is null returning steps`,
    [unit.tenantId, runId, JSON.stringify(steps)],
  )
  return row?.steps ?? []
}

/** What the event says, and of what it is about that which the rules ask, as the maker sees it. */
async function knownOf(
  unit: Unit,
  run: AutomationRun,
  rules: readonly AutomationRule[],
): Promise<Known> {
  const { type, event, subjectType, subjectId, clientId, facts } = run
  const fields = fieldsOf(type, { has: () => true, isBound: false })
  const values: Record<string, unknown> = {
    ...facts.data,
    event,
    subjectType,
    subjectId,
    clientId: clientId ?? null,
  }
  for (const target of askedOf(rules.flatMap(({ conditions }) => fieldsIn(conditions ?? null)))) {
    const id = targetIdOf(target, run)
    const { word, entity, show } = readables[target]
    const row = id === undefined ? null : await unit.find(entity, { id })
    for (const [name, value] of Object.entries(row === null ? {} : show(row))) {
      values[`${word}.${name}`] = value
    }
  }
  return { fields, values, changed: changedIn(run, fields) }
}

/** What a part of something changed is not told of the whole. */
function changedIn({ type, subjectType, facts }: AutomationRun, fields: Known['fields']) {
  const has = new Set(subjectOf(type) === subjectType ? facts.changed : [])
  const names = [...fields.values()].filter(({ changes = '' }) => has.has(changes))
  return new Set(names.map(({ name }) => name))
}
