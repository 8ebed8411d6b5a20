import { retentionUntil } from '../../domain/bookkeeping/retention.ts'
import { Document } from '../../entities/document.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import type { Kept } from '../distribution/keep-file.ts'
import { firstDayOf } from './read-books.ts'

type Made = Pick<Document, 'type' | 'filename' | 'mimeType'> & Kept

/** A file of the tenant's own that tells others what to pay, kept for as long as its books. */
export async function addTenantDocument(unit: Unit, file: Made): Promise<Document> {
  return unit.add(Document, {
    ownerType: 'TENANT',
    ownerId: unit.tenantId,
    ...file,
    status: 'STORED',
    retentionUntil: retentionUntil(await unit.today(), await firstDayOf(unit, {})),
    createdBy: unit.principal.id,
  })
}
