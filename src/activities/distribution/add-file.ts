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
import type { Arrived } from '../../ports/documents/arrived.ts'
import { newStorageKey } from '../../ports/documents/documents.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { FileOwner } from './file-owner.ts'
import type { SentFile } from './sent-file.ts'

/** A file whose bytes are what they are said to be, and whose name nothing runs by. */
export interface CheckedFile {
  filename: string
  mimeType: FileType
  size: number
  sha256: string
}

export function checkedFile(sent: SentFile, pointer = ''): CheckedFile {
  const file = broughtIn(sent)
  if (file.size === 0) invalid(`${pointer}/content`, 'EMPTY', 'The file is empty')
  const mimeType = sent.mimeType ?? typeOfFile(file, sent.filename)
  if (mimeType === undefined) {
    return invalid(`${pointer}/content`, 'TYPE_UNKNOWN', 'The bytes are of no type that is kept')
  }
  if (!isOfType(mimeType, file)) {
    invalid(`${pointer}/content`, 'CONTENT_DIFFERS', `The bytes are not of the type ${mimeType}`)
  }
  return {
    filename: withEnding(plainFilename(sent.filename), mimeType),
    mimeType,
    size: file.size,
    sha256: file.sha256,
  }
}

/** It is in the store, and was looked at on its way there. */
export function broughtIn({ brought }: SentFile): Arrived {
  if (brought === undefined) throw new Error('an operation that keeps files says takesFile')
  return brought
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
  await keepBytes(unit, storageKey, sent)
  return document
}

/** A name for what was written before there was a connection, and only with the row's commit. */
export async function keepBytes(unit: Unit, storageKey: string, sent: SentFile): Promise<void> {
  await broughtIn(sent).keep(storageKey, (text, values) => unit.transaction.query(text, values))
}
