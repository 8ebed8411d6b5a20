import { internalFailure, isUnderWay, type Standing } from '../../domain/invoices/activation.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { leaveErrand, lockErrands } from '../system/leave-errand.ts'
import type { StepFailure, Task } from '../../kernel/write/activity.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { inActivation, type Activating } from './in-activation.ts'

/** The activation stays in its step and leaves an errand, from which a person resumes it. */
export function failActivation(task: Task): Promise<Standing> {
  return inActivation(task, async (unit, all) => {
    await failActivations(unit, all, () => task.failure ?? internalFailure)
    return new Map()
  })
}

export async function failActivations(
  unit: Unit,
  all: readonly Activating[],
  failureOf: (activating: Activating) => StepFailure,
): Promise<void> {
  const moving = all.filter(({ activation }) => isUnderWay(activation.status))
  if (moving.length > 1) {
    await lockErrands(
      unit,
      moving.map(({ activation }) => errandKeyOf(activation)),
    )
  }
  for (const { activation, invoice } of moving) {
    const { code, message } = failureOf({ activation, invoice })
    const { step } = activation
    const booked = step === 'POST_ACTIVATE'
    const what = booked ? 'What follows the activation of' : 'The activation of'
    const error = errorText({ code, message })
    unit.update(InvoiceActivation, activation, { status: 'FAILED', error })
    await leaveErrand(unit, {
      type: booked ? 'POST_ACTIVATION' : 'ACTIVATION_FAILED',
      subjectType: 'Invoice',
      subjectId: invoice.id,
      clientId: invoice.clientId,
      severity: booked ? 'NORMAL' : 'HIGH',
      title: `${what} ${invoice.invoiceNumber} failed: ${code}`,
      data: { activationId: activation.id, number: activation.number, step, code, message },
      suggestion: { action: booked ? 'RETRY_POST_ACTIVATE' : 'RETRY_ACTIVATION', reason: message },
      dedupeKey: errandKeyOf(activation),
    })
  }
}

const errorMax = 500

export const errorText = ({ code, message }: StepFailure) =>
  `${code}: ${message}`.slice(0, errorMax)

/** One errand for an activation, even if several of its steps fail. */
export function errandKeyOf({ id }: Pick<InvoiceActivation, 'id'>): string {
  return `activation/${id}`
}
