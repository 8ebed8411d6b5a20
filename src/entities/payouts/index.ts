import { DebtorPayoutAccount } from '../debtor-payout-account.ts'
import { PayoutBatch, PayoutFile } from '../payout-batch.ts'
import { PayoutAccount } from '../payout-account.ts'
import { PayoutSettlement, PayoutSettlementLine } from '../payout-settlement.ts'
import { Payout } from '../payout.ts'

export const payouts = [
  PayoutBatch,
  PayoutFile,
  Payout,
  PayoutAccount,
  DebtorPayoutAccount,
  PayoutSettlement,
  PayoutSettlementLine,
] as const
