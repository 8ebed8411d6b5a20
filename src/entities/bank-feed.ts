import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow } from '../domain/event-rules.ts'
import { feedKinds } from '../domain/payments/bank-feed.ts'
import { hostKeys, idOf, name, oneOf, text, wholeNumber } from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** Where a bank leaves its files for the tenant, and they are fetched by themselves. */
export const BankFeed = defineEntity({
  name: 'BankFeed',
  ...tenantTable('bank_feed', {
    secrets: ['credentials'],
    sealed: ['credentials'],
    // Told by its errand; else each look at it would be a change.
    unrecorded: ['fetchedAt', 'fault'],
    pointsAt: { bank_feed_name_unique: ['name'] },
    references: { tenantId: 'tenant' },
    events: {
      BANK_FEED: { means: ofRow(), rights: ['ReadSystemBankAccount'], shows: ['name', 'kind'] },
    },
  }),
  properties: {
    ...identified('BK'),
    name: name(100, 'Bank statements'),
    kind: oneOf(10, feedKinds),
    /** Below that of the tenant, or on the server. */
    folder: text(200, 'statements'),
    host: text(253, 'sftp.bank.example').nullable(),
    port: wholeNumber({ least: 1, most: 65_535, example: 22 }).nullable(),
    username: text(100, 'nordlund').nullable(),
    hostKey: hostKeys().nullable(),
    /** What we are let in by, sealed. */
    credentials: p.text().nullable().hidden(),
    active: p.boolean(),
    /** When it was last looked at, and what was then in the way. */
    fetchedAt: p.datetime(3).nullable(),
    fault: text(300, 'The server took too long').nullable(),
    ...versioned,
  },
  uniques: [{ name: 'bank_feed_name_unique', properties: ['tenantId', 'name'] }],
  indexes: [
    { name: 'bank_feed_kind_index', properties: ['tenantId', 'kind', 'id'] },
    { name: 'bank_feed_active_index', properties: ['tenantId', 'active', 'id'] },
  ],
})
export type BankFeed = InferEntity<typeof BankFeed>

/** A file that was taken, and is still to go out of the way where it was found. */
export const BankFeedFile = defineEntity({
  name: 'BankFeedFile',
  ...tenantTable('bank_feed_file', {
    silent: true,
    references: { feedId: 'bank_feed' },
  }),
  properties: {
    ...identified('BKF'),
    feedId: idOf('BankFeed'),
    filename: text(200),
    size: p.bigint('string'),
    modifiedMs: p.bigint('string'),
    goesInto: oneOf(10, ['done', 'failed']),
    goesAs: text(250),
  },
  uniques: [{ name: 'bank_feed_file_name_unique', properties: ['tenantId', 'feedId', 'filename'] }],
})
export type BankFeedFile = InferEntity<typeof BankFeedFile>
