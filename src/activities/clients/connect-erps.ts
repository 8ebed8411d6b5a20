import { z } from 'zod'
import { erpUses } from '../../domain/clients/client.ts'
import { refuse } from '../../domain/refusal.ts'
import { Client } from '../../entities/client.ts'
import { Erp } from '../../entities/erp.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { id } from '../../kernel/read/fields.ts'

export const connectErpsInput = z.strictObject({
  invoiceErpId: id('Erp'),
  bookkeepErpId: id('Erp'),
})

/** Chooses the business systems of a client: for its invoices, and for its books. */
export async function connectErps(
  unit: Unit,
  clientId: string,
  sent: z.output<typeof connectErpsInput>,
): Promise<Client> {
  const client = await unit.load(Client, clientId)
  const invoiceErp = await unit.load(Erp, sent.invoiceErpId, '/invoiceErpId')
  const bookkeepErp = await unit.load(Erp, sent.bookkeepErpId, '/bookkeepErpId')
  refuseUnfit(invoiceErp, 'INVOICE', '/invoiceErpId')
  refuseUnfit(bookkeepErp, 'BOOKKEEPING', '/bookkeepErpId')
  client.invoiceErpId = invoiceErp.id
  client.bookkeepErpId = bookkeepErp.id
  return client
}

export const connectClientToErpInput = z
  .strictObject({ use: z.enum(erpUses).optional() })
  .prefault({})

/** The same by the business system: for all its uses or one. */
export async function connectClientToErp(
  unit: Unit,
  erpId: string,
  clientId: string,
  { use }: z.output<typeof connectClientToErpInput>,
): Promise<Client> {
  const client = await unit.load(Client, clientId)
  const erp = await unit.load(Erp, erpId)
  const wanted = use ?? erp.uses
  if (wanted !== 'BOOKKEEPING') {
    refuseUnfit(erp, 'INVOICE', '/use')
    client.invoiceErpId = erp.id
  }
  if (wanted !== 'INVOICE') {
    refuseUnfit(erp, 'BOOKKEEPING', '/use')
    client.bookkeepErpId = erp.id
  }
  return client
}

function refuseUnfit(erp: Erp, use: 'INVOICE' | 'BOOKKEEPING', pointer: string): void {
  if (erp.active && (erp.uses === 'BOTH' || erp.uses === use)) return
  const message = erp.active ? `It is for ${erp.uses} only` : 'It is not active'
  refuse('ERP_NOT_FITTING', { errors: [{ pointer, code: 'NOT_FITTING', message }] })
}
