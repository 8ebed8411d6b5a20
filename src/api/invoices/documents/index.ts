import {
  addBrand,
  addBrandInput,
  attachToClient,
  attachToClientInput,
} from '../../../activities/invoices/documents/attach-files.ts'
import { deleteDocument } from '../../../activities/invoices/documents/delete-document.ts'
import { fileOf } from '../../../activities/invoices/documents/document-bytes.ts'
import { generateDocument } from '../../../activities/invoices/documents/generate-document.ts'
import {
  makeInvoiceDocument,
  makeInvoiceDocumentInput,
} from '../../../activities/invoices/documents/make-document.ts'
import {
  connectFiles,
  documents,
  documentsOf,
  documentView,
  madeDocument,
} from '../../../behaviours/documents.ts'
import { fileTypeOf } from '../../../domain/bookkeeping/bookkeeping-file.ts'
import { fileTypes } from '../../../domain/distribution/file-kind.ts'
import { Document } from '../../../entities/document.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { operation, type Room } from '../../../kernel/http/operation.ts'
import { extendedSearch } from './extended-search.ts'

const ofInvoice = documentsOf(Invoice, 'invoiceId')

const generate = operation('PUT /documents/{id}/generate', 'CreateDocuments', {
  summary: 'Generate the file of a document that waits for one',
  shows: documentView,
  refuses: ['DOCUMENT_WITHOUT_FILE', 'DOCUMENT_FILE_DIFFERS', 'DOCUMENT_NOT_DRAWN'],
}).handle(({ unit, params }) => generateDocument(unit, params.id))

const readFile = operation('GET /documents/{id}/file', 'ReadDocument', {
  summary: 'Read the file itself',
  // What the platform makes besides what people may send.
  file: [...fileTypes, fileTypeOf.JSON.mimeType, fileTypeOf.XLSX.mimeType],
  extension: true,
  refuses: ['DOCUMENT_WITHOUT_FILE', 'DOCUMENT_FILE_DIFFERS', 'DOCUMENT_NOT_DRAWN'],
}).handle(({ unit, params }) => fileOf(unit, params.id))

const remove = operation('DELETE /documents/{id}', 'DeleteDocuments', {
  names: { entity: Document },
  summary: 'Delete a document, once the law no longer wants it kept',
  refuses: ['DOCUMENT_RETAINED'],
}).handle(({ unit, params }) => deleteDocument(unit, params.id))

const attachClient = operation('POST /documents/attachments/client', 'CreateDocuments', {
  summary: 'Keep a file with a client',
  body: attachToClientInput,
  ...madeDocument,
  takesFile: true,
  refuses: ['NOT_FOUND'],
}).handle(({ unit, body }) => attachToClient(unit, body))

const brand = operation('POST /documents/brand/instance-provider', 'CreateDocuments', {
  summary: 'Keep a picture of the brand, for documents to show',
  body: addBrandInput,
  ...madeDocument,
  takesFile: true,
}).handle(({ unit, body }) => addBrand(unit, body))

const makeInvoice = operation('POST /documents/invoice', 'CreateDocuments', {
  summary: 'Create the document of a booked invoice; one that is there is given',
  body: makeInvoiceDocumentInput,
  ...madeDocument,
  refuses: ['NOT_FOUND', 'INVOICE_NOT_ACTIVATED', 'DOCUMENT_NOT_DRAWN'],
}).handle(({ unit, body }) => makeInvoiceDocument(unit, body))

export default {
  listDocuments: operation('GET /documents', 'ReadDocuments', documents.list),
  readDocument: operation('GET /documents/{id}', 'ReadDocument', documents.read),
  searchDocuments: operation('POST /documents/search', 'SearchDocument', documents.search),
  searchDocumentsExtended: operation(
    'POST /documents/search_extended',
    'SearchDocument',
    extendedSearch,
  ),
  listInvoiceDocuments: operation('GET /documents/invoices', 'ReadDocuments', {
    ...ofInvoice.list,
    summary: 'List documents of invoices',
  }),
  readDocumentFile: readFile,
  createInvoiceDocument: makeInvoice,
  attachFileToInvoice: operation('POST /documents/attachments/invoice', 'CreateDocuments', {
    ...ofInvoice.attach,
    summary: 'Attach a file to an invoice',
  }),
  attachFileToClient: attachClient,
  connectFiles: operation('POST /documents/connected-files', 'CreateDocuments', connectFiles),
  uploadBrandPicture: brand,
  linkDocumentToInvoice: operation('POST /documents/link-invoice', 'LinkDocumentToInvoice', {
    ...ofInvoice.link,
    summary: 'Link a document that is kept with a client to an invoice',
  }),
  generateDocument: generate,
  deleteDocument: remove,
} satisfies Room
