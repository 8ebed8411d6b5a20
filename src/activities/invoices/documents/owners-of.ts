import { Client } from '../../../entities/client.ts'
import { Debtor } from '../../../entities/debtor.ts'
import { Invoice } from '../../../entities/invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

export interface DocumentOwner {
  clientName: string | null
  customerNumber: string | null
  debtorName: string | null
  invoiceNumber: string | null
}

interface Owned {
  clientId: string | null
  debtorId: string | null
  invoiceId: string | null
}

/** Whom and what documents belong to, by name, in as many statements as for one of them. */
export async function documentOwnersOf(
  unit: Unit,
  list: readonly Owned[],
): Promise<DocumentOwner[]> {
  const ids = (field: keyof Owned) => [
    ...new Set(list.map((one) => one[field]).filter((id) => id !== null)),
  ]
  const clients = byId(await unit.all(Client, { id: { $in: ids('clientId') } }))
  const debtors = byId(await unit.all(Debtor, { id: { $in: ids('debtorId') } }))
  const invoices = byId(await unit.all(Invoice, { id: { $in: ids('invoiceId') } }))
  return list.map(({ clientId, debtorId, invoiceId }) => {
    const debtor = debtors.get(debtorId ?? '')
    return {
      clientName: clients.get(clientId ?? '')?.name ?? null,
      customerNumber: debtor?.customerNumber ?? null,
      debtorName: debtor?.name ?? null,
      invoiceNumber: invoices.get(invoiceId ?? '')?.invoiceNumber ?? null,
    }
  })
}

function byId<E extends { id: string }>(rows: readonly E[]): Map<string, E> {
  return new Map(rows.map((row) => [row.id, row]))
}
