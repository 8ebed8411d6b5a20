import { plainReference } from '../../domain/payments/references.ts'
import type { UnplacedReason } from '../../domain/payments/unplaced.ts'
import type { PaymentTransaction } from '../../entities/payment-transaction.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { claimsReferredTo } from './claims-by-reference.ts'

/** Who pays the same under the same reference within so many days has most likely paid twice. */
const twiceWithinDays = 30

/** Why payments that were put on no claim could not be, where their reference says it. */
export async function whyUnplaced(
  unit: Unit,
  payments: readonly PaymentTransaction[],
): Promise<ReadonlyMap<string, UnplacedReason>> {
  const referred = payments.filter(({ reference }) => reference != null)
  if (referred.length === 0) return new Map()
  const references = referred.map(({ reference }) => reference)
  const [twice, named] = await Promise.all([
    paidTwice(unit, referred),
    claimsReferredTo(unit, references),
  ])
  return new Map(
    referred.flatMap((payment): [string, UnplacedReason][] => {
      if (twice.has(payment.id)) return [[payment.id, 'DUPLICATE']]
      const claims = (named.get(plainReference(payment.reference ?? '')) ?? []).filter(
        ({ clientId }) => payment.clientId == null || clientId === payment.clientId,
      )
      if (claims.length === 0) return []
      const fits = claims.some(({ currency, invoiceCurrency }) =>
        [currency, invoiceCurrency].includes(payment.currency),
      )
      return [[payment.id, fits ? 'CLOSED_CLAIM' : 'WRONG_CURRENCY']]
    }),
  )
}

async function paidTwice(
  unit: Unit,
  payments: readonly PaymentTransaction[],
): Promise<ReadonlySet<string>> {
  const rows = await unit.transaction.prepared<{ id: string }>(
    `select p.id from payment_transaction p
     where p.tenant_id = $1 and p.id = any($2) and exists (
       select from payment_transaction o
       where o.tenant_id = $1 and o.reference = p.reference and o.amount = p.amount
         and o.currency = p.currency and o.payer_account is not distinct from p.payer_account
         and o.id < p.id and o.kind is distinct from 'REVERSAL' and o.linked > 0
         and o.book_date between p.book_date - ${twiceWithinDays} and p.book_date)`,
    [unit.tenantId, payments.map(({ id }) => id)],
  )
  return new Set(rows.map(({ id }) => id))
}
