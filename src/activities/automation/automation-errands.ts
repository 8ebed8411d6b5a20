import { isUnresolved } from '../../domain/system/errand.ts'
import { SystemErrand } from '../../entities/system-errand.ts'
import { Automation } from '../../entities/automation.ts'
import { AutomationRun } from '../../entities/automation-run.ts'
import { clientToSee } from '../../entities/of-the-client.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { leaveErrand, type ErrandDraft } from '../system/leave-errand.ts'
import { settleErrandsAbout } from '../system/settle-errand.ts'

const subjectType = 'Automation'

export const errandKeyOf = (automationId: string, code: string) =>
  `automation/${automationId}/${code}`
export const suspendedErrandOf = (automationId: string) => errandKeyOf(automationId, 'suspended')

/** All that it leaves about itself; an errand that it was to leave is about another thing. */
export const errandsOf = (automationId: string) =>
  ({ type: 'AUTOMATION', subjectType, subjectId: automationId }) as const

/** Whoever makes it fail a thousand times within these makes people read of it once. */
const repeatedMs = 600_000

type Draft = Pick<ErrandDraft, 'title' | 'data'>

/** One errand for each automation and reason, however many events meet it. */
export async function leaveAbout(
  unit: Unit,
  automation: Automation,
  code: string,
  draft: Draft,
): Promise<void> {
  const dedupeKey = errandKeyOf(automation.id, code)
  const known = await unit.find(SystemErrand, { dedupeKey })
  const isFresh = known !== null && unit.now.getTime() - known.updatedAt.getTime() < repeatedMs
  if (isFresh && isUnresolved(known.status)) return
  await leaveErrand(unit, {
    ...draft,
    ...errandsOf(automation.id),
    clientId: clientToSee(automation),
    dedupeKey,
  })
}

/** The guards look at what happens within an hour, and so does who says that all is well again. */
const guards: readonly unknown[] = ['AUTOMATION_LOOP', 'AUTOMATION_TOO_OFTEN']
const quietMs = 3_600_000

/**
 * It did all that it was to do. Of a loop each turn but the last does so: what a guard has left
 * ends only after an hour in which it stopped nothing.
 */
export async function settleByDone(unit: Unit, automationId: string): Promise<void> {
  await settleErrandsAbout(
    unit,
    errandsOf(automationId),
    'It has done all since.',
    (errand) => !isSuspension(errand) && (!isGuarded(errand) || isQuiet(unit, errand)),
  )
}

const isSuspension = ({ dedupeKey, subjectId }: SystemErrand) =>
  dedupeKey === suspendedErrandOf(subjectId)
const isGuarded = ({ data }: SystemErrand) => guards.includes(data['code'])
const isQuiet = (unit: Unit, { updatedAt }: SystemErrand) =>
  unit.now.getTime() - updatedAt.getTime() > quietMs

/** The cause of its errand: it is suspended, or has not done all since; it is gone where it is. */
export async function isAutomationAmiss(
  unit: Unit,
  errand: SystemErrand,
): Promise<boolean | undefined> {
  if (errand.subjectType !== subjectType) return undefined
  const automation = await unit.find(Automation, { id: errand.subjectId })
  if (automation === null) return false
  if (isSuspension(errand)) return automation.enabled && automation.suspendedFor != null
  if (isGuarded(errand)) return !isQuiet(unit, errand)
  const [last] = await unit.readEach(
    AutomationRun,
    `id in (select id from automation_run where tenant_id = $1 and automation_id = $2
       and status in ('DONE', 'FAILED') order by created_at desc, id desc limit 1)`,
    [automation.id],
  )
  return last !== undefined && last.status !== 'DONE'
}
