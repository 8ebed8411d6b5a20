import { aboutClaim } from '../domain/about-claim.ts'
import { Client } from '../entities/client.ts'
import { Invoice } from '../entities/invoice.ts'
import { rowsOf } from '../kernel/read/rows.ts'
import type { Unit } from '../kernel/write/unit.ts'

/** For the details of its process; nothing of one that is gone. */
export async function aboutInvoice(unit: Unit, invoiceId: string): Promise<{ about?: string }> {
  const fields = ['invoiceNumber', 'grossAmount', 'invoiceCurrency', 'clientId'] as const
  const [invoice] = await rowsOf(unit, Invoice, { id: [invoiceId] }, fields)
  if (invoice === undefined) return {}
  const [client] = await rowsOf(unit, Client, { id: [invoice.clientId] }, ['name'])
  return { about: aboutClaim(invoice, client) }
}
