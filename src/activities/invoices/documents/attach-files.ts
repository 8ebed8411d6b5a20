import { z } from 'zod'
import { invalid, refuse } from '../../../domain/refusal.ts'
import { Client } from '../../../entities/client.ts'
import type { Document } from '../../../entities/document.ts'
import { Invoice } from '../../../entities/invoice.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { addFile, type FileOwner } from '../../distribution/add-file.ts'
import { isNarrowed } from '../../../domain/access/scope.ts'
import { sentFile } from '../../distribution/sent-file.ts'
import { id } from '../../../kernel/read/fields.ts'
import { pictureTypes } from '../../../domain/distribution/file-kind.ts'

export const attachToInvoiceInput = sentFile.extend({ invoiceId: id('Invoice') })

/** Keeps a file with an invoice. */
export async function attachToInvoice(
  unit: Unit,
  { invoiceId, ...file }: z.output<typeof attachToInvoiceInput>,
): Promise<Document> {
  return addFile(unit, 'ATTACHMENT', await ownedByInvoice(unit, invoiceId), file)
}

export const attachToClientInput = sentFile.extend({ clientId: id('Client').optional() })

/** Keeps a file with a client: its own, for a caller who is bound to one. */
export async function attachToClient(
  unit: Unit,
  { clientId, ...file }: z.output<typeof attachToClientInput>,
): Promise<Document> {
  return addFile(unit, 'ATTACHMENT', await ownedByClient(unit, clientId), file)
}

const filesMax = 10

export const connectFilesInput = z.strictObject({
  ownerType: z.enum(['INVOICE', 'CLIENT']),
  ownerId: z.string().min(1).max(60),
  files: z.array(sentFile).min(1).max(filesMax),
})
type Connected = z.output<typeof connectFilesInput>

/** Keeps several files with one owner, all or none. */
export async function connectFiles(unit: Unit, sent: Connected): Promise<Document[]> {
  const { ownerType, ownerId, files } = sent
  const owner =
    ownerType === 'INVOICE'
      ? await ownedByInvoice(unit, ownerId, '/ownerId')
      : await clientNamed(unit, ownerId, '/ownerId')
  const documents: Document[] = []
  for (const [at, file] of files.entries()) {
    documents.push(await addFile(unit, 'ATTACHMENT', owner, file, `/files/${at}`))
  }
  return documents
}

export const addBrandInput = sentFile.extend({ mimeType: z.enum(pictureTypes) })

/** Keeps a picture of the tenant's own brand; who sees some clients only has no say in it. */
export async function addBrand(
  unit: Unit,
  file: z.output<typeof addBrandInput>,
): Promise<Document> {
  if (isNarrowed(unit.scope)) refuse('ACCESS_DENIED')
  const owner = { ownerType: 'TENANT', ownerId: unit.tenantId, clientId: null } as const
  return addFile(unit, 'BRAND', owner, file)
}

async function ownedByInvoice(
  unit: Unit,
  invoiceId: string,
  pointer = '/invoiceId',
): Promise<FileOwner> {
  const { clientId, debtorId } = await unit.load(Invoice, invoiceId, pointer)
  return { ownerType: 'INVOICE', ownerId: invoiceId, clientId, debtorId, invoiceId }
}

async function ownedByClient(unit: Unit, named: string | undefined): Promise<FileOwner> {
  const { clientId, debtorId } = unit.scope
  if (debtorId !== null) refuse('ACCESS_DENIED')
  if (clientId !== null && named !== undefined) {
    invalid('/clientId', 'COMES_FROM_TOKEN', 'The client is that of the token')
  }
  const of = clientId ?? named ?? invalid('/clientId', 'REQUIRED', 'Say whose file it is')
  return clientNamed(unit, of, '/clientId')
}

async function clientNamed(unit: Unit, id: string, pointer: string): Promise<FileOwner> {
  await unit.load(Client, id, pointer)
  return { ownerType: 'CLIENT', ownerId: id, clientId: id }
}
