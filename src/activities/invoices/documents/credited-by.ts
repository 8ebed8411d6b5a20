import { Invoice } from '../../../entities/invoice.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface Credited {
  invoiceNumber: string
  invoiceDate: string
}

const fields = ['id', 'clientId', 'type', 'invoiceNumber', 'invoiceDate'] as const

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
  const clientIds = [...new Set(notes.map(({ clientId }) => clientId))]
  const [byId, byNumber] = await Promise.all([
    rowsOf(unit, Invoice, { clientId: clientIds, id: texts }, fields),
    rowsOf(unit, Invoice, { clientId: clientIds, invoiceNumber: texts }, fields),
  ])
  const numbered = byNumber.filter(({ id }) => !texts.includes(id))
  const found = [...byId, ...numbered].filter(({ type }) => type !== 'CREDIT_INVOICE')
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
