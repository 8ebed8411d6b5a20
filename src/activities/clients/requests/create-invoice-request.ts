import { z } from 'zod'
import { checkAsked, modulesOfRequests } from '../../../domain/clients/invoice-request.ts'
import { refuse } from '../../../domain/refusal.ts'
import { ClientInvoiceRequest } from '../../../entities/client-invoice-request.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { positiveAmountSent } from '../../../kernel/read/amounts.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { id, sentDay } from '../../../kernel/read/fields.ts'
import { settingsOf } from '../../../kernel/read/settings-in-force.ts'
import { loadInPlace } from '../../../kernel/write/hold.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { refuseClosedClient } from '../../access/refuse-closed-client.ts'
import { refuseSwitchedOff } from '../../system/settings/read-modules.ts'
import { invoiceSettings } from '../settings.ts'

const dayToCome = sentDay.meta({ example: '2999-01-31' })

export const askedOfInvoice = z
  .strictObject({
    until: dayToCome,
    pauseInterest: z.boolean(),
    dueDate: dayToCome,
    creditId: id('Invoice'),
    amount: positiveAmountSent,
  })
  .partial()
  .meta({ example: {} })

export const createInvoiceRequestInput = bodyOf(
  ClientInvoiceRequest,
  ['invoiceId', 'type', 'text'],
  { text: '' },
).extend({ data: askedOfInvoice.default({}) })

/** The client is that of the invoice, which whoever asks has to see. */
export async function createInvoiceRequest(
  unit: Unit,
  sent: z.output<typeof createInvoiceRequestInput>,
): Promise<ClientInvoiceRequest> {
  const { invoiceId, type, text, data } = sent
  const seen = await unit.load(Invoice, invoiceId, '/invoiceId')
  await refuseClosedClient(unit, seen.clientId)
  const { clientId } = await loadInPlace(unit, Invoice, invoiceId, '/invoiceId')
  if (!(await settingsOf(unit, clientId, invoiceSettings)).requestsEnabled) {
    refuse('INVOICE_REQUESTS_DISABLED')
  }
  await refuseSwitchedOff(unit, modulesOfRequests[type])
  if (type !== 'OTHER' && unit.runtime.registered.invoiceRequests[type] === undefined) {
    refuse('NOT_YET_IN_USE', {
      detail: `Nothing that is built yet does what ${type} asks for.`,
      errors: [{ pointer: '/type', code: 'NOT_YET_IN_USE', message: 'Ask for it as OTHER' }],
    })
  }
  await checkData(unit, sent, clientId)
  return unit.add(ClientInvoiceRequest, {
    clientId,
    invoiceId,
    type,
    text,
    data,
    status: 'OPEN',
    reasonCode: null,
    comments: [],
    requestedBy: unit.principal.id,
    decidedBy: null,
    decidedAt: null,
  })
}

/** A credit note that is named is one of the client's. */
export async function checkData(
  unit: Unit,
  { type, data }: Pick<ClientInvoiceRequest, 'type' | 'data'>,
  clientId: string,
): Promise<void> {
  checkAsked(type, data)
  if (data.creditId === undefined) return
  await unit.load(Invoice, { id: data.creditId, clientId }, '/data/creditId')
}
