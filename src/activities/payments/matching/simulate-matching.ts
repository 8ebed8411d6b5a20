import { z } from 'zod'
import { findingsOf } from '../../../domain/payments/matching/find.ts'
import type { Finding } from '../../../domain/payments/matching/facts.ts'
import { lifeOfPayment } from '../../../domain/payments/payment.ts'
import { invalid, notFound } from '../../../domain/refusal.ts'
import { exampleId } from '../../../entities/ids.ts'
import { PaymentBatch } from '../../../entities/payment-batch.ts'
import { PaymentTransaction } from '../../../entities/payment-transaction.ts'
import { id } from '../../../kernel/read/fields.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { isSought, toMatch } from './match-facts.ts'

const paymentsMost = 500

export const simulateMatchingInput = z
  .strictObject({
    /** All of a batch that wait, in the order in which they would be matched. */
    paymentBatchId: id('PaymentBatch').optional(),
    /** Or these, in this order. */
    transactionIds: z.array(id('PaymentTransaction')).min(1).max(paymentsMost).optional(),
  })
  .meta({ example: { transactionIds: [exampleId('PaymentTransaction')] } })

export interface Simulated {
  payments: { payment: PaymentTransaction; finding: Finding }[]
  /** Whether these are all of the batch, and not the first of it alone. */
  isWhole: boolean
}

/** What matching would link and propose now; nothing is written, held or moved. */
export async function simulateMatching(
  unit: Unit,
  sent: z.output<typeof simulateMatchingInput>,
): Promise<Simulated> {
  const { paymentBatchId, transactionIds } = sent
  if ((paymentBatchId === undefined) === (transactionIds === undefined)) {
    invalid('/paymentBatchId', 'ONE_OF_BOTH', 'Say the batch or the payments, not both')
  }
  const found =
    paymentBatchId === undefined
      ? await paymentsNamed(unit, transactionIds ?? [])
      : await waitingOf(unit, paymentBatchId)
  const payments = found.slice(0, paymentsMost)
  const { all, facts } = await toMatch(unit, payments)
  const findings = findingsOf(all, facts)
  return {
    payments: payments.filter(isSought).map((payment) => ({
      payment,
      finding: findings.get(payment.id)!,
    })),
    isWhole: found.length === payments.length,
  }
}

async function paymentsNamed(unit: Unit, ids: readonly string[]): Promise<PaymentTransaction[]> {
  const found = await unit.readEach(PaymentTransaction, 'id = any($2)', [ids])
  const byId = new Map(found.map((payment) => [payment.id, payment]))
  const unique = [...new Set(ids)]
  const named = unique.map((one, at) => byId.get(one) ?? notFound(`/transactionIds/${at}`))
  return named.filter(({ status }) => lifeOfPayment.may(status, 'matchNothing'))
}

async function waitingOf(unit: Unit, batchId: string): Promise<PaymentTransaction[]> {
  await unit.load(PaymentBatch, batchId, '/paymentBatchId')
  return unit.readEach(
    PaymentTransaction,
    `id = any (array (
       select w.id from payment_transaction w
       where w.tenant_id = $1 and w.batch_id = $2 and w.status in ('NEW', 'UNPLACED')
       order by w.id limit ${paymentsMost + 1}
     ))`,
    [batchId],
  )
}
