import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { productCodes, type ProductCode } from '../../domain/clients/product.ts'
import { guardRelease } from '../../domain/invoices/activation.ts'
import { lifeOfInvoice } from '../../domain/invoices/transitions.ts'
import { notFound, Refusal, refusedAmong, type Refused } from '../../domain/refusal.ts'
import { InvoiceActivation } from '../../entities/invoice-activation.ts'
import { Invoice } from '../../entities/invoice.ts'
import { startAsked } from '../../entities/table.ts'
import { sameAsCaller } from '../access/who-is-behind.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { readFitness, refuseUnfit, type Fitness } from './fit-for-activation.ts'

export const acceptForActivationInput = z.strictObject({
  productCode: z.enum(productCodes).meta({ example: 'INVOICE_SERVICE' }),
})
export type WantedActivation = z.output<typeof acceptForActivationInput>

/**
 * Accepts an invoice for activation; its process does the work later. If the client's settings ask
 * for it, it waits for a second person.
 */
export async function acceptForActivation(
  unit: Unit,
  invoiceId: string,
  wanted: WantedActivation,
): Promise<Invoice> {
  const [[invoice = notFound()]] = await Promise.all([
    unit.readEach(Invoice, 'id = $2', [invoiceId], 'held'),
    unit.today(),
  ])
  const refused = await accept(unit, [invoice], wanted, (one) => startActivation(unit, one))
  const refusal = refused.get(invoiceId)
  if (refusal !== undefined) throw refusal
  return invoice
}

/**
 * The same for many invoices with as few statements as for one; returns the refusals. One process
 * does the work of all that are accepted together.
 */
export async function acceptManyForActivation(
  unit: Unit,
  invoiceIds: readonly string[],
  wanted: WantedActivation,
): Promise<Refused> {
  // What day it is there is read beside them, since the rules ask for it.
  const [found] = await Promise.all([
    unit.readEach(Invoice, 'id = any($2)', [invoiceIds], 'held'),
    unit.today(),
  ])
  // In the order in which they are asked for, as their references and vouchers are numbered.
  const byId = new Map(found.map((invoice) => [invoice.id, invoice]))
  const invoices = invoiceIds.flatMap((id) => byId.get(id) ?? [])
  const batchId = randomUUID()
  const started: string[] = []
  const refused = await accept(unit, invoices, wanted, (activation) => {
    unit.update(InvoiceActivation, activation, { batchId })
    started.push(activation.id)
  })
  if (started.length > 0) unit.start('activateBatch', batchId)
  const missing = invoiceIds.filter((id) => !byId.has(id))
  return new Map([...refused, ...missing.map((id) => [id, new Refusal('NOT_FOUND')] as const)])
}

async function accept(
  unit: Unit,
  invoices: readonly Invoice[],
  { productCode }: WantedActivation,
  begin: Begin,
): Promise<Refused> {
  const facts = await factsFor(unit, invoices)
  return refusedAmong(
    invoices,
    ({ id }) => id,
    (invoice) => {
      const activation = acceptOne(unit, invoice, productCode, facts)
      if (activation.status === 'WAITING') begin(activation)
    },
  )
}

/** What has an activation begin that waits for nobody. */
type Begin = (activation: InvoiceActivation) => void

interface Facts extends Fitness {
  /** Pending requests for a second person, by invoice. */
  awaiting: ReadonlyMap<string, InvoiceActivation>
  /** The requesters who are the same person as the caller. */
  callers: ReadonlySet<string>
}

async function factsFor(unit: Unit, invoices: readonly Invoice[]): Promise<Facts> {
  const waiting = invoices.filter(({ mainStatus }) => mainStatus === 'PENDING_AUTHORIZATION')
  const ids = waiting.map(({ id }) => id)
  const [fitness, awaiting] = await Promise.all([
    readFitness(unit, invoices),
    ids.length === 0
      ? []
      : unit.readEach(InvoiceActivation, `invoice_id = any($2) and status = 'HELD'`, [ids]),
  ])
  const askers = awaiting.map(({ requestedBy }) => requestedBy)
  const callers = askers.length === 0 ? new Set<string>() : await sameAsCaller(unit, askers)
  return {
    ...fitness,
    callers,
    awaiting: new Map(awaiting.map((activation) => [activation.invoiceId, activation])),
  }
}

/** Every check comes before the first change, so that a refused invoice of many is unchanged. */
function acceptOne(
  unit: Unit,
  invoice: Invoice,
  productCode: ProductCode,
  facts: Facts,
): InvoiceActivation {
  const { id, clientId } = invoice
  const awaited = facts.awaiting.get(id)
  const holds =
    awaited === undefined && facts.validation.invoiceSettingsOf(invoice).authorizationRequired
  const mainStatus = lifeOfInvoice.move(invoice.mainStatus, holds ? 'hold' : 'accept')
  if (awaited !== undefined) {
    const isRequester = facts.callers.has(awaited.requestedBy)
    guardRelease(awaited, { isRequester, productCode })
  }
  refuseUnfit(invoice, productCode, facts)
  unit.update(Invoice, invoice, { mainStatus, productCode })
  if (awaited !== undefined) {
    const released = { status: 'WAITING', authorizedBy: unit.principal.id } as const
    unit.update(InvoiceActivation, awaited, released)
    return awaited
  }
  unit.update(Invoice, invoice, { activationNumber: invoice.activationNumber + 1 })
  return unit.insert(InvoiceActivation, {
    invoiceId: id,
    clientId,
    number: invoice.activationNumber,
    productCode,
    status: holds ? 'HELD' : 'WAITING',
    step: 'BEGIN',
    requestedBy: unit.principal.id,
  })
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
  unit.update(InvoiceActivation, activation, startAsked(unit.now))
}

/** The business key of one activation, of which there is one process. */
export function activationKey(activation: { invoiceId: string; number: number }): string {
  return `${activation.invoiceId}/${activation.number}`
}
