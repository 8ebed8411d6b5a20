import { ClientInvoiceRequest } from '../../entities/client-invoice-request.ts'
import { Client } from '../../entities/client.ts'
import { Invoice } from '../../entities/invoice.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { ownerOfRow, type RowOwner } from '../system/owner-of-row.ts'

/** The tables whose rows keep files. */
const owners = { INVOICE: Invoice, CLIENT: Client, INVOICE_REQUEST: ClientInvoiceRequest }

export type FileOwnerType = keyof typeof owners
export type OwnerOfFiles = (typeof owners)[FileOwnerType]
export const fileOwnerTypes = Object.keys(owners) as [FileOwnerType, ...FileOwnerType[]]

export const fileOwnerTypeOf = (owner: OwnerOfFiles): FileOwnerType =>
  fileOwnerTypes.find((type) => owners[type] === owner) as FileOwnerType

/** What is written beside a file: what it belongs to, and whose that is. */
export interface FileOwner extends RowOwner {
  ownerType: FileOwnerType | 'TENANT'
  ownerId: string
  /** The claim that it is about, with which it is seen and kept. */
  invoiceId: string | null
}

/** The owner in the caller's scope: who may not see it cannot keep anything with it. */
export async function fileOwnerOf(
  unit: Unit,
  ownerType: FileOwnerType,
  ownerId: string,
  pointer?: string,
): Promise<FileOwner> {
  const whose = await ownerOfRow(unit, owners[ownerType], ownerId, pointer)
  const invoiceId = ownerType === 'INVOICE' ? ownerId : null
  return { ownerType, ownerId, ...whose, invoiceId }
}
