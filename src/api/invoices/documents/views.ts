import { z } from 'zod'
import {
  documentOwners,
  documentStatuses,
  documentTypes,
  languages,
} from '../../../domain/distribution/document.ts'
import { exampleId } from '../../../domain/ids.ts'
import type { Document } from '../../../entities/document.ts'
import { id, showVersioned, versionedView } from '../../../kernel/read/fields.ts'

/** A file is there, and how large it is, once the document is STORED. */
export const DocumentView = z
  .object({
    id: id('Document'),
    type: z.enum(documentTypes),
    ownerType: z.enum(documentOwners),
    ownerId: z.string().meta({ example: exampleId('Invoice') }),
    clientId: id('Client').nullable(),
    debtorId: id('Debtor').nullable(),
    invoiceId: id('Invoice').nullable(),
    filename: z.string().meta({ example: 'Faktura 2026-1001.pdf' }),
    mimeType: z.string().meta({ example: 'application/pdf' }),
    language: z.enum(languages).nullable(),
    size: z.int().nullable(),
    sha256: z.string().nullable(),
    status: z.enum(documentStatuses),
    retentionUntil: z.iso.date().nullable(),
    createdBy: z.string(),
    ...versionedView,
  })
  .meta({ id: 'Document' })

export const showDocument = (row: Document): z.output<typeof DocumentView> => ({
  id: row.id,
  type: row.type,
  ownerType: row.ownerType,
  ownerId: row.ownerId,
  clientId: row.clientId ?? null,
  debtorId: row.debtorId ?? null,
  invoiceId: row.invoiceId ?? null,
  filename: row.filename,
  mimeType: row.mimeType,
  language: row.language ?? null,
  size: row.status === 'STORED' ? row.size : null,
  sha256: row.status === 'STORED' ? row.sha256 : null,
  status: row.status,
  retentionUntil: row.retentionUntil ?? null,
  createdBy: row.createdBy,
  ...showVersioned(row),
})
