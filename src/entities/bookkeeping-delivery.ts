import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import {
  attemptOutcomes,
  deliveryMethods,
  fileDeliveryStatuses,
  lifeOfFileDelivery,
} from '../domain/bookkeeping/file-delivery.ts'
import { ownerTypes } from '../domain/bookkeeping/ledger.ts'
import { ofRow } from '../domain/event-rules.ts'
import { anyId, email, hostKeys, idOf, oneOf, text, wholeNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Where the bookkeeping files of a book are delivered, by one method. */
export const BookkeepingReceiver = defineEntity({
  name: 'BookkeepingReceiver',
  ...tenantTable('bookkeeping_receiver', {
    clientColumn: 'client_id',
    secrets: ['credentials'],
    sealed: ['credentials'],
    pointsAt: { bookkeeping_receiver_method_unique: ['method'] },
    references: { tenantId: 'tenant', clientId: 'client' },
    events: {
      BOOKKEEPING_RECEIVER: {
        means: ofRow(),
        rights: ['ReadClientBookkeepingDetails'],
        shows: ['method'],
      },
    },
  }),
  properties: {
    ...identified('BKR'),
    ownerType: oneOf(10, ownerTypes),
    ownerId: anyId('C.'),
    clientId: idOf('Client').nullable(),
    method: oneOf(10, deliveryMethods),
    email: email().nullable(),
    url: text(2000, 'https://books.example.com/files').nullable(),
    host: text(253, 'sftp.books.example').nullable(),
    port: wholeNumber({ least: 1, most: 65_535, example: 22 }).nullable(),
    folder: text(200, 'in').nullable(),
    username: text(100, 'nordlund').nullable(),
    hostKey: hostKeys().nullable(),
    /** What lets us in, or signs what is posted; sealed. */
    credentials: p.text().nullable().hidden(),
    active: p.boolean(),
    ...versioned,
  },
  uniques: [
    {
      name: 'bookkeeping_receiver_method_unique',
      properties: ['tenantId', 'ownerId', 'method'],
    },
  ],
  indexes: [
    { name: 'bookkeeping_receiver_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'bookkeeping_receiver_method_index', properties: ['tenantId', 'method', 'id'] },
  ],
})
export type BookkeepingReceiver = InferEntity<typeof BookkeepingReceiver>

/** One bookkeeping file on its way to its receiver: these bytes and no others. */
export const BookkeepingDelivery = defineEntity({
  name: 'BookkeepingDelivery',
  ...tenantTable('bookkeeping_delivery', {
    clientColumn: 'client_id',
    references: {
      tenantId: 'tenant',
      clientId: 'client',
      fileId: 'bookkeeping_file',
    },
    events: { BOOKKEEPING_FILE: { means: lifeOfFileDelivery.events('status') } },
  }),
  properties: {
    ...identified('BKD'),
    fileId: idOf('BookkeepingFile'),
    clientId: idOf('Client').nullable(),
    receiverId: idOf('BookkeepingReceiver'),
    method: oneOf(10, deliveryMethods),
    /** Of the bytes that are delivered: made anew, a file is another delivery. */
    sha256: text(64, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'),
    status: oneOf(10, fileDeliveryStatuses),
    attempts: wholeNumber({ example: 1 }),
    /** Whom it reached, as it stood then. */
    recipient: text(2300, 'books@nordlund.example').nullable(),
    sentAt: p.datetime(3).nullable(),
    error: text(500, 'The receiver answered 400').nullable(),
    ...versioned,
  },
  indexes: [
    { name: 'bookkeeping_delivery_file_index', properties: ['tenantId', 'fileId', 'id'] },
    { name: 'bookkeeping_delivery_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'bookkeeping_delivery_status_index', properties: ['tenantId', 'status', 'id'] },
    {
      name: 'bookkeeping_delivery_queued_index',
      properties: ['updatedAt'],
      where: { status: 'QUEUED' },
    },
  ],
})
export type BookkeepingDelivery = InferEntity<typeof BookkeepingDelivery>

/** One try of a delivery, written down before it is made. */
export const BookkeepingDeliveryAttempt = defineEntity({
  name: 'BookkeepingDeliveryAttempt',
  ...tenantTable('bookkeeping_delivery_attempt', {
    clientColumn: 'client_id',
    silent: true,
    references: { tenantId: 'tenant', deliveryId: 'bookkeeping_delivery' },
  }),
  properties: {
    ...identified('BKA'),
    deliveryId: idOf('BookkeepingDelivery'),
    clientId: idOf('Client').nullable(),
    number: wholeNumber({ example: 1 }),
    startedAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
    outcome: oneOf(12, attemptOutcomes),
    error: text(500, 'The receiver answered 503').nullable(),
  },
  uniques: [
    {
      name: 'bookkeeping_delivery_attempt_unique',
      properties: ['tenantId', 'deliveryId', 'number'],
    },
  ],
})
export type BookkeepingDeliveryAttempt = InferEntity<typeof BookkeepingDeliveryAttempt>
