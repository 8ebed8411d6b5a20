import { z } from 'zod'
import {
  creditOn,
  refuseBeyondCredit,
  type RefundAccount,
  type RefundAgreed,
} from '../../../domain/payouts/refund.ts'
import { Refusal, refuse } from '../../../domain/refusal.ts'
import { Invoice } from '../../../entities/invoice.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { fingerprintOf } from '../../../ports/keys/fingerprints.ts'
import { refuseClient } from '../../payments/held-unplaced.ts'
import { taskOf } from '../../task.ts'
import { accountsToRefund } from './account-to-refund.ts'
import { refunding } from './refund-claim.ts'

const input = z.object({
  /** By credit note, what two people agreed to; a task of before there was this has none. */
  agreed: z
    .record(z.string(), z.object({ amount: z.string(), account: z.string().nullable() }))
    .optional(),
})

/** What there is to pay back on each of many credit notes, and to which account. */
export async function refundsToAgree(
  unit: Unit,
  ids: readonly string[],
): Promise<readonly RefundAgreed[]> {
  const facts = ['id', 'debtorId', 'type', 'mainStatus', 'balance', 'baseCurrency'] as const
  const claims = await rowsOf(unit, Invoice, { id: [...ids] }, facts)
  const accounts = await accountsToRefund(
    unit,
    claims.map(({ debtorId, baseCurrency: currency }) => ({ debtorId, currency })),
  )
  return claims
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((claim) => {
      const { id, debtorId, baseCurrency: currency } = claim
      const account = accounts({ debtorId, currency })
      return { id, amount: creditIfAny(claim), currency, account, seal: sealOf(unit, account) }
    })
}

/** Nothing where it would be refused, as it then is. */
function creditIfAny(claim: Parameters<typeof creditOn>[0]): bigint {
  try {
    return creditOn(claim, true)
  } catch (thrown) {
    if (thrown instanceof Refusal) return 0n
    throw thrown
  }
}

/** The task does not keep the number itself. */
const sealOf = (unit: Unit, account: RefundAccount | null): string | null =>
  account === null ? null : fingerprintOf(unit.runtime.keys, { ...account })

/** Just what was agreed to for each credit note, or nothing. */
const agreedIn =
  ({ agreed }: z.output<typeof input>) =>
  async (unit: Unit, credits: readonly Invoice[]) => {
    const accounts = await accountsToRefund(
      unit,
      credits.map(({ debtorId, baseCurrency: currency }) => ({ debtorId, currency })),
    )
    return (claim: Invoice) => {
      const { id, debtorId, baseCurrency: currency } = claim
      refuseClient(unit)
      const amount = creditOn(claim, true)
      refuseBeyondCredit(amount, amount, currency)
      const account = accounts({ debtorId, currency }) ?? refuse('REFUND_ACCOUNT_MISSING')
      const one = agreed?.[id]
      const isSame = one?.amount === `${amount}` && one.account === sealOf(unit, account)
      if (agreed !== undefined && !isSame) refuse('EFFECT_CHANGED')
      return { amount, account }
    }
  }

export const refundCredits = taskOf({
  kind: 'Invoice',
  input,
  one: (unit, id, sent) => refunding.one(unit, id, agreedIn(sent)),
  many: (unit, ids, sent) => refunding.many(unit, ids, agreedIn(sent)),
  togetherMax: 50,
})
