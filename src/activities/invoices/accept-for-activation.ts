import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { productCodes, type ProductCode } from '../../domain/clients/product.ts'
import { guardRelease } from '../../domain/invoices/activation.ts'
import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { Invoice } from '../../entities/invoice.ts'
import { startAsked } from '../../entities/table.ts'
import { traceparent } from '../../ports/tracing/traced.ts'
import { refusalsNow } from '../access/may-still-act.ts'
import { sameAsCaller } from '../access/who-is-behind.ts'
import { heldRows, setForm } from '../../kernel/write/set-form.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { readFitness, refuseUnfit, type Fitness } from './fit-for-activation.ts'

export const acceptForActivationInput = z.strictObject({
  productCode: z.enum(productCodes).meta({ example: 'INVOICE_SERVICE' }),
})
export type WantedActivation = z.output<typeof acceptForActivationInput>

/** What an invoice becomes, and the request for a second person that it had before. */
interface Accepted {
  mainStatus: Invoice['mainStatus']
  awaited: InvoiceActivation | undefined
  /** Released by this, as a second person; otherwise asked for anew. */
  isReleased: boolean
}

export interface InActivation {
  invoice: Invoice
  activation: InvoiceActivation
}

const accepting = setForm<Invoice, WantedActivation, Facts, Accepted, InActivation>({
  ...heldRows(Invoice),
  // What day it is there is read beside them, since the rules ask for it.
  hold: async (unit, ids) => (await Promise.all([unit.held(Invoice, ids), unit.today()]))[0],
  read: factsFor,
  rule: acceptOne,
  write: writeAccepted,
  finish(unit, made) {
    const begun = made.flatMap(({ result: { activation } }) =>
      activation.status === 'WAITING' ? [activation] : [],
    )
    if (begun.length > 1) startBatch(unit, begun)
    else for (const activation of begun) startActivation(unit, activation)
  },
})

/**
 * Accepts an invoice for activation; its process does the work later. If the client's settings ask
 * for it, it waits for a second person.
 */
export const acceptForActivation = accepting.one

/**
 * The same for many invoices with as few statements as for one. One process does the work of all
 * that are accepted together.
 */
export const acceptManyForActivation = accepting.many

interface Facts extends Fitness {
  productCode: ProductCode
  /** Pending requests for a second person, by invoice. */
  awaiting: ReadonlyMap<string, InvoiceActivation>
  /** Those of them whose requester may not ask for it any more. */
  fallen: ReadonlySet<InvoiceActivation>
  /** The requesters who are the same person as the caller. */
  callers: ReadonlySet<string>
}

async function factsFor(
  unit: Unit,
  invoices: readonly Invoice[],
  { productCode }: WantedActivation,
): Promise<Facts> {
  const waiting = invoices.filter(({ mainStatus }) => mainStatus === 'PENDING_AUTHORIZATION')
  const ids = waiting.map(({ id }) => id)
  const [fitness, awaiting] = await Promise.all([
    readFitness(unit, invoices),
    ids.length === 0
      ? []
      : unit.readEach(InvoiceActivation, `invoice_id = any($2) and status = 'HELD'`, [ids]),
  ])
  const askers = awaiting.map(({ requestedBy }) => requestedBy)
  const isNone = awaiting.length === 0
  return {
    ...fitness,
    productCode,
    callers: isNone ? new Set() : await sameAsCaller(unit, askers),
    fallen: isNone ? new Set() : await fallenOf(unit, awaiting),
    awaiting: new Map(awaiting.map((activation) => [activation.invoiceId, activation])),
  }
}

/** What somebody asked for who is gone, or has lost the right since, waits for nobody. */
async function fallenOf(
  unit: Unit,
  awaiting: readonly InvoiceActivation[],
): Promise<ReadonlySet<InvoiceActivation>> {
  const asked = awaiting.map(({ requestedBy: principalId, openedBy = null, clientId }) => ({
    principalId,
    openedBy,
    clientId,
  }))
  const refused = await refusalsNow(unit, asked)
  return new Set(awaiting.filter((_, at) => refused[at] !== undefined))
}

function acceptOne(invoice: Invoice, facts: Facts): Accepted {
  const { productCode } = facts
  const awaited = facts.awaiting.get(invoice.id)
  const isReleased = awaited !== undefined && !facts.fallen.has(awaited)
  const holds = !isReleased && facts.validation.invoiceSettingsOf(invoice).authorizationRequired
  const mainStatus =
    holds && awaited !== undefined
      ? invoice.mainStatus
      : lifeOfInvoice.move(invoice.mainStatus, holds ? 'hold' : 'accept')
  if (isReleased) {
    const isRequester = facts.callers.has(awaited.requestedBy)
    guardRelease(awaited, { isRequester, productCode })
  }
  refuseUnfit(invoice, productCode, facts)
  return { mainStatus, awaited, isReleased }
}

function writeAccepted(
  unit: Unit,
  invoice: Invoice,
  { mainStatus, awaited, isReleased }: Accepted,
  { productCode }: Facts,
): InActivation {
  unit.update(Invoice, invoice, { mainStatus, productCode })
  if (isReleased && awaited !== undefined) {
    const released = { status: 'WAITING', authorizedBy: unit.principal.id } as const
    unit.update(InvoiceActivation, awaited, released)
    return { invoice, activation: awaited }
  }
  const isHeld = mainStatus === 'PENDING_AUTHORIZATION'
  const asked = {
    productCode,
    status: isHeld ? 'HELD' : 'WAITING',
    requestedBy: unit.principal.id,
    ...(isHeld && { openedBy: unit.scope.openedBy ?? null }),
  } as const
  if (awaited !== undefined) {
    unit.update(InvoiceActivation, awaited, asked)
    return { invoice, activation: awaited }
  }
  unit.update(Invoice, invoice, { activationNumber: invoice.activationNumber + 1 })
  const activation = unit.insert(InvoiceActivation, {
    ...asked,
    invoiceId: invoice.id,
    clientId: invoice.clientId,
    number: invoice.activationNumber,
    step: 'BEGIN',
  })
  return { invoice, activation }
}

function startBatch(unit: Unit, begun: readonly InvoiceActivation[]): void {
  const batchId = randomUUID()
  for (const activation of begun) unit.update(InvoiceActivation, activation, { batchId })
  unit.start('activateBatch', batchId)
}

/** The current or last activation of an invoice. */
export function presentActivation(
  unit: Unit,
  { id, activationNumber }: Pick<Invoice, 'id' | 'activationNumber'>,
): Promise<InvoiceActivation> {
  return unit.load(InvoiceActivation, { invoiceId: id, number: activationNumber })
}

/** Its process begins with the commit, or once there is an engine and a worker again. */
export function startActivation(unit: Unit, activation: InvoiceActivation): void {
  unit.update(InvoiceActivation, activation, startAsked(unit.now, traceparent()))
}

/** The business key of one activation, of which there is one process. */
export function activationKey(activation: { invoiceId: string; number: number }): string {
  return `${activation.invoiceId}/${activation.number}`
}
