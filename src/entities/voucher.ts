import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { ofRow, onBecoming, onChange } from '../domain/event-rules.ts'
import { lifeOfVoucher, lifeOfVoucherRequest } from '../domain/bookkeeping/voucher-life.ts'
import {
  claimTypes,
  ownerTypes,
  voucherRequestStatuses,
  voucherStatuses,
} from '../domain/bookkeeping/ledger.ts'
import {
  anyId,
  amount,
  businessDate,
  currency,
  idOf,
  prose,
  text,
  wholeNumber,
  principalId,
} from './columns.ts'
import { identified, tenantTable, versioned } from './table.ts'

/** One entry of one book. Its postings, date and number never change; only its way outside does. */
export const Voucher = defineEntity({
  name: 'Voucher',
  ...tenantTable('voucher', {
    clientColumn: 'client_id',
    running: ['number'],
    immutable: [
      'status',
      'reversedById',
      'fileId',
      'externalSystem',
      'externalId',
      'externalError',
      'externalAttempts',
      'version',
      'updatedAt',
    ],
    owner: { entity: { field: 'sourceType', entities: { Invoice: 'Invoice' } }, key: 'sourceId' },
    onMove: { stays: 'It is booked' },
    references: { financialEventId: 'financial_event' },
    events: {
      VOUCHER: {
        means: [
          ...lifeOfVoucher.events('status'),
          onChange('externalAttempts', 'sent'),
          ...ofRow(),
        ],
        rights: ['ReadVoucher', 'ReadVouchers'],
      },
    },
  }),
  properties: {
    ...identified('V'),
    ownerType: p.enum(ownerTypes),
    ownerId: anyId('C.'),
    clientId: idOf('Client').nullable(),
    series: text(10, 'A'),
    number: wholeNumber({ least: 1, example: 1 }),
    fiscalYear: wholeNumber({ example: 2026 }),
    date: businessDate(),
    text: prose(500),
    /** The posting rule it follows, such as P1; MANUAL for what a person wrote. */
    rule: text(20, 'P1'),
    financialEventId: idOf('FinancialEvent').nullable(),
    sourceType: text(40, 'INVOICE'),
    sourceId: p.string().length(60),
    status: p.enum(voucherStatuses),
    currency: currency(),
    total: amount(),
    reversesId: idOf('Voucher').nullable(),
    reversedById: idOf('Voucher').nullable(),
    fileId: idOf('Document').nullable(),
    externalSystem: p.string().length(60).nullable(),
    externalId: p.string().length(200).nullable(),
    externalError: p.string().length(1000).nullable(),
    externalAttempts: p.integer(),
    createdBy: principalId(),
    ...versioned,
  },
  checks: [{ name: 'voucher_total_positive', expression: 'total > 0' }],
  uniques: [
    {
      name: 'voucher_number_unique',
      properties: ['tenantId', 'ownerId', 'series', 'fiscalYear', 'number'],
    },
  ],
  indexes: [
    {
      name: 'voucher_client_index',
      properties: ['tenantId', 'clientId'],
      where: { clientId: { $ne: null } },
    },
    { name: 'voucher_date_index', properties: ['tenantId', 'date', 'id'] },
    { name: 'voucher_series_index', properties: ['tenantId', 'series'] },
    { name: 'voucher_number_index', properties: ['tenantId', 'number'] },
    { name: 'voucher_status_index', properties: ['tenantId', 'status'] },
    { name: 'voucher_source_index', properties: ['tenantId', 'sourceId'] },
    {
      name: 'voucher_event_index',
      properties: ['tenantId', 'financialEventId'],
      where: { financialEventId: { $ne: null } },
    },
  ],
})
export type Voucher = InferEntity<typeof Voucher>

export const VoucherPosting = defineEntity({
  name: 'VoucherPosting',
  ...tenantTable('voucher_posting', {
    onMove: { stays: 'It is booked' },
    clientColumn: 'client_id',
    silent: true,
    immutable: [],
    references: { accountId: 'bookkeeping_account' },
  }),
  properties: {
    ...identified('VP'),
    voucherId: idOf('Voucher'),
    ownerId: anyId('C.'),
    /** Whose book it is in, where that is a client's: whom a client's caller may see. */
    clientId: idOf('Client').nullable(),
    accountId: idOf('BookkeepingAccount'),
    accountNumber: text(20, '1510'),
    role: text(40, 'AR').nullable(),
    line: p.integer(),
    /** Debits are positive, credits negative. */
    amount: amount(),
    currency: currency(),
    date: businessDate(),
    recordedAt: p.datetime(3),
    /** Whom and what it is about, in either book. */
    aboutClientId: idOf('Client').nullable(),
    debtorId: idOf('Debtor').nullable(),
    claimType: p.enum(claimTypes).nullable(),
    claimId: anyId('I').nullable(),
    clientAccountId: idOf('ClientAccount').nullable(),
    costCentre: p.string().length(60).nullable(),
    project: p.string().length(60).nullable(),
    text: prose(500),
  },
  checks: [{ name: 'voucher_posting_moves', expression: 'amount <> 0' }],
  // Lines are counted from one: the postings of a voucher come in one statement or not at all.
  uniques: [{ name: 'voucher_posting_line_unique', properties: ['tenantId', 'voucherId', 'line'] }],
  indexes: [
    // Without the id: those of one account and day are sorted at once.
    { name: 'voucher_posting_account_index', properties: ['tenantId', 'accountId', 'date'] },
    { name: 'voucher_posting_number_index', properties: ['tenantId', 'accountNumber'] },
    { name: 'voucher_posting_date_index', properties: ['tenantId', 'date', 'id'] },
    {
      name: 'voucher_posting_claim_index',
      properties: ['tenantId', 'claimId'],
      where: { claimId: { $ne: null } },
    },
  ],
})
export type VoucherPosting = InferEntity<typeof VoucherPosting>

/** A voucher that could not be made yet, and why. */
export const VoucherRequest = defineEntity({
  name: 'VoucherRequest',
  ...tenantTable('voucher_request', {
    clientColumn: 'client_id',
    references: { financialEventId: 'financial_event' },
    events: {
      VOUCHER: {
        means: [
          ...onBecoming('status', { FAILED: 'requestFailed' }),
          ...lifeOfVoucherRequest.events('status'),
        ],
      },
    },
  }),
  properties: {
    ...identified('VR'),
    clientId: idOf('Client').nullable(),
    financialEventId: idOf('FinancialEvent'),
    rule: text(20, 'P1'),
    ownerType: p.enum(ownerTypes),
    ownerId: anyId('C.'),
    status: p.enum(voucherRequestStatuses),
    error: p.string().length(1000).nullable(),
    voucherId: idOf('Voucher').nullable(),
    ...versioned,
  },
  uniques: [
    {
      name: 'voucher_request_unique',
      properties: ['tenantId', 'financialEventId', 'rule', 'ownerId'],
    },
  ],
  indexes: [{ name: 'voucher_request_status_index', properties: ['tenantId', 'status', 'id'] }],
})
export type VoucherRequest = InferEntity<typeof VoucherRequest>
