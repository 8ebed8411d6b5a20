import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import {
  distributionStatuses,
  lifeOfDistribution,
  sendingWays,
} from '../domain/distribution/distribution.ts'
import { documentOwners, documentStatuses, documentTypes } from '../domain/distribution/document.ts'
import { languages } from '../domain/languages.ts'
import { anyId, businessDate, idOf, text, principalId } from './columns.ts'
import { documentToDebtor, filesOfDebtor } from './debtor-sees.ts'
import { addedHow, identified, tenantTable, versioned } from './table.ts'

/** What is kept to the end of the seventh year after its own is kept as long at least. */
export const usuallyKeptDays = 2_556

/** Whoever makes, sends or withdraws it changes these, and nothing of what somebody filed. */
const followingFromSending = [
  'status',
  'filename',
  'size',
  'sha256',
  'mimeType',
  'storageKey',
  'frozen',
  'senderShownId',
  'debtorShownId',
  'debtorId',
  'retentionUntil',
  'distributionStatus',
  'channel',
  'recipient',
  'sentAt',
]

/** A file that belongs to something, and where its bytes are. */
export const Document = defineEntity({
  name: 'Document',
  ...tenantTable('document', {
    clientColumn: 'client_id',
    debtorColumn: 'debtor_id',
    debtorSees: filesOfDebtor,
    owner: { entity: 'Invoice', key: 'invoiceId' },
    added: { but: followingFromSending },
    onMove: 'follows',
    debtorIsShown: documentToDebtor,
    references: { tenantId: 'tenant', invoiceId: 'invoice' },
    events: {
      DOCUMENT: { means: ofRow(), rights: ['ReadDocument', 'ReadDocuments'] },
      DISTRIBUTION: {
        means: lifeOfDistribution.events('distributionStatus'),
        rights: ['ReadDistribution', 'ReadDistributions'],
        shows: ['type', 'invoiceId', 'channel', 'sentAt'],
      },
    },
  }),
  properties: {
    ...identified('DOC'),
    type: p.enum(documentTypes),
    ownerType: p.enum(documentOwners),
    ownerId: anyId('I'),
    clientId: idOf('Client').nullable(),
    debtorId: idOf('Debtor').nullable(),
    invoiceId: idOf('Invoice').nullable(),
    filename: text(200, 'Faktura 2026-1001.pdf'),
    mimeType: text(100, 'application/pdf'),
    language: p.enum(languages).nullable(),
    size: p.integer(),
    sha256: p.string().length(64),
    /** None while only its data is frozen and nobody has asked for the file. */
    storageKey: p.string().length(200).nullable().hidden(),
    /** What the file shows, for one that is made when it is first asked for. */
    frozen: p.json<unknown[]>().columnType('json').nullable().hidden(),
    senderShownId: idOf('Snapshot').nullable().hidden(),
    debtorShownId: idOf('Snapshot').nullable().hidden(),
    status: p.enum(documentStatuses),
    /** None of a document that nobody has to be sent. */
    distributionStatus: p.enum(distributionStatuses).nullable(),
    /** How, to where and when it was sent; no address where a person sent it. */
    channel: p.enum(sendingWays).nullable(),
    recipient: text(254).nullable(),
    sentAt: p.datetime(3).nullable(),
    /** What makes it once for its owner: one document of the invoice for each activation. */
    sourceKey: p.string().length(200).nullable(),
    retentionUntil: businessDate().nullable(),
    createdBy: principalId(),
    ...addedHow,
    ...versioned,
  },
  uniques: [
    // Also for those of an owner, which are few.
    { name: 'document_source_unique', properties: ['tenantId', 'ownerId', 'sourceKey'] },
  ],
  indexes: [
    {
      name: 'document_client_index',
      properties: ['tenantId', 'clientId'],
      where: { clientId: { $ne: null } },
    },
    {
      name: 'document_type_index',
      properties: ['tenantId', 'type', 'id'],
      where: { type: { $ne: 'INVOICE' } },
    },
    {
      name: 'document_type_filename_index',
      properties: ['tenantId', 'type', 'filename', 'id'],
      where: { type: { $ne: 'INVOICE' } },
    },
    { name: 'document_filename_index', properties: ['tenantId', 'filename', 'id'] },
    {
      name: 'document_distribution_index',
      expression:
        'create index document_distribution_index on document (tenant_id, distribution_status, id) where distribution_status is not null',
    },
    // Of what is to go sooner after it was made than nearly all is, which is found by its age.
    {
      name: 'document_retention_index',
      expression: `create index document_retention_index on document (tenant_id, retention_until, id) where retention_until < (created_at at time zone 'UTC')::date + ${usuallyKeptDays}`,
    },
    {
      name: 'document_queued_index',
      expression: `create index document_queued_index on document (tenant_id, updated_at) where distribution_status = 'QUEUED'`,
    },
  ],
})
export type Document = InferEntity<typeof Document>
