import { viewOf } from '../../kernel/read/view.ts'
import {
  workflowLinks,
  workflowShown,
  type WorkflowLinks,
} from '../../kernel/read/workflow-link.ts'
import { z } from 'zod'
import { decimal } from '../../domain/money.ts'
import { BookkeepingDelivery } from '../../entities/bookkeeping-delivery.ts'
import { BookkeepingAccount } from '../../entities/bookkeeping-account.ts'
import { Voucher, VoucherPosting } from '../../entities/voucher.ts'
import { amountShown, businessDate } from '../../kernel/read/amounts.ts'
import { instant } from '../../kernel/read/fields.ts'

const some = z.string().nullable()

export const postingView = viewOf(
  VoucherPosting,
  [
    'id',
    'voucherId',
    'clientId',
    'accountId',
    'accountNumber',
    'role',
    'line',
    'currency',
    'date',
    'recordedAt',
    'aboutClientId',
    'debtorId',
    'claimType',
    'claimId',
    'clientAccountId',
    'costCentre',
    'project',
    'text',
  ],
  {
    more: { debit: amountShown, credit: amountShown },
    show: ({ amount, currency }) => sides(amount, currency),
  },
)

/** An amount as books show it: on one side or on the other. */
export function sides(amount: bigint, currency: string): { debit: string; credit: string } {
  return {
    debit: decimal(amount > 0n ? amount : 0n, currency),
    credit: decimal(amount < 0n ? -amount : 0n, currency),
  }
}

export const voucherView = viewOf(
  Voucher,
  [
    'id',
    'ownerType',
    'clientId',
    'series',
    'number',
    'fiscalYear',
    'date',
    'text',
    'rule',
    'financialEventId',
    'sourceType',
    'sourceId',
    'status',
    'currency',
    'total',
    'reversesId',
    'reversedById',
    'fileId',
    'createdBy',
    'versioned',
  ],
  {
    more: { external: z.object({ system: some, id: some, error: some, attempts: z.int() }) },
    show: (voucher) => ({
      external: {
        system: voucher.externalSystem ?? null,
        id: voucher.externalId ?? null,
        error: voucher.externalError ?? null,
        attempts: voucher.externalAttempts,
      },
    }),
  },
)

export const VoucherDetailView = voucherView.schema
  .extend({ postings: z.array(postingView.schema) })
  .meta({
    id: 'VoucherWithPostings',
  })

export function showDetail(
  voucher: Voucher,
  postings: readonly VoucherPosting[],
): z.output<typeof VoucherDetailView> {
  const lines = postings
    .filter(({ voucherId }) => voucherId === voucher.id)
    .toSorted((a, b) => a.line - b.line)
  return { ...voucherView.show(voucher), postings: lines.map((row) => postingView.show(row)) }
}

/** What an account held at a moment, where one is asked for. */
export interface BalanceThen {
  balance: bigint
  asOf: string | null
  knownAt: string | null
}

export const accountView = viewOf(
  BookkeepingAccount,
  [
    'id',
    'ownerType',
    'clientId',
    'number',
    'name',
    'type',
    'role',
    'vatCode',
    'sruCode',
    'currency',
    'active',
    'versioned',
  ],
  {
    more: {
      balance: amountShown,
      balanceAsOf: businessDate.nullable(),
      balanceKnownAt: instant.nullable(),
    },
    show: (account, then: ReadonlyMap<string, BalanceThen> | void) => {
      const { balance, asOf, knownAt } = then?.get(account.id) ?? now(account)
      return {
        balance: decimal(balance, account.currency),
        balanceAsOf: asOf,
        balanceKnownAt: knownAt,
      }
    },
  },
)

const now = ({ balance, balanceAsOf }: BookkeepingAccount): BalanceThen => ({
  balance,
  asOf: balanceAsOf ?? null,
  knownAt: null,
})

export const deliveryView = viewOf(
  BookkeepingDelivery,
  [
    'id',
    'fileId',
    'clientId',
    'receiverId',
    'method',
    'sha256',
    'status',
    'attempts',
    'recipient',
    'sentAt',
    'error',
    'versioned',
  ],
  {
    more: { workflow: workflowShown },
    facts: (unit) => workflowLinks(unit, 'deliverBookkeepingFile'),
    show: ({ id }, workflowOf: WorkflowLinks) => ({ workflow: workflowOf(id) }),
  },
)
