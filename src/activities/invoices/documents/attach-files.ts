import { z } from 'zod'
import { isNarrowed } from '../../../domain/access/scope.ts'
import { pictureTypes } from '../../../domain/distribution/file-kind.ts'
import { invalid, refuse } from '../../../domain/refusal.ts'
import type { Document } from '../../../entities/document.ts'
import { id } from '../../../kernel/read/fields.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { addFile } from '../../distribution/add-file.ts'
import { fileOwnerOf } from '../../distribution/file-owner.ts'
import { sentFile } from '../../distribution/sent-file.ts'

export const attachToClientInput = sentFile.extend({ clientId: id('Client').optional() })

/** Keeps a file with a client: its own, for a caller who is bound to one. */
export async function attachToClient(
  unit: Unit,
  { clientId: named, ...file }: z.output<typeof attachToClientInput>,
): Promise<Document> {
  const { clientId, debtorId } = unit.scope
  if (debtorId !== null) refuse('ACCESS_DENIED')
  if (clientId !== null && named !== undefined) {
    invalid('/clientId', 'COMES_FROM_TOKEN', 'The client is that of the token')
  }
  const of = clientId ?? named ?? invalid('/clientId', 'REQUIRED', 'Say whose file it is')
  return addFile(unit, 'ATTACHMENT', await fileOwnerOf(unit, 'CLIENT', of, '/clientId'), file)
}

/** One transparent point. */
const examplePng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const addBrandInput = sentFile.extend({
  mimeType: z.enum(pictureTypes).meta({ example: 'image/png' }),
  content: sentFile.shape.content.meta({ example: examplePng }),
})

/** Stores a picture of the tenant's brand; callers who see only some clients may not. */
export async function addBrand(
  unit: Unit,
  file: z.output<typeof addBrandInput>,
): Promise<Document> {
  if (isNarrowed(unit.scope)) refuse('ACCESS_DENIED')
  const nobodys = { clientId: null, debtorId: null, invoiceId: null }
  const owner = { ownerType: 'TENANT', ownerId: unit.tenantId, ...nobodys } as const
  return addFile(unit, 'BRAND', owner, file)
}
