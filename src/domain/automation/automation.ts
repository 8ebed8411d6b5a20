/** So many automations may set off one another, one after the other, before the last one stops. */
export const depthMax = 3

/** Of the ids of its processes, `{prefix}/{tenant}/{run}/{depth}`: by it an event knows its depth. */
export const automationPrefix = 'run-automation'

/** So often within an hour an automation acts on one thing: beyond that it is taken for a loop. */
export const actsAnHourMax = 30

/** So many runs that a guard stopped within an hour stand in the log of one automation. */
export const stopsKept = 20

/** So many mails of one automation somebody gets for what happens within an hour. */
export const mailsAnHourMax = 20

/** Of one owner, the tenant or a client; every event of a family looks at all of them. */
export const automationsMax = 50
export const rulesMax = 20

export const runStatuses = ['WAITING', 'RUNNING', 'DONE', 'NOT_MET', 'FAILED', 'ENDED'] as const
export type RunStatus = (typeof runStatuses)[number]

/** Why a run did not do what it was to do; beside these stand the codes of refusals. */
export const runEnds = {
  AUTOMATION_LOOP: 'Automations set off one another too many times in a row',
  AUTOMATION_TOO_OFTEN: 'It acted on the same thing too often within an hour',
  AUTOMATION_SUSPENDED: 'Whoever made it may no longer do this',
  AUTOMATION_OFF: 'It was switched off or deleted meanwhile',
  FEATURE_DISABLED: 'The module whose events set it off is switched off',
} as const

export type StepStatus = 'WAITING' | 'DONE' | 'FAILED'

/** One action of a run: which, on what, and what became of it. */
export interface Step {
  ruleId: string
  type: string
  on: string
  params: Readonly<Record<string, unknown>>
  status: StepStatus
  code?: string
  message?: string
}

/** What an event brings along, as it was when it happened. */
export interface EventFacts {
  ownerType: string
  ownerId: string
  debtorId: string | null
  changed: readonly string[]
  data: Readonly<Record<string, unknown>>
}

export const endOf = (steps: readonly Step[]): RunStatus => {
  if (steps.length === 0) return 'NOT_MET'
  return steps.some(({ status }) => status === 'FAILED') ? 'FAILED' : 'DONE'
}
