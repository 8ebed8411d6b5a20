import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import {
  bankFileFormats,
  lifeOfPaymentFile,
  paymentFileStatuses,
  type DuplicateRead,
  type Finding,
} from '../domain/payments/bank-file.ts'
import { idOf, principalId, text, wholeNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** A file of a bank, as it was sent; what was taken of it stands in its batches. */
export const PaymentFile = defineEntity({
  name: 'PaymentFile',
  ...tenantTable('payment_file', {
    clientColumn: 'client_id',
    references: { clientId: 'client', documentId: 'document' },
    pointsAt: { payment_file_content_unique: ['content'] },
    events: {
      PAYMENT_FILE: {
        means: [...lifeOfPaymentFile.events('status'), ...ofRow()],
        rights: ['ReadPaymentFile', 'ReadPaymentFiles'],
        shows: ['filename', 'format', 'status', 'entryCount', 'duplicateCount', 'findingCount'],
      },
    },
  }),
  properties: {
    ...identified('PF'),
    /** The client whose account it is about, where it is one client's. */
    clientId: idOf('Client').nullable(),
    filename: text(200, 'camt054.xml'),
    /** Found by what stands in it, once it is read. */
    format: p.enum(bankFileFormats).nullable(),
    status: p.enum(paymentFileStatuses),
    size: wholeNumber({ example: 48_211 }),
    sha256: p.string().length(64),
    documentId: idOf('Document'),
    /** Payments that came with it, and those that had come before. */
    entryCount: wholeNumber({ example: 12 }),
    duplicateCount: wholeNumber({ example: 0 }),
    findingCount: wholeNumber({ example: 0 }),
    /** The first of what is wrong in it. */
    findings: p.json<readonly Finding[]>(),
    /** The first of what had come before, and where it came first. */
    duplicates: p.json<readonly DuplicateRead[]>().nullable(),
    importedAt: p.datetime(3).nullable(),
    createdBy: principalId(),
    ...versioned,
  },
  uniques: [{ name: 'payment_file_content_unique', properties: ['tenantId', 'sha256'] }],
  indexes: [
    { name: 'payment_file_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'payment_file_status_index', properties: ['tenantId', 'status', 'id'] },
    { name: 'payment_file_format_index', properties: ['tenantId', 'format', 'id'] },
    { name: 'payment_file_document_index', properties: ['tenantId', 'documentId'] },
  ],
})
export type PaymentFile = InferEntity<typeof PaymentFile>
