import { mailsAnHourMax, type Step } from '../../domain/automation/automation.ts'
import { isOfAwayPart } from '../../domain/passing.ts'
import { faultsIn, refuse, Refusal } from '../../domain/refusal.ts'
import { modulesOfActions, type ActionType } from '../../domain/automation/actions.ts'
import type { TargetType } from '../../domain/system/target.ts'
import { isTemporary } from '../../kernel/write/activity.ts'
import { asUnavailable } from '../../kernel/write/database-errors.ts'
import { inUnit } from '../../kernel/write/in-unit.ts'
import type { ActedOn } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { LetterRefused, type Letter } from '../../ports/mail/mail.ts'
import { refusalNow } from '../access/may-still-act.ts'
import { targetOf } from '../system/target-of.ts'
import { refuseSwitchedOff } from '../system/settings/read-modules.ts'
import type { Doing } from './plan-run.ts'
import { targetIdOf } from './targets.ts'

const triesMax = 3

/** One action: done and written down at once, or written down with what refused it. */
export async function takeStep(doing: Doing, n: number, step: Step): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (actionOf(doing, step).sends ? sent(doing, n, step) : done(doing, n, step))
    } catch (thrown) {
      const error = asUnavailable(thrown)
      if (error instanceof Refusal && isOfAwayPart(error.code)) throw error
      const isAgain = error instanceof Refusal && isTemporary(error) && attempt < triesMax
      if (!isAgain) return await failed(doing, n, error)
    }
  }
}

const actionOf = ({ task }: Doing, { type }: Step) =>
  task.runtime.registered.automationActions[type as ActionType]

function done(doing: Doing, n: number, step: Step): Promise<void> {
  const { task, maker } = doing
  return inUnit(task.runtime, maker, task, async (unit) => {
    // A second worker waits here for the first, and finds it done.
    if (!(await marked(unit, doing, n, { status: 'DONE' }))) return
    await acted(unit, doing, step)
  })
}

/** Sent before it is written down: a crash between the two sends the same letter again. */
async function sent(doing: Doing, n: number, step: Step): Promise<void> {
  const { task, maker, run } = doing
  const { runtime } = task
  const letter = await inUnit(runtime, maker, task, async (unit) => {
    await refuseFlood(unit, doing, n, step)
    return acted(unit, doing, step)
  })
  try {
    await runtime.mail.send({ ...(letter as Letter), messageId: `${run.id}.${n}` })
  } catch (error) {
    if (error instanceof LetterRefused) throw error
    runtime.log.warn({ err: error, run: run.id }, 'the mail server did not take a letter')
    throw new Refusal('UNAVAILABLE')
  }
  await inUnit(runtime, maker, task, (unit) => marked(unit, doing, n, { status: 'DONE' }))
}

/** Of mails of one automation to one person: those that were sent, and those that come before. */
async function refuseFlood(unit: Unit, { run }: Doing, n: number, { type, params }: Step) {
  const [row] = await unit.widened(() =>
    unit.transaction.query<{ mails: number }>(
      `select count(*)::int as mails from (
         select from automation_run r, jsonb_array_elements(r.steps) with ordinality s (step, place)
         where r.tenant_id = $1 and r.automation_id = $2 and r.created_at > $3
           and step ->> 'type' = $4 and step -> 'params' ->> 'userId' = $5
           and (step ->> 'status' = 'DONE' or r.ended_at is null and step ->> 'status' = 'WAITING'
             and (r.id, s.place) < ($6::uuid, $7::bigint))
         limit $8) m`,
      [
        unit.tenantId,
        run.automationId,
        new Date(run.createdAt.getTime() - 3_600_000),
        type,
        params['userId'],
        run.id,
        n + 1,
        mailsAnHourMax,
      ],
    ),
  )
  if ((row?.mails ?? 0) >= mailsAnHourMax) refuse('AUTOMATION_MAILS_FULL')
}

/** Whoever answers for it is asked again, as if they called the operation now. */
async function acted(unit: Unit, doing: Doing, step: Step): Promise<unknown> {
  const { run, automation } = doing
  const { savedBy: principalId, clientId = null } = automation
  const action = actionOf(doing, step)
  const type = step.on as TargetType
  const openedBy = action.on[type] ?? []
  const code = await refusalNow(unit, { principalId, openedBy, clientId })
  if (code !== undefined) refuse(code)
  await refuseSwitchedOff(unit, modulesOfActions[step.type as ActionType])
  const id = targetIdOf(type, run) ?? refuse('AUTOMATION_TARGET_MISSING')
  const on: ActedOn = { type, id }
  if (clientId !== null) await refuseOther(unit, on, clientId)
  return action.act(unit, on, action.params.parse(step.params) as never)
}

/** What an automation is for has moved on to another client since it happened. */
async function refuseOther(unit: Unit, { type, id }: ActedOn, clientId: string): Promise<void> {
  const { clientId: present } = await targetOf(unit, type, id)
  if (present !== null && present !== clientId) refuse('AUTOMATION_TARGET_MISSING')
}

async function failed(doing: Doing, n: number, error: unknown): Promise<void> {
  const { task, maker } = doing
  const { runtime, workflowId } = task
  const [code, message] = failureOf(error)
  if (code === 'INTERNAL') runtime.log.error({ err: error, workflowId }, 'an automation broke')
  await inUnit(runtime, maker, task, (unit) =>
    marked(unit, doing, n, { status: 'FAILED', code, message: message.slice(0, 500) }),
  )
}

function failureOf(error: unknown): readonly [code: string, message: string] {
  if (error instanceof Refusal) return [error.code, faultsIn(error)]
  if (error instanceof LetterRefused) return ['MAIL_REFUSED', error.message]
  return ['INTERNAL', 'Something went wrong on our side']
}

/** Only what waits, of a run that nobody has ended. */
async function marked(unit: Unit, { run }: Doing, n: number, as: Partial<Step>): Promise<boolean> {
  const rows = await unit.widened(() =>
    unit.transaction.query(
      `update automation_run set steps = jsonb_set(steps, array[$3], (steps -> $4::int) || $5::jsonb)
       where tenant_id = $1 and id = $2 and ended_at is null
         and steps -> $4::int ->> 'status' = 'WAITING' returning id`,
      [unit.tenantId, run.id, String(n), n, JSON.stringify(as)],
    ),
  )
  return rows.length > 0
}
