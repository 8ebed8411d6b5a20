import { z } from 'zod'
import { decimal } from '../../domain/money.ts'
import { paymentKinds } from '../../domain/payments/payment.ts'
import { amountShown } from '../../kernel/read/amounts.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { PaymentReturn } from '../../entities/payment-return.ts'
import { PaymentTransaction } from '../../entities/payment-transaction.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { byField } from '../../kernel/read/rows.ts'
import { partOf, viewOf } from '../../kernel/read/view.ts'
import { shownAs } from '../../kernel/write/bound.ts'
import type { Unit } from '../../kernel/write/unit.ts'

const PartShown = z
  .object({ reference: z.string(), amount: amountShown.nullable() })
  .meta({ id: 'PaymentPart' })

const splitOf = ({ split, currency }: PaymentTransaction) =>
  split?.map(({ reference, amount }) => ({
    reference,
    amount: amount === null ? null : decimal(BigInt(amount), currency),
  })) ?? null

export const paymentView = viewOf(
  PaymentTransaction,
  [
    'id',
    'source',
    'status',
    'batchId',
    'reversesId',
    'specificationDocumentId',
    'clientId',
    'paymentAccountId',
    'amount',
    'currency',
    'bookDate',
    'valueDate',
    'reference',
    'message',
    'payerName',
    'payerAccount',
    'payerIdentificationNumber',
    'bankRef',
    'endToEndId',
    'linked',
    'unplaced',
    'returned',
    'writtenOff',
    'bookedAt',
    'createdBy',
    'versioned',
  ],
  {
    more: {
      kind: z.enum(paymentKinds),
      split: z.array(PartShown).nullable(),
    },
    show: (payment) => ({
      kind: payment.kind ?? 'PAYMENT',
      split: splitOf(payment),
    }),
  },
)

export const paymentLinkView = viewOf(PaymentLink, [
  'id',
  'transactionId',
  'claimType',
  'claimId',
  'clientId',
  'debtorId',
  'amount',
  'currency',
  'claimCurrency',
  'claimAmount',
  'worth',
  'rate',
  'status',
  'score',
  'reasons',
  'comment',
  'createdBy',
  'bookedAt',
  'versioned',
])

const payer = partOf(PaymentTransaction, [
  'reference',
  'message',
  'payerName',
  'payerAccount',
  'payerIdentificationNumber',
])
const proposal = partOf(PaymentLink, [
  'id',
  'claimId',
  'amount',
  'currency',
  'score',
  'reasons',
  'createdBy',
])

export const unplacedView = viewOf(
  UnplacedPayment,
  [
    'id',
    'transactionId',
    'clientId',
    'status',
    'reasonCode',
    'amountOpen',
    'currency',
    'bookDate',
    'note',
    'versioned',
  ],
  {
    /** What its client, or matching, has proposed that it is for. */
    more: { proposals: z.array(proposal.schema) },
    facts: proposed,
    show: ({ transactionId }, proposals: Proposals) => ({
      proposals: (proposals.get(transactionId) ?? []).map((one) => proposal.show(one)),
    }),
  },
)

/** As its client sees it: with who paid, by which it knows what for. */
export const clientUnplacedView = viewOf(
  UnplacedPayment,
  [
    'id',
    'transactionId',
    'clientId',
    'status',
    'reasonCode',
    'amountOpen',
    'currency',
    'bookDate',
    'versioned',
  ],
  {
    name: 'ClientUnplacedPayment',
    more: { ...payer.schema.shape, proposals: z.array(proposal.schema) },
    facts: paidAndProposed,
    show: ({ transactionId }, { payments, proposals }: PaidAndProposed) => ({
      ...payer.show(payments.get(transactionId)!),
      proposals: (proposals.get(transactionId) ?? []).map((one) => proposal.show(one)),
    }),
  },
)

type Proposals = ReadonlyMap<string, readonly PaymentLink[]>

async function proposed(unit: Unit, rows: readonly UnplacedPayment[]): Promise<Proposals> {
  const links = await unit.readEach(
    PaymentLink,
    `transaction_id = any($2) and status = 'PROPOSED'`,
    [rows.map(({ transactionId }) => transactionId)],
  )
  return Map.groupBy(links, ({ transactionId }) => transactionId)
}

interface PaidAndProposed {
  payments: ReadonlyMap<string, PaymentTransaction>
  proposals: Proposals
}

async function paidAndProposed(
  unit: Unit,
  rows: readonly UnplacedPayment[],
): Promise<PaidAndProposed> {
  const ids = rows.map(({ transactionId }) => transactionId)
  // A payment may be of nobody that is known while what is left of it is a client's.
  const payments = await unit.widened(() =>
    unit.readEach(PaymentTransaction, 'id = any($2)', [ids]),
  )
  return {
    payments: byField(shownAs(unit.scope, payments) as PaymentTransaction[], 'id'),
    proposals: await proposed(unit, rows),
  }
}

export const returnView = viewOf(
  PaymentReturn,
  [
    'id',
    'transactionId',
    'unplacedPaymentId',
    'clientId',
    'status',
    'amount',
    'currency',
    'isOverride',
    'reason',
    'bookDate',
    'createdBy',
    'authorizedBy',
    'versioned',
  ],
  {
    more: { toAccount: z.string().nullable().meta({ example: '5050-1055' }) },
    show: ({ toAccount }) => ({ toAccount }),
  },
)
