import { isBankAccount, keptNumber, kindOfNumber } from '../../../domain/clients/bank-account.ts'
import type { RefundAccount, RefundWanted } from '../../../domain/payouts/refund.ts'
import { invalid, refuse } from '../../../domain/refusal.ts'
import { Debtor } from '../../../entities/debtor.ts'
import { rowsOf } from '../../../kernel/read/rows.ts'
import type { Unit } from '../../../kernel/write/unit.ts'

/** The account that was named, or the one that the debtor has last paid from. */
export async function accountToRefund(
  unit: Unit,
  debtorId: string,
  sent: RefundWanted['account'],
): Promise<RefundAccount> {
  const [debtor] = await rowsOf(unit, Debtor, { id: [debtorId] }, ['name'])
  const holderName = debtor?.name ?? ''
  if (sent === undefined) return accountPaidFrom(unit, debtorId, holderName)
  const { kind, number, bic = null } = sent
  if (!isBankAccount(kind, number)) {
    invalid('/account/number', 'INVALID_ACCOUNT', `This is no number of a ${kind}`)
  }
  const whose = sent.holderName ?? holderName
  return { kind, number: keptNumber(kind, number), bic, holderName: whose }
}

async function accountPaidFrom(
  unit: Unit,
  debtorId: string,
  holderName: string,
): Promise<RefundAccount> {
  const [row] = await unit.transaction.prepared<{ account: string; payer: string | null }>(
    `select p.payer_account as account, p.payer_name as payer
     from payment_link l
     join payment_transaction p on p.tenant_id = l.tenant_id and p.id = l.transaction_id
     where l.tenant_id = $1 and l.debtor_id = $2 and l.status = 'BOOKED'
       and p.payer_account is not null
     order by l.id desc limit 1`,
    [unit.tenantId, debtorId],
  )
  const kind = row === undefined ? null : kindOfNumber(row.account)
  if (row === undefined || kind === null) refuse('REFUND_ACCOUNT_MISSING')
  const number = keptNumber(kind, row.account)
  return { kind, number, bic: null, holderName: row.payer ?? holderName }
}
