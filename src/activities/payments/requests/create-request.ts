import { z } from 'zod'
import { decimal } from '../../../domain/money.ts'
import {
  minutesToPay,
  openRequests,
  refuseAskingMore,
} from '../../../domain/payments/payment-request.ts'
import { obstacleOf, refuseBeyond, refuseUnpayable } from '../../../domain/payments/placing.ts'
import { invalid, notFound, refuse } from '../../../domain/refusal.ts'
import { BankruptClaim } from '../../../entities/bankrupt-claim.ts'
import { exampleId } from '../../../entities/ids.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { PaymentRequest } from '../../../entities/payment-request.ts'
import { Payout } from '../../../entities/payout.ts'
import { positiveAmountSent } from '../../../kernel/read/amounts.ts'
import { bodyOf } from '../../../kernel/read/body.ts'
import { id } from '../../../kernel/read/fields.ts'
import { loadHeld } from '../../../kernel/write/hold.ts'
import { requireSecond, type Pending } from '../../../kernel/write/pending.ts'
import type { WayToPay } from '../../../kernel/write/registered.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { amountToMove } from '../../clients/accounts/amount-in.ts'
import { owedOn } from '../claims.ts'
import { refuseClient } from '../held-unplaced.ts'
import { fittingWay } from './ways-to-pay.ts'

export const createPaymentRequestInput = bodyOf(PaymentRequest, ['methodId', 'payerAlias'])
  .partial({ payerAlias: true })
  .extend({
    /** Whoever owes it is asked for money. */
    claimId: id('Invoice').optional(),
    /** Or: it is sent, instead of by a file of the bank. */
    payoutId: id('Payout').optional(),
    /** By default all that is owed; of a payout always all of it. */
    amount: positiveAmountSent.optional(),
    /** How long the payer has. */
    expiresInMinutes: z.int().min(1).max(minutesToPay.most).default(minutesToPay.usual),
  })
  .meta({
    example: {
      methodId: exampleId('PaymentMethod'),
      payerAlias: '46701234567',
      claimId: exampleId('Invoice', 'activated'),
      amount: '12500.00',
    },
  })
type Sent = z.output<typeof createPaymentRequestInput>

/** A payer is asked for money, or a payout is sent, over the rail of a payment method. */
export async function createPaymentRequest(
  unit: Unit,
  sent: Sent,
): Promise<PaymentRequest | Pending> {
  const { claimId, payoutId } = sent
  if (claimId !== undefined && payoutId === undefined) return askPayer(unit, claimId, sent)
  if (payoutId !== undefined && claimId === undefined) return sendPayout(unit, payoutId, sent)
  return invalid('/claimId', 'ONE_OF', 'Name either a claim or a payout')
}

async function askPayer(unit: Unit, claimId: string, sent: Sent): Promise<PaymentRequest> {
  // Held, so that it is neither paid nor asked for by others meanwhile.
  const invoice = await loadHeld(unit, Invoice, claimId, '/claimId')
  const { clientId, debtorId, baseCurrency: currency } = invoice
  const open = owedOn(invoice)
  refuseUnpayable({ obstacle: obstacleOf(invoice), currency, open })
  await refuseBankrupt(unit, claimId)
  const { amount: text, methodId } = sent
  const amount = text === undefined ? open : amountToMove(text, currency, '/amount')
  refuseBeyond(amount, open, currency)
  refuseAskingMore(await askedOn(unit, claimId))
  const about = { clientId, debtorId, amount, currency }
  const way = await fittingWay(unit, methodId, { ...about, invoiceId: claimId, direction: 'IN' })
  const claim = { claimType: 'INVOICE', claimId, payoutId: null } as const
  return addRequest(unit, sent, way, { ...about, ...claim, direction: 'PULL' })
}

/** What arose before a bankruptcy is filed with the estate, and asked of nobody. */
async function refuseBankrupt(unit: Unit, invoiceId: string): Promise<void> {
  const stopped = await unit.widened(() => unit.find(BankruptClaim, { invoiceId }))
  if (stopped !== null) refuse('DEBTOR_BANKRUPT')
}

async function askedOn(unit: Unit, claimId: string): Promise<{ open: number; all: number }> {
  const [asked] = await unit.widened(() =>
    unit.transaction.prepared<{ open: number; all: number }>(
      `select count(*)::int as all, count(*) filter (where status = any($3))::int as open
       from payment_request where tenant_id = $1 and claim_id = $2`,
      [unit.tenantId, claimId, openRequests],
    ),
  )
  return asked ?? { open: 0, all: 0 }
}

/** Money that leaves by another way, to another address, than was agreed: it takes two people. */
async function sendPayout(
  unit: Unit,
  payoutId: string,
  sent: Sent,
): Promise<PaymentRequest | Pending> {
  const payout = await unit.load(Payout, payoutId, '/payoutId')
  refuseClient(unit)
  const { carriedPayouts } = unit.runtime.registered
  carriedPayouts.refuseUnsendable(payout)
  if (sent.amount !== undefined) {
    invalid('/amount', 'NOT_OF_PAYOUT', 'A payout is sent whole; leave the amount out')
  }
  const { debtorId = null, amount, currency } = payout
  const clientId = payout.clientId ?? notFound()
  const { methodId, payerAlias = null } = sent
  const about = { clientId, debtorId, amount, currency }
  const way = await fittingWay(unit, methodId, { ...about, invoiceId: null, direction: 'OUT' })
  const pending = requireSecond(unit, {
    topic: 'PAYOUT_REQUEST',
    subject: { type: 'Payout', id: payoutId, clientId },
    payload: { methodId, payerAlias, amount: decimal(amount, currency), currency },
    amount: { minor: amount, currency },
  })
  if (pending !== undefined) return pending
  const claim = { claimType: null, claimId: null, payoutId } as const
  const request = addRequest(unit, sent, way, { ...about, ...claim, direction: 'PUSH' })
  await unit.flush()
  await carriedPayouts.carry(unit, payout)
  return request
}

type About = Pick<
  PaymentRequest,
  'clientId' | 'debtorId' | 'direction' | 'claimType' | 'claimId' | 'payoutId' | 'amount'
> & { currency: string }

function addRequest(
  unit: Unit,
  { payerAlias = null, expiresInMinutes }: Sent,
  { methodId, configurationId }: WayToPay,
  about: About,
): PaymentRequest {
  const request = unit.insert(PaymentRequest, {
    ...about,
    methodId,
    configurationId,
    payerAlias,
    status: 'CREATED',
    externalId: null,
    redirectUrl: null,
    reason: null,
    expiresAt: new Date(unit.now.getTime() + expiresInMinutes * 60_000),
    attempts: 1,
    transactionId: null,
    sentAt: null,
    endedAt: null,
    createdBy: unit.principal.id,
  })
  startRequest(unit, request)
  return request
}

/** Each try has a process of its own. */
export const processKeyOf = ({
  id: requestId,
  attempts,
}: Pick<PaymentRequest, 'id' | 'attempts'>): string => `${requestId}/${attempts}`

export function startRequest(unit: Unit, request: PaymentRequest): void {
  const attributes = { RxClient: request.clientId }
  unit.start('paymentRequest', request.id, attributes, processKeyOf(request))
}
