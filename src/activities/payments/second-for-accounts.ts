import { isBound, isNarrowed } from '../../domain/access/scope.ts'
import { decimal, sum } from '../../domain/money.ts'
import { invalid, notFound, refuse } from '../../domain/refusal.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import { UnplacedPayment } from '../../entities/unplaced-payment.ts'
import { rowsOf } from '../../kernel/read/rows.ts'
import { requireSecond, type Pending } from '../../kernel/write/pending.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { amountToMove } from '../clients/accounts/amount-in.ts'
import { isClientAccount, isSettlementAccount } from './targets.ts'

interface Named {
  id: string
  amount?: string | undefined
}

/** Onto an account money goes by two people, as it does where it is entered there by hand. */
export async function secondForAccounts(
  unit: Unit,
  id: string,
  named: readonly Named[],
  payload: Readonly<Record<string, unknown>>,
): Promise<Pending | undefined> {
  const own = named.filter((one) => isClientAccount(one.id))
  const settled = named.filter((one) => isSettlementAccount(one.id))
  if (own.length + settled.length === 0) return undefined
  // Whose clients these are is not asked again when a second person agrees.
  if (!isBound(unit.scope) && isNarrowed(unit.scope)) refuse('FOR_THE_TENANT_ALONE')
  const fields = ['clientId', 'amountOpen', 'currency'] as const
  const [row] = await rowsOf(unit, UnplacedPayment, { id: [id] }, fields)
  const { clientId = null, amountOpen, currency } = row ?? notFound()
  if (own.length > 0 && settled.length > 0) {
    const pointer = `/claims/${named.indexOf(settled[0]!)}/id`
    invalid(pointer, 'OTHER_TYPE', 'Put it on client accounts and on those of settlement apart')
  }
  const minors = [...own, ...settled].map(({ amount }) =>
    amount === undefined ? amountOpen : amountToMove(amount, currency, '/claims'),
  )
  return requireSecond(unit, {
    topic: own.length > 0 ? 'CLIENT_ACCOUNT_TRANSACTION' : 'SETTLEMENT_TRANSACTION',
    subject: { type: 'UnplacedPayment', id, clientId },
    payload,
    amount: { minor: sum(minors), currency },
  })
}

/** The same of what is proposed for accounts, by one link or by all of them. */
export async function secondForProposals(
  unit: Unit,
  id: string,
  linkId: string | undefined,
): Promise<Pending | undefined> {
  // Who is bound books nothing, which the verb says.
  if (isBound(unit.scope)) return undefined
  const [row] = await rowsOf(unit, UnplacedPayment, { id: [id] }, ['transactionId', 'currency'])
  if (row === undefined) return undefined
  const proposed = { transactionId: [row.transactionId], status: ['PROPOSED' as const] }
  const links = await rowsOf(unit, PaymentLink, proposed, ['id', 'claimId', 'amount'])
  const these = links.filter((link) => linkId === undefined || link.id === linkId)
  const named = these.map(({ claimId, amount }) => ({
    id: claimId,
    amount: decimal(amount, row.currency),
  }))
  return secondForAccounts(unit, id, named, { links: these.map((link) => link.id).toSorted() })
}
