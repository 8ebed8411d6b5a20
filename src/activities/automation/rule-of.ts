import { z } from 'zod'
import {
  actionsMax,
  actionTypes,
  modulesOfActions,
  type Action,
} from '../../domain/automation/actions.ts'
import { conditionOf, type Condition } from '../../domain/automation/conditions.ts'
import { deadEndIn } from '../../domain/automation/contradictions.ts'
import { isBound } from '../../domain/access/scope.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { targetTypes, type TargetType } from '../../domain/system/target.ts'
import { AutomationRule } from '../../entities/automation.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import type { AutomationAction } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseSwitchedOff } from '../system/settings/read-modules.ts'
import { fieldsOf } from './fields-of-events.ts'
import { targetsOf } from './targets.ts'

const conditions = z.record(z.string(), z.unknown()).meta({
  description:
    '`{all: […]}`, `{any: […]}`, `{not: …}`, or `{field, operator, value}`; ' +
    '`GET /automation/events` lists fields and operators.',
  example: { field: 'invoice.grossAmount', operator: 'GTE', value: '10000.00' },
})

const action = z.strictObject({
  /** Open, so that an unknown one gets a code of its own. */
  type: z.string().max(60).meta({ enum: actionTypes, example: 'CREATE_NOTE' }),
  on: z.enum(targetTypes).optional(),
  params: z
    .record(z.string(), z.unknown())
    .default({})
    .meta({ example: { text: 'Look at it.' } }),
})

export const ruleInput = bodyOf(AutomationRule, ['position'], { position: 1 }).extend({
  conditions: conditions.nullish(),
  actions: z.array(action).min(1).max(actionsMax),
})
export type RuleSent = z.output<typeof ruleInput>

/** A rule as it is kept: of this family, and of nothing that whoever sends it may not do. */
export async function ruleOf(unit: Unit, type: string, sent: RuleSent, pointer: string) {
  const condition = readConditions(unit, type, sent.conditions ?? null, `${pointer}/conditions`)
  const actions: Action[] = []
  for (const [n, each] of sent.actions.entries()) {
    actions.push(await actionOf(unit, type, each, `${pointer}/actions/${n}`))
  }
  return { position: sent.position, conditions: condition, actions }
}

function readConditions(
  { principal, scope }: Unit,
  type: string,
  sent: unknown,
  pointer: string,
): Condition | null {
  if (sent === null) return null
  const has = (right: string) => principal.has(right)
  const fields = fieldsOf(type, { has, isBound: isBound(scope) })
  const read = conditionOf(sent, fields, pointer)
  if ('fault' in read) return invalid(read.fault.pointer, read.fault.code, read.fault.message)
  const end = deadEndIn(read.condition, fields, pointer)
  return end === undefined
    ? read.condition
    : invalid(end, 'NEVER_HOLDS', 'With what else is asked of the field, nothing fulfils it')
}

type ActionSent = RuleSent['actions'][number]

async function actionOf(
  unit: Unit,
  family: string,
  { type: named, on: asked, params: given }: ActionSent,
  pointer: string,
): Promise<Action> {
  const type =
    actionTypes.find((each) => each === named) ??
    invalid(`${pointer}/type`, 'UNKNOWN_ACTION', `One of ${actionTypes.join(', ')}`)
  const known: AutomationAction = unit.runtime.registered.automationActions[type]
  const fitting = targetsOf(family).filter((target) => known.on[target] !== undefined)
  const on = asked === undefined ? fitting[0] : fitting.find((target) => target === asked)
  if (on === undefined) {
    const message = `Events of ${family} are about ${fitting.join(', ') || 'nothing of that kind'}`
    return invalid(`${pointer}/${asked === undefined ? 'type' : 'on'}`, 'NOT_FOR_EVENT', message)
  }
  refuseBeyond(unit, known, on)
  await refuseSwitchedOff(unit, modulesOfActions[type])
  const parsed = known.params.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = ['', 'params', ...(issue?.path ?? [])].join('/')
    return invalid(`${pointer}${at}`, 'WRONG_TYPE', issue?.message ?? 'It does not fit')
  }
  const params = parsed.data
  await known.check?.(unit, params as never, on, `${pointer}/params`)
  return { type, on, params }
}

/** Nobody lets an automation do what they may not do themselves. */
export function refuseBeyond(
  { principal, scope }: Unit,
  { on: rights, forTheTenantAlone }: AutomationAction,
  on: TargetType,
): void {
  const asked = rights[on] ?? []
  if (forTheTenantAlone === true && isBound(scope)) {
    const detail = 'Only people of the tenant have this done by an automation.'
    refuse('GRANT_EXCEEDS_HOLDER', { missingRights: [], detail })
  }
  if (asked.some((right) => principal.has(right))) return
  refuse('GRANT_EXCEEDS_HOLDER', { missingRights: principal.lacks(asked) })
}
