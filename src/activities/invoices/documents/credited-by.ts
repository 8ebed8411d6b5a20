import { Invoice } from '../../../entities/invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface Credited {
  invoiceNumber: string
  invoiceDate: string
}

/** Which invoices each of these credit notes says that it credits, by number or id. */
export async function creditedBy(
  unit: Unit,
  invoices: readonly Invoice[],
): Promise<Map<string, Credited[]>> {
  const notes = invoices.filter(({ type }) => type === 'CREDIT_INVOICE')
  const named = notes.flatMap((note) => {
    const text = note.references?.['creditsInvoiceNumber'] ?? note.references?.['creditsInvoiceId']
    return text === undefined ? [] : [{ note, text }]
  })
  if (named.length === 0) return new Map()
  const texts = [...new Set(named.map(({ text }) => text))]
  const found = await unit.all(Invoice, {
    $or: [{ id: { $in: texts } }, { invoiceNumber: { $in: texts } }],
    clientId: { $in: [...new Set(notes.map(({ clientId }) => clientId))] },
    type: { $ne: 'CREDIT_INVOICE' },
  })
  return new Map(
    named.map(({ note, text }) => [
      note.id,
      found
        .filter(({ id, invoiceNumber, clientId }) => {
          return clientId === note.clientId && (id === text || invoiceNumber === text)
        })
        .map(({ invoiceNumber, invoiceDate }) => ({ invoiceNumber, invoiceDate })),
    ]),
  )
}
