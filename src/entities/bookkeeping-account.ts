import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onCreated, onUpdated } from '../domain/event-rules.ts'
import { accountTypes, ownerTypes } from '../domain/bookkeeping/ledger.ts'
import { anyId, amount, businessDate, currency, idOf, text, name } from './columns.ts'
import { identified, inTenant, tenantTable, versioned } from './table.ts'

/** An account of one book: the tenant's own, or what a client books. Debits are positive. */
export const BookkeepingAccount = defineEntity({
  name: 'BookkeepingAccount',
  ...tenantTable('bookkeeping_account', {
    steady: 'always',
    clientColumn: 'client_id',
    unrecorded: ['balance', 'balanceAsOf'],
    references: { tenantId: 'tenant', clientId: 'client' },
    filledTo: 50,
    events: {
      BOOKKEEPING_ACCOUNT: {
        means: ofRow(),
        rights: ['ReadBookkeepingAccount', 'ReadBookkeepingAccounts'],
      },
    },
  }),
  properties: {
    ...identified('BA'),
    ownerType: p.enum(ownerTypes),
    /** The tenant's id, or the client's. */
    ownerId: anyId('C.'),
    clientId: idOf('Client').nullable(),
    number: text(20, '1510'),
    name: name(200),
    type: p.enum(accountTypes),
    /** The part it plays in posting rules; one account a role, currency and book. */
    role: text(40, 'AR').nullable(),
    vatCode: text(20).nullable(),
    sruCode: text(20).nullable(),
    currency: currency(),
    /** The number of the account that it is in a further currency, where no role says so. */
    besideNumber: p.string().length(20).nullable(),
    balance: amount(),
    balanceAsOf: businessDate().nullable(),
    active: p.boolean(),
    ...versioned,
  },
  uniques: [
    {
      name: 'bookkeeping_account_number_unique',
      properties: ['tenantId', 'ownerId', 'number'],
    },
    {
      name: 'bookkeeping_account_role_currency_unique',
      properties: ['tenantId', 'ownerId', 'role', 'currency'],
    },
    {
      name: 'bookkeeping_account_beside_unique',
      properties: ['tenantId', 'ownerId', 'besideNumber', 'currency'],
    },
  ],
  indexes: [
    { name: 'bookkeeping_account_number_index', properties: ['tenantId', 'number', 'id'] },
    { name: 'bookkeeping_account_name_index', properties: ['tenantId', 'name', 'id'] },
    { name: 'bookkeeping_account_client_index', properties: ['tenantId', 'clientId', 'id'] },
    { name: 'bookkeeping_account_owner_index', properties: ['tenantId', 'ownerType', 'id'] },
  ],
})
export type BookkeepingAccount = InferEntity<typeof BookkeepingAccount>

/**
 * The next number of a series of vouchers: touched last in a booking, so that there are no gaps.
 */
export const VoucherSeries = defineEntity({
  name: 'VoucherSeries',
  ...tenantTable('voucher_series', { silent: true, filledTo: 20 }),
  properties: {
    ...inTenant,
    ownerId: anyId('C.').primary(),
    series: p.string().length(10).primary(),
    fiscalYear: p.integer().primary(),
    nextNumber: p.integer(),
  },
})
export type VoucherSeries = InferEntity<typeof VoucherSeries>

/** Up to which day a book takes no more vouchers. */
export const LockedPeriod = defineEntity({
  name: 'LockedPeriod',
  ...tenantTable('locked_period', {
    steady: 'always',
    clientColumn: 'client_id',
    events: { VOUCHER: { means: [onCreated('periodLocked'), onUpdated('periodLocked')] } },
  }),
  properties: {
    ...inTenant,
    ownerId: anyId('C.').primary(),
    ownerType: p.enum(ownerTypes),
    clientId: idOf('Client').nullable(),
    lockedUntil: businessDate().nullable(),
    /** No voucher of the book is later: those that the lock waited for may have begun after it. */
    closedAt: p.datetime(3).nullable(),
    ...versioned,
  },
})
export type LockedPeriod = InferEntity<typeof LockedPeriod>
