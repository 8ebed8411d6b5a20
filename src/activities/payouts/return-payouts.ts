import {
  keptNumber,
  kindOfNumber,
  takesCurrency,
  type BankAccountKind,
} from '../../domain/clients/bank-account.ts'
import { transferTextMax } from '../../domain/clients/transfer-text.ts'
import type { BusinessDate } from '../../domain/dates.ts'
import { lifeOfPayout } from '../../domain/payouts/payout.ts'
import type { PaymentReturn } from '../../entities/payment-return.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { PayoutBatch } from '../../entities/payout-batch.ts'
import { Payout } from '../../entities/payout.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { hold } from '../../kernel/write/hold.ts'
import { lockKey } from '../../kernel/write/lock-key.ts'
import type { ReturnAnswer } from '../../kernel/write/registered.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { settleBatches } from './batches/book-batch.ts'

/** Its number can be only one account, which takes the currency: a file of a bank takes it. */
export function kindToReturnTo({
  toAccount,
  currency,
}: Pick<PaymentReturn, 'toAccount' | 'currency'>): BankAccountKind | null {
  const kind = kindOfNumber(toAccount)
  return kind !== null && takesCurrency(kind, currency) ? kind : null
}

/** Where a file of a bank takes it, it leaves with a batch. */
async function make(
  unit: Unit,
  returned: PaymentReturn,
  payment: PaymentTransaction,
): Promise<void> {
  const kind = kindToReturnTo(returned)
  if (kind !== null) payoutOf(unit, { returned, payment, kind, day: await unit.today() })
}

interface GoingBack {
  returned: PaymentReturn
  payment: PaymentTransaction
  kind: BankAccountKind
  day: BusinessDate
}

export function payoutOf(unit: Unit, { returned, payment, kind, day }: GoingBack): Payout {
  const { id: returnId, amount, currency, toAccount } = returned
  const payout = unit.insert(Payout, {
    clientId: null,
    clientAccountId: null,
    debtorId: null,
    claimId: null,
    returnId,
    amount,
    currency,
    plannedDate: day,
    payoutAccountId: null,
    payoutKind: kind,
    payoutNumber: keptNumber(kind, toAccount),
    payoutBic: null,
    payoutHolder: payment.payerName ?? null,
    remittanceText: knownAs(payment),
    reference: '',
    status: 'CREATED',
    batchId: null,
    confirmedAt: null,
    rejectionCode: null,
    createdBy: unit.principal.id,
  })
  unit.update(Payout, payout, { reference: payout.id })
  return payout
}

/** Behind a word, so that no reference of ours is taken for one of the payer's. */
function knownAs({ reference, message, endToEndId }: PaymentTransaction): string {
  const known = reference ?? message ?? endToEndId ?? ''
  return `RETURN ${known}`.trim().slice(0, transferTextMax)
}

/** By a batch it was sent; without one, somebody at the bank has. */
async function answer(
  unit: Unit,
  { id: returnId, currency }: PaymentReturn,
  { status, code }: ReturnAnswer,
): Promise<readonly string[]> {
  // Nobody gathers it meanwhile.
  await lockKey(unit, 'payout batch', currency)
  const [seen] = await rowsOf(unit, Payout, { returnId: [returnId] }, ['id', 'batchId'])
  if (seen === undefined) return []
  const batchIds = seen.batchId == null ? [] : [seen.batchId]
  if (batchIds.length > 0) hold(unit, PayoutBatch, batchIds)
  const payout = await unit.load(Payout, seen.id)
  const isByHand = payout.batchId == null && payout.status === 'CREATED'
  if (status === 'CANCELLED') {
    unit.update(Payout, payout, { status: lifeOfPayout.move(payout.status, 'cancel') })
    return batchIds
  }
  const was = isByHand ? lifeOfPayout.move(payout.status, 'carry') : payout.status
  unit.update(
    Payout,
    payout,
    status === 'CONFIRMED'
      ? { status: lifeOfPayout.move(was, 'confirmSent'), confirmedAt: unit.now }
      : { status: lifeOfPayout.move(was, 'reject'), rejectionCode: code ?? null },
  )
  return batchIds
}

async function settle(unit: Unit, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length > 0) await settleBatches(unit, batchIds)
}

export const returnPayouts = { make, answer, settle } as const
