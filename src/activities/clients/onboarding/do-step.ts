import { platform } from '../../../domain/access/principal.ts'
import type { OnboardingStepName } from '../../../domain/clients/client.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { Client } from '../../../entities/client.ts'
import { OnboardingStep } from '../../../entities/onboarding-step.ts'
import type { Task, TaskVerb } from '../../../kernel/write/activity.ts'
import { inUnit } from '../../../kernel/write/in-unit.ts'
import { finishStep, stepVerbs } from './steps.ts'

export interface StepOutcome {
  done: boolean
}

const makeSettings = doing('SETTINGS')
const makeProducts = doing('PRODUCTS')
const openClientAccounts = doing('CLIENT_ACCOUNTS')
const provideChartOfAccounts = doing('CHART_OF_ACCOUNTS')
const makeReferenceSettings = doing('REFERENCE_SETTINGS')
const copyReminderProfile = doing('REMINDER_PROFILES')
const openCreditLimits = doing('CREDIT_LIMITS')
const beginCompliance = doing('COMPLIANCE')

/** The steps of onboarding as activities, by the names that operators see. */
export const onboardingVerbs = {
  makeSettings,
  makeProducts,
  openClientAccounts,
  provideChartOfAccounts,
  makeReferenceSettings,
  copyReminderProfile,
  openCreditLimits,
  beginCompliance,
}

/** Does a step in its own transaction and records it as done; a second run does nothing. */
function doing(name: OnboardingStepName): TaskVerb<StepOutcome> {
  return async (task) => {
    try {
      return await inUnit(task.runtime, as(task), task, async (unit) => {
        const client = await unit.load(Client, task.entityId)
        const step = await unit.load(OnboardingStep, { clientId: client.id, step: name })
        if (step.status !== 'DONE') {
          await stepVerbs[name](unit, client)
          finishStep(unit, step)
        }
        return { done: true }
      })
    } catch (error) {
      await storeError(task, name, error).catch(() => undefined)
      throw error
    }
  }
}

const as = ({ tenantId }: Task) => platform(tenantId, 'onboarding')

/** Records with the step why it is not done yet; only the log has the cause itself. */
async function storeError(task: Task, name: OnboardingStepName, error: unknown): Promise<void> {
  const { runtime, tenantId, entityId } = task
  runtime.log.warn({ err: error, tenantId, clientId: entityId, step: name }, 'onboarding')
  await inUnit(runtime, as(task), task, async (unit) => {
    const step = await unit.load(OnboardingStep, { clientId: entityId, step: name })
    if (step.status !== 'DONE') step.error = wordsOf(error)
  })
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Refusal)) return 'Something went wrong on our side; it is tried again.'
  return `${error.code}: ${error.message}`.slice(0, 500)
}
