import { isBankAccount, keptNumber, kindOfNumber } from '../../../domain/clients/bank-account.ts'
import type { RefundAccount, RefundWanted } from '../../../domain/payouts/refund.ts'
import { invalid, notFound, refuse } from '../../../domain/refusal.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** The account that was named, or the one that the debtor has last paid from. */
export async function accountToRefund(
  unit: Unit,
  debtorId: string,
  sent: RefundWanted['account'],
): Promise<RefundAccount> {
  const paid = await paidFrom(unit, debtorId)
  if (sent === undefined) {
    return lastPaidFrom(paid) ?? refuse('REFUND_ACCOUNT_MISSING')
  }
  const { kind, number, bic = null, holderName = paid.name } = sent
  if (!isBankAccount(kind, number)) {
    invalid('/account/number', 'INVALID_ACCOUNT', `This is no number of a ${kind}`)
  }
  return { kind, number: keptNumber(kind, number), bic, holderName }
}

/** The accounts that the debtors have last paid from, where that is known. */
export async function accountsToRefund(
  unit: Unit,
  debtorIds: readonly string[],
): Promise<ReadonlyMap<string, RefundAccount | null>> {
  const paid = await paidFromOf(unit, [...new Set(debtorIds)])
  return new Map(paid.map((one) => [one.id, lastPaidFrom(one)]))
}

interface Paid extends Record<string, unknown> {
  id: string
  name: string
  account: string | null
  payer: string | null
}

function lastPaidFrom({ account, payer, name }: Paid): RefundAccount | null {
  const kind = account === null ? null : kindOfNumber(account)
  if (account === null || kind === null) return null
  return { kind, number: keptNumber(kind, account), bic: null, holderName: payer ?? name }
}

async function paidFrom(unit: Unit, debtorId: string): Promise<Paid> {
  const [row] = await paidFromOf(unit, [debtorId])
  return row ?? notFound()
}

function paidFromOf(unit: Unit, debtorIds: readonly string[]): Promise<Paid[]> {
  return unit.transaction.prepared<Paid>(
    `select d.id, d.name, l.account, l.payer from debtor d
     left join lateral (
       select p.payer_account as account, p.payer_name as payer from payment_link l
       join payment_transaction p on p.tenant_id = l.tenant_id and p.id = l.transaction_id
       where l.tenant_id = d.tenant_id and l.debtor_id = d.id and l.status = 'BOOKED'
         and p.payer_account is not null
       order by l.id desc limit 1) l on true
     where d.tenant_id = $1 and d.id = any($2)`,
    [unit.tenantId, [...debtorIds]],
  )
}
