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
    const { account, payer, name } = paid
    const kind = account === null ? null : kindOfNumber(account)
    if (account === null || kind === null) refuse('REFUND_ACCOUNT_MISSING')
    return { kind, number: keptNumber(kind, account), bic: null, holderName: payer ?? name }
  }
  const { kind, number, bic = null, holderName = paid.name } = sent
  if (!isBankAccount(kind, number)) {
    invalid('/account/number', 'INVALID_ACCOUNT', `This is no number of a ${kind}`)
  }
  return { kind, number: keptNumber(kind, number), bic, holderName }
}

interface Paid extends Record<string, unknown> {
  name: string
  account: string | null
  payer: string | null
}

async function paidFrom(unit: Unit, debtorId: string): Promise<Paid> {
  const [row] = await unit.transaction.prepared<Paid>(
    `select d.name, l.account, l.payer from debtor d
     left join lateral (
       select p.payer_account as account, p.payer_name as payer from payment_link l
       join payment_transaction p on p.tenant_id = l.tenant_id and p.id = l.transaction_id
       where l.tenant_id = d.tenant_id and l.debtor_id = d.id and l.status = 'BOOKED'
         and p.payer_account is not null
       order by l.id desc limit 1) l on true
     where d.tenant_id = $1 and d.id = $2`,
    [unit.tenantId, debtorId],
  )
  return row ?? notFound()
}
