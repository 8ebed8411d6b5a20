import type { DocumentType } from '../../domain/distribution/document.ts'
import { plainFilename } from '../../domain/filename.ts'
import {
  isOfType,
  typeOfFile,
  withEnding,
  type FileType,
} from '../../domain/distribution/file-kind.ts'
import { invalid } from '../../domain/refusal.ts'
import { Document } from '../../entities/document.ts'
import { isArrived } from '../../ports/documents/arrived.ts'
import { newStorageKey } from '../../ports/documents/documents.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { FileOwner } from './file-owner.ts'
import { sha256Of } from './refuse-changed.ts'
import type { SentFile } from './sent-file.ts'

/** A file whose bytes are what they are said to be, and whose name nothing runs by. */
export interface CheckedFile {
  filename: string
  mimeType: FileType
  size: number
  sha256: string
}

export function checkedFile(sent: SentFile, pointer = ''): CheckedFile {
  const file = seenOf(sent)
  if (file.size === 0) invalid(`${pointer}/content`, 'EMPTY', 'The file is empty')
  const mimeType = sent.mimeType ?? typeOfFile(file.bytes, sent.filename)
  if (mimeType === undefined) {
    return invalid(`${pointer}/content`, 'TYPE_UNKNOWN', 'The bytes are of no type that is kept')
  }
  if (!isOfType(mimeType, file.bytes)) {
    invalid(`${pointer}/content`, 'CONTENT_DIFFERS', `The bytes are not of the type ${mimeType}`)
  }
  return {
    filename: withEnding(plainFilename(sent.filename), mimeType),
    mimeType,
    size: file.size,
    sha256: file.sha256,
  }
}

/** Of what came as a stream only that is at hand which was seen on its way. */
function seenOf({ content, brought }: SentFile) {
  if (isArrived(brought)) return { bytes: brought, size: brought.size, sha256: brought.sha256 }
  const bytes = Buffer.from(content, 'base64')
  return { bytes, size: bytes.byteLength, sha256: sha256Of(bytes) }
}

/** Keeps a file that somebody sent; its bytes are in the store before its row is committed. */
export async function addFile(
  unit: Unit,
  type: DocumentType,
  owner: FileOwner,
  sent: SentFile,
  pointer = '',
): Promise<Document> {
  const file = checkedFile(sent, pointer)
  const storageKey = newStorageKey()
  const document = unit.add(Document, {
    type,
    ...owner,
    ...file,
    storageKey,
    status: 'STORED',
    createdBy: unit.principal.id,
  })
  await unit.flush()
  await keepBytes(storageKey, sent)
  return document
}

/** In the store before the commit: a name for what was written before there was a connection. */
export async function keepBytes(storageKey: string, { brought }: SentFile): Promise<void> {
  if (brought === undefined) throw new Error('an operation that keeps files says takesFile')
  await brought.keep(storageKey)
}
