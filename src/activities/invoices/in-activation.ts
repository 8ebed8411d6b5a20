import { aboutClaim } from '../../domain/about-claim.ts'
import { platform } from '../../domain/access/principal.ts'
import { isUnderWay, type Standing } from '../../domain/invoices/activation.ts'
import type { ActivationStep } from '../../domain/invoices/invoice.ts'
import type { Refused } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { Invoice } from '../../entities/invoice.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import type { Task } from '../../kernel/write/activity.ts'
import { inUnitByNotes } from '../../kernel/write/in-unit.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { clientFields } from './documents/freeze-invoice.ts'

/** An activation and its invoice, both held until the commit. */
export interface Activating {
  activation: InvoiceActivation
  invoice: Invoice
}

export const standingOf = ({ status, step }: Standing): Standing => ({ status, step })

export const asActivation = (tenantId: string) => platform(tenantId, 'activation')

/** Those under way whose next step this is; a second or late call finds none. */
export const standsAt =
  (step: ActivationStep) =>
  ({ activation }: Activating): boolean =>
    activation.step === step && isUnderWay(activation.status)

/** A step of many; returns who was refused, in whom nothing has changed. */
export type Step = (unit: Unit, all: readonly Activating[]) => Promise<Refused>

/**
 * Runs a step of one activation, at the workflow's time. What refuses the step is thrown; where one
 * that was done with it refuses, it stops there, and meets the same when that is done by itself.
 */
export function inActivation(task: Task, step: Step): Promise<Standing> {
  return inActivationBeside(task, async () => undefined, step)
}

/** The same, with what is asked about it in the message that holds it. */
export function inActivationBeside<Asked>(
  task: Task,
  ask: (unit: Unit, ids: readonly string[]) => Promise<Asked>,
  step: (unit: Unit, all: readonly Activating[], asked: Asked) => Promise<Refused>,
): Promise<Standing> {
  return inUnitByNotes(task.runtime, asActivation(task.tenantId), task, async (unit) => {
    const ids = [task.entityId]
    const [all, asked] = await Promise.all([lockActivations(unit, ids), ask(unit, ids)])
    const before = all[0]?.activation.step
    const refusal = (await step(unit, all, asked)).get(task.entityId)
    const present = all[0]?.activation ?? { status: 'WITHDRAWN', step: 'BEGIN' }
    if (refusal !== undefined && present.step === before) throw refusal
    return { ...standingOf(present), ...(await aboutOf(unit, all[0])) }
  })
}

/** Its client was asked for by the same question where the step was done in one message. */
async function aboutOf(unit: Unit, one: Activating | undefined): Promise<{ about?: string }> {
  if (one === undefined) return {}
  const ids = [one.invoice.clientId]
  const [client] = await rowsOf(unit, Client, { id: ids }, clientFields)
  return { about: aboutClaim(one.invoice, client) }
}

const ofThem = `id in (select a.invoice_id from invoice_activation a
  where a.tenant_id = $1 and a.id = any($2))`

/** Activations with their invoices, in the order of the invoices. */
export async function lockActivations(unit: Unit, ids: readonly string[]): Promise<Activating[]> {
  // The tenant is read beside them, since every step asks what day it is there.
  const [invoices, activations] = await Promise.all([
    unit.readEach(Invoice, ofThem, [ids], 'held'),
    unit.readEach(InvoiceActivation, 'id = any($2)', [ids]),
    unit.tenant(),
  ])
  const byInvoice = Map.groupBy(activations, ({ invoiceId }) => invoiceId)
  return invoices.flatMap((invoice) =>
    (byInvoice.get(invoice.id) ?? []).map((activation) => ({ activation, invoice })),
  )
}
