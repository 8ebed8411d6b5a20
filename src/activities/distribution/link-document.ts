import { refuse } from '../../domain/refusal.ts'
import { Document } from '../../entities/document.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { FileOwner } from './file-owner.ts'

/** Puts a document that was kept with its client to what of this client it is about. */
export async function linkDocument(
  unit: Unit,
  documentId: string,
  owner: FileOwner,
): Promise<Document> {
  const document = await unit.load(Document, documentId, '/documentId')
  const { ownerType, ownerId } = document
  const isHere = ownerType === owner.ownerType && ownerId === owner.ownerId
  const isClients = ownerType === 'CLIENT' && ownerId === owner.clientId
  if (!isHere && !isClients) refuse('DOCUMENT_BELONGS_ELSEWHERE')
  return Object.assign(document, owner)
}
