import { z } from 'zod'
import {
  addBrand,
  attachToClient,
  attachToInvoice,
  connectFiles,
  attachToInvoiceInput,
  attachToClientInput,
  addBrandInput,
  connectFilesInput,
} from '../../../activities/invoices/documents/attach-files.ts'
import { deleteDocument } from '../../../activities/invoices/documents/delete-document.ts'
import { fileOf } from '../../../activities/invoices/documents/document-bytes.ts'
import { generateDocument } from '../../../activities/invoices/documents/generate-document.ts'
import {
  linkDocument,
  linkDocumentInput,
} from '../../../activities/invoices/documents/link-document.ts'
import {
  makeInvoiceDocument,
  makeInvoiceDocumentInput,
} from '../../../activities/invoices/documents/make-document.ts'
import { fileTypes } from '../../../domain/distribution/file-kind.ts'
import { Document } from '../../../entities/document.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { documents, ofInvoices } from './collection.ts'
import { extendedSearch } from './extended.ts'
import { documentView } from './views.ts'

const shown = { shows: documentView } as const
const made = {
  ...shown,
  status: 201,
  takesFile: true,
  locate: ({ id: document }: { id: string }) => `/documents/${document}`,
} as const

const generate = operation('PUT /documents/{id}/generate', 'CreateDocuments', {
  summary: 'Generate the file of a document that waits for one',
  ...shown,
  refuses: ['DOCUMENT_WITHOUT_FILE'],
}).handle(({ unit, params }) => generateDocument(unit, params.id))

const readFile = operation('GET /documents/{id}/file', 'ReadDocument', {
  summary: 'Read the file itself',
  file: fileTypes,
  extension: true,
  refuses: ['DOCUMENT_WITHOUT_FILE'],
}).handle(({ unit, params }) => fileOf(unit, params.id))

const remove = operation('DELETE /documents/{id}', 'DeleteDocuments', {
  names: { entity: Document },
  summary: 'Delete a document, once the law no longer wants it kept',
  refuses: ['DOCUMENT_RETAINED'],
}).handle(({ unit, params }) => deleteDocument(unit, params.id))

const attachInvoice = operation('POST /documents/attachments/invoice', 'CreateDocuments', {
  summary: 'Attach a file to an invoice',
  body: attachToInvoiceInput,
  ...made,
  refuses: ['NOT_FOUND'],
}).handle(({ unit, body }) => attachToInvoice(unit, body))

const attachClient = operation('POST /documents/attachments/client', 'CreateDocuments', {
  summary: 'Keep a file with a client',
  body: attachToClientInput,
  ...made,
  refuses: ['NOT_FOUND'],
}).handle(({ unit, body }) => attachToClient(unit, body))

const brand = operation('POST /documents/brand/instance-provider', 'CreateDocuments', {
  summary: 'Keep a picture of the brand, for documents to show',
  body: addBrandInput,
  ...made,
}).handle(({ unit, body }) => addBrand(unit, body))

const connect = operation('POST /documents/connected-files', 'CreateDocuments', {
  summary: 'Keep several files with one invoice or client, all or none',
  body: connectFilesInput,
  returns: z.object({ documents: z.array(documentView.schema) }).meta({ id: 'ConnectedFiles' }),
  shows: (rows: readonly Document[]) => ({ documents: rows.map((row) => documentView.show(row)) }),
  status: 201,
  takesFile: true,
  locate: ({ documents: [first] }) => `/documents/${first?.id ?? ''}`,
  refuses: ['NOT_FOUND'],
}).handle(({ unit, body }) => connectFiles(unit, body))

const makeInvoice = operation('POST /documents/invoice', 'CreateDocuments', {
  summary: 'Create the document of a booked invoice; one that is there is given',
  body: makeInvoiceDocumentInput,
  ...shown,
  status: 201,
  locate: ({ id: document }) => `/documents/${document}`,
  refuses: ['NOT_FOUND', 'INVOICE_NOT_ACTIVATED'],
}).handle(({ unit, body }) => makeInvoiceDocument(unit, body))

const link = operation('POST /documents/link-invoice', 'LinkDocumentToInvoice', {
  summary: 'Link a document that is kept with a client to an invoice',
  body: linkDocumentInput,
  ...shown,
  status: 200,
  refuses: ['NOT_FOUND', 'VERSION_CONFLICT', 'DOCUMENT_BELONGS_ELSEWHERE'],
}).handle(({ unit, body }) => linkDocument(unit, body))

export default {
  listDocuments: operation('GET /documents', 'ReadDocuments', documents.list),
  readDocument: operation('GET /documents/{id}', 'ReadDocument', documents.read),
  searchDocuments: operation('POST /documents/search', 'SearchDocument', documents.search),
  searchDocumentsExtended: operation(
    'POST /documents/search_extended',
    'SearchDocument',
    extendedSearch,
  ),
  listInvoiceDocuments: operation('GET /documents/invoices', 'ReadDocuments', ofInvoices.list),
  readDocumentFile: readFile,
  createInvoiceDocument: makeInvoice,
  attachFileToInvoice: attachInvoice,
  attachFileToClient: attachClient,
  connectFiles: connect,
  uploadBrandPicture: brand,
  linkDocumentToInvoice: link,
  generateDocument: generate,
  deleteDocument: remove,
} satisfies Room
