import { z } from 'zod'
import {
  accountTypes,
  claimTypes,
  ownerTypes,
  voucherStatuses,
} from '../../domain/bookkeeping/ledger.ts'
import { exampleId } from '../../domain/ids.ts'
import { decimal } from '../../domain/money.ts'
import type { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import type { Voucher, VoucherPosting } from '../../entities/voucher.ts'
import { id, instant, showVersioned, versionedView } from '../../kernel/read/fields.ts'

export const day = z.iso.date().meta({ example: '2026-11-20' })
const some = z.string().nullable()

/** Money in decimal notation; its currency stands beside it. */
export const amountText = z.string().meta({ example: '12500.00' })
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ example: 'SEK' })

export const PostingView = z
  .object({
    id: id('VoucherPosting'),
    voucherId: id('Voucher'),
    clientId: some.meta({ example: exampleId('Client') }),
    accountId: id('BookkeepingAccount'),
    accountNumber: z.string().meta({ example: '1510' }),
    role: some.meta({ example: 'AR' }),
    line: z.int(),
    debit: amountText,
    credit: amountText,
    currency: currencyCode,
    date: day,
    recordedAt: instant,
    aboutClientId: id('Client').nullable(),
    debtorId: id('Debtor').nullable(),
    claimType: z.enum(claimTypes).nullable(),
    claimId: some.meta({ example: exampleId('Invoice') }),
    clientAccountId: id('ClientAccount').nullable(),
    costCentre: some,
    project: some,
    text: z.string(),
  })
  .meta({ id: 'VoucherPosting' })

export const showPosting = (posting: VoucherPosting): z.output<typeof PostingView> => ({
  id: posting.id,
  voucherId: posting.voucherId,
  clientId: posting.clientId ?? null,
  accountId: posting.accountId,
  accountNumber: posting.accountNumber,
  role: posting.role ?? null,
  line: posting.line,
  ...sides(posting.amount, posting.currency),
  currency: posting.currency,
  date: posting.date,
  recordedAt: posting.recordedAt.toISOString(),
  aboutClientId: posting.aboutClientId ?? null,
  debtorId: posting.debtorId ?? null,
  claimType: posting.claimType ?? null,
  claimId: posting.claimId ?? null,
  clientAccountId: posting.clientAccountId ?? null,
  costCentre: posting.costCentre ?? null,
  project: posting.project ?? null,
  text: posting.text,
})

/** An amount as books show it: on one side or on the other. */
export function sides(amount: bigint, currency: string): { debit: string; credit: string } {
  return {
    debit: decimal(amount > 0n ? amount : 0n, currency),
    credit: decimal(amount < 0n ? -amount : 0n, currency),
  }
}

export const VoucherView = z
  .object({
    id: id('Voucher'),
    ownerType: z.enum(ownerTypes),
    clientId: id('Client').nullable(),
    series: z.string().meta({ example: 'A' }),
    number: z.int().meta({ example: 1 }),
    fiscalYear: z.int().meta({ example: 2026 }),
    date: day,
    text: z.string(),
    rule: z.string().meta({ example: 'P1' }),
    financialEventId: id('FinancialEvent').nullable(),
    sourceType: z.string().meta({ example: 'INVOICE' }),
    sourceId: z.string(),
    status: z.enum(voucherStatuses),
    currency: currencyCode,
    total: amountText,
    reversesId: id('Voucher').nullable(),
    reversedById: id('Voucher').nullable(),
    fileId: id('Document').nullable(),
    external: z.object({ system: some, id: some, error: some, attempts: z.int() }),
    createdBy: z.string(),
    ...versionedView,
  })
  .meta({ id: 'Voucher' })

export const showVoucher = (voucher: Voucher): z.output<typeof VoucherView> => ({
  id: voucher.id,
  ownerType: voucher.ownerType,
  clientId: voucher.clientId ?? null,
  series: voucher.series,
  number: voucher.number,
  fiscalYear: voucher.fiscalYear,
  date: voucher.date,
  text: voucher.text,
  rule: voucher.rule,
  financialEventId: voucher.financialEventId ?? null,
  sourceType: voucher.sourceType,
  sourceId: voucher.sourceId,
  status: voucher.status,
  currency: voucher.currency,
  total: decimal(voucher.total, voucher.currency),
  reversesId: voucher.reversesId ?? null,
  reversedById: voucher.reversedById ?? null,
  fileId: voucher.fileId ?? null,
  external: {
    system: voucher.externalSystem ?? null,
    id: voucher.externalId ?? null,
    error: voucher.externalError ?? null,
    attempts: voucher.externalAttempts,
  },
  createdBy: voucher.createdBy,
  ...showVersioned(voucher),
})

export const VoucherDetailView = VoucherView.extend({ postings: z.array(PostingView) }).meta({
  id: 'VoucherWithPostings',
})

export function showDetail(
  voucher: Voucher,
  postings: readonly VoucherPosting[],
): z.output<typeof VoucherDetailView> {
  const lines = postings
    .filter(({ voucherId }) => voucherId === voucher.id)
    .toSorted((a, b) => a.line - b.line)
  return { ...showVoucher(voucher), postings: lines.map(showPosting) }
}

export const AccountView = z
  .object({
    id: id('BookkeepingAccount'),
    ownerType: z.enum(ownerTypes),
    clientId: id('Client').nullable(),
    number: z.string().meta({ example: '1510' }),
    name: z.string(),
    type: z.enum(accountTypes),
    role: some.meta({ example: 'AR' }),
    vatCode: some,
    sruCode: some,
    currency: currencyCode,
    balance: amountText,
    balanceAsOf: day.nullable(),
    balanceKnownAt: instant.nullable(),
    active: z.boolean(),
    ...versionedView,
  })
  .meta({ id: 'BookkeepingAccount' })

export const showAccount = (account: BookkeepingAccount): z.output<typeof AccountView> => ({
  id: account.id,
  ownerType: account.ownerType,
  clientId: account.clientId ?? null,
  number: account.number,
  name: account.name,
  type: account.type,
  role: account.role ?? null,
  vatCode: account.vatCode ?? null,
  sruCode: account.sruCode ?? null,
  currency: account.currency,
  balance: decimal(account.balance, account.currency),
  balanceAsOf: account.balanceAsOf ?? null,
  balanceKnownAt: null,
  active: account.active,
  ...showVersioned(account),
})
