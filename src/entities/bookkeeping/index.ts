import { AccountDay } from '../account-day.ts'
import { BookkeepingAccount, LockedPeriod, VoucherSeries } from '../bookkeeping-account.ts'
import {
  BookkeepingDelivery,
  BookkeepingDeliveryAttempt,
  BookkeepingReceiver,
} from '../bookkeeping-delivery.ts'
import { BookkeepingFile } from '../bookkeeping-file.ts'
import { FinancialEvent } from '../financial-event.ts'
import { SettlementAccount, SettlementAccountTransaction } from '../settlement-account.ts'
import { UnallocatedItem } from '../unallocated-item.ts'
import { Voucher, VoucherPosting, VoucherRequest } from '../voucher.ts'

export const bookkeeping = [
  BookkeepingAccount,
  AccountDay,
  LockedPeriod,
  FinancialEvent,
  UnallocatedItem,
  SettlementAccount,
  SettlementAccountTransaction,
  VoucherSeries,
  Voucher,
  VoucherPosting,
  VoucherRequest,
  BookkeepingFile,
  BookkeepingReceiver,
  BookkeepingDelivery,
  BookkeepingDeliveryAttempt,
] as const
