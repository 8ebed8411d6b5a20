import { z } from 'zod'
import { invalid, notFound } from '../../domain/refusal.ts'
import { Document } from '../../entities/document.ts'
import { id } from '../../kernel/read/fields.ts'
import type { Unit } from '../../kernel/write/unit.ts'

export const logotypeInput = z.strictObject({ documentId: id('Document').nullable() })

/** A logotype must be a stored image of the tenant, or of the client that is meant. */
export async function refuseNoLogotype(
  unit: Unit,
  clientId: string | null,
  documentId: unknown,
  pointer: string,
): Promise<void> {
  if (typeof documentId !== 'string') return
  const document = await unit.load(Document, documentId, pointer)
  if (document.clientId != null && document.clientId !== clientId) notFound(pointer)
  if (document.status !== 'STORED' || !/^image\/(?:png|jpeg)$/.test(document.mimeType)) {
    invalid(pointer, 'NOT_AN_IMAGE', 'A logotype is a stored PNG or JPEG')
  }
}
