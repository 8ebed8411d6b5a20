import { sql } from 'kysely'
import { z } from 'zod'
import { addFile } from '../activities/distribution/add-file.ts'
import {
  fileOwnerOf,
  fileOwnerTypeOf,
  fileOwnerTypes,
  type OwnerOfFiles,
} from '../activities/distribution/file-owner.ts'
import { sentFile } from '../activities/distribution/sent-file.ts'
import { linkDocument } from '../activities/distribution/link-document.ts'
import { distributionStatuses } from '../domain/distribution/distribution.ts'
import { documentTypes } from '../domain/distribution/document.ts'
import { exampleId, kindOf, type IdKind } from '../entities/ids.ts'
import { Document } from '../entities/document.ts'
import type { BehaviourOfRow } from '../kernel/http/operation.ts'
import { collection } from '../kernel/read/collection.ts'
import { id } from '../kernel/read/fields.ts'
import { exact, instants, text, type Filter } from '../kernel/read/filter.ts'
import { viewOf } from '../kernel/read/view.ts'

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
    'distributionStatus',
    'channel',
    'recipient',
    'sentAt',
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
type DocumentView = z.output<typeof documentView.schema>

/** It is the invoice's own, by which an index knows it. */
const ofInvoice: NonNullable<Filter['finds']> = (column, asked) => {
  const ids = 'one' in asked ? [asked.one] : 'among' in asked ? asked.among : []
  return sql<boolean>`(owner_id = any(${ids}) and ${sql.ref(column)} = any(${ids}))`
}

const asked = {
  shows: documentView,
  filters: {
    type: exact(z.enum(documentTypes)),
    ownerId: exact(z.string().min(1).max(60)),
    clientId: exact(id('Client')),
    invoiceId: { ...exact(id('Invoice')), finds: ofInvoice },
    filename: text(),
    distributionStatus: exact(z.enum(distributionStatuses)),
    createdAt: instants(),
  },
  sort: ['-createdAt', 'filename'],
} as const

export const documents = collection(Document, { noun: ['document', 'documents'], ...asked })

export const documentPlace = ({ id: document }: { id: string }) => `/documents/${document}`

/** What operations that make a document have in common. */
export const madeDocument = {
  shows: documentView,
  status: 201,
  locate: documentPlace,
} as const

const filesMax = 10
const several = z.strictObject({
  ownerType: z.enum(fileOwnerTypes).meta({ example: 'CLIENT' }),
  ownerId: z
    .string()
    .min(1)
    .max(60)
    .meta({ example: exampleId('Client') }),
  files: z.array(sentFile).min(1).max(filesMax),
})
const connected = z
  .object({ documents: z.array(documentView.schema) })
  .meta({ id: 'ConnectedFiles' })
type Connected = z.output<typeof connected>

/** Several files with one owner, all or none. */
export const connectFiles = {
  summary: 'Keep several files with one invoice or client, all or none',
  body: several,
  shows: {
    schema: connected,
    show: (rows) => ({ documents: rows.map((row) => documentView.show(row)) }),
  },
  status: 201,
  takesFile: true,
  locate: ({ documents: [first] }) => `/documents/${first?.id ?? ''}`,
  refuses: ['NOT_FOUND'],
  handle: async ({ unit, body: { ownerType, ownerId, files } }) => {
    const owner = await fileOwnerOf(unit, ownerType, ownerId, '/ownerId')
    const rows: Document[] = []
    for (const [at, file] of files.entries()) {
      rows.push(await addFile(unit, 'ATTACHMENT', owner, file, `/files/${at}`))
    }
    return rows
  },
} satisfies BehaviourOfRow<never, z.output<typeof several>, undefined, Document[], Connected>

/** A body with the owner's id under `field`, beside the given fields. */
function naming<F extends string, S extends z.ZodRawShape>(field: F, kind: IdKind, shape: S) {
  const body: unknown = z.strictObject({ [field]: id(kind), ...shape })
  // The compiler widens a computed key to any string; here it is this one.
  return body as z.ZodType<Record<F, string> & z.output<z.ZodObject<S>>>
}

/** The files of one owner. */
export function documentsOf<const F extends string>(owner: OwnerOfFiles, field: F) {
  const ownerType = fileOwnerTypeOf(owner)
  const kind = kindOf(owner.meta)
  const own = collection(Document, {
    noun: ['document of one of them', 'documents of all of them'],
    only: { ownerType },
    ...asked,
  })
  const toAttach = naming(field, kind, sentFile.shape)
  const toLink = naming(field, kind, { documentId: id('Document') })
  return {
    list: own.list,

    attach: {
      summary: 'Keep a file with one of them',
      body: toAttach,
      ...madeDocument,
      takesFile: true,
      refuses: ['NOT_FOUND'],
      handle: async ({ unit, body }) => {
        const whose = await fileOwnerOf(unit, ownerType, body[field], `/${field}`)
        return addFile(unit, 'ATTACHMENT', whose, body)
      },
    } satisfies BehaviourOfRow<never, z.output<typeof toAttach>, undefined, Document, DocumentView>,

    link: {
      summary: 'Put a document that is kept with the client to one of them',
      body: toLink,
      shows: documentView,
      status: 200,
      refuses: ['NOT_FOUND', 'VERSION_CONFLICT', 'DOCUMENT_BELONGS_ELSEWHERE'],
      handle: async ({ unit, body }) => {
        const whose = await fileOwnerOf(unit, ownerType, body[field], `/${field}`)
        return linkDocument(unit, body.documentId, whose)
      },
    } satisfies BehaviourOfRow<never, z.output<typeof toLink>, undefined, Document, DocumentView>,
  }
}
