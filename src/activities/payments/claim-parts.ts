import { z } from 'zod'
import { larger, smaller } from '../../domain/money.ts'
import type { Part, Payable } from '../../domain/payments/placing.ts'
import { invalid, notFound } from '../../domain/refusal.ts'
import { exampleId } from '../../entities/ids.ts'
import { positiveAmountSent } from '../../kernel/read/amounts.ts'
import { id } from '../../kernel/read/fields.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'
import { payable, type Claims } from './claims.ts'

const activated = exampleId('Invoice', 'activated')
const claimSent = z.strictObject({
  id: id('Invoice').meta({ example: activated }),
  amount: positiveAmountSent.optional(),
})
export const claimsSent = z.array(claimSent).min(1).max(100)
export type ClaimNamed = z.output<typeof claimSent>

/** What unplaced money is put on. */
const placeSent = claimSent.extend({
  id: z
    .union([id('Invoice'), id('BusinessLoan'), id('ClientAccount'), id('SettlementAccount')])
    .meta({
      example: activated,
      description: 'An invoice, a loan, a client account or an account of settlement.',
    }),
})
export const placesSent = z.array(placeSent).min(1).max(100)

export interface ClaimPart extends Part {
  id: string
}

/** What each is to get: what was said, else as much as is left and owed. */
export function partsOf(
  named: readonly ClaimNamed[],
  claims: Claims,
  { amount, currency }: { amount: bigint; currency: string },
  within = '',
): ClaimPart[] {
  let left = amount
  return named.map((one, at) => {
    const pointer = `${within}/claims/${at}/id`
    if (named.findIndex((other) => other.id === one.id) < at) {
      invalid(pointer, 'TWICE', 'It stands here twice')
    }
    const claim = payable(claims, one.id, currency) ?? notFound(pointer)
    const part =
      one.amount === undefined
        ? takenBy(claim, currency, left)
        : amountToMove(one.amount, currency, `${within}/claims/${at}/amount`)
    left -= part
    return { id: one.id, claim, amount: part, pointer }
  })
}

/** Of a claim in another currency, or one that takes nothing, nothing is settled. */
function takenBy({ currency: of, obstacle, open }: Payable, currency: string, left: bigint) {
  if (of !== currency || obstacle !== null) return 0n
  return open === null ? left : smaller(left, larger(open, 0n))
}
