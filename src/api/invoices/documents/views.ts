import { viewOf } from '../../../kernel/read/view.ts'
import { z } from 'zod'
import { Document } from '../../../entities/document.ts'

/** A file is there, and how large it is, once the document is STORED. */
export const documentView = viewOf(
  Document,
  [
    'id',
    'type',
    'ownerType',
    'ownerId',
    'clientId',
    'debtorId',
    'invoiceId',
    'filename',
    'mimeType',
    'language',
    'status',
    'retentionUntil',
    'createdBy',
    'versioned',
  ],
  {
    more: { size: z.int().nullable(), sha256: z.string().nullable() },
    show: (row) => ({
      size: row.status === 'STORED' ? row.size : null,
      sha256: row.status === 'STORED' ? row.sha256 : null,
    }),
  },
)
