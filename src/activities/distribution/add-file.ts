import { createHash } from 'node:crypto'
import type { DocumentType } from '../../domain/distribution/document.ts'
import { plainFilename } from '../../domain/distribution/filename.ts'
import { isOfType, withEnding } from '../../domain/distribution/file-kind.ts'
import { invalid } from '../../domain/refusal.ts'
import { Document } from '../../entities/document.ts'
import { newStorageKey } from '../../ports/documents/documents.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { SentFile } from './sent-file.ts'

export interface FileOwner {
  ownerType: 'INVOICE' | 'CLIENT' | 'TENANT'
  ownerId: string
  clientId: string | null
  debtorId?: string | null
  invoiceId?: string | null
}

/** Keeps a file that somebody sent; its bytes are in the store before its row is committed. */
export async function addFile(
  unit: Unit,
  type: DocumentType,
  owner: FileOwner,
  { filename, mimeType, content }: SentFile,
  pointer = '',
): Promise<Document> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.byteLength === 0) invalid(`${pointer}/content`, 'EMPTY', 'The file is empty')
  if (!isOfType(mimeType, bytes)) {
    invalid(`${pointer}/content`, 'CONTENT_DIFFERS', `The bytes are not of the type ${mimeType}`)
  }
  const document = unit.add(Document, {
    type,
    ...owner,
    filename: withEnding(plainFilename(filename), mimeType),
    mimeType,
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    storageKey: newStorageKey(),
    status: 'STORED',
    createdBy: unit.principal.id,
  })
  await unit.flush()
  await unit.runtime.documents.put(document.storageKey as string, bytes)
  return document
}
