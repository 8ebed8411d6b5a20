import { takingText } from '../../../domain/clients/accounts.ts'
import { larger } from '../../../domain/money.ts'
import type { ClientAccount } from '../../../entities/client-account.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { reserveOwed } from './reserve-owed.ts'

type Asked = Pick<ClientAccount, 'id' | 'clientId' | 'currency' | 'type'>

/**
 * What is not available of each account: what payouts will take, what open claims reserve, and what
 * bills and instalments take first.
 */
export async function boundOn(
  unit: Unit,
  accounts: readonly Asked[],
): Promise<ReadonlyMap<string, bigint>> {
  const [bound, owed] = await Promise.all([
    boundBesideLoans(unit, accounts),
    instalmentsDue(unit, accounts),
  ])
  return new Map([...bound].map(([id, amount]) => [id, amount + (owed.get(id) ?? 0n)]))
}

/** The same for what pays instalments. */
export async function boundBesideLoans(
  unit: Unit,
  accounts: readonly Asked[],
): Promise<ReadonlyMap<string, bigint>> {
  const ids = accounts.map(({ id }) => id)
  const [waiting, owed, billed] = await Promise.all([
    onTheirWay(unit, ids),
    reserveOwed(unit, accounts),
    billsToSetOff(unit, ids),
  ])
  const of = (id: string) =>
    (waiting.get(id) ?? 0n) + larger(owed.get(id) ?? 0n, 0n) + (billed.get(id) ?? 0n)
  return new Map(ids.map((id) => [id, of(id)]))
}

export async function boundOnOne(unit: Unit, account: Asked): Promise<bigint> {
  return (await boundOn(unit, [account])).get(account.id) ?? 0n
}

const onTheirWay = (unit: Unit, accountIds: readonly string[]) =>
  sums(
    unit,
    accountIds,
    `select client_account_id as id, sum(amount)::text as amount from payout
     where tenant_id = $1 and client_account_id = any ($2) and status in (${takingText})
       and claim_id is null
     group by 1`,
  )

/** Bills that leave the account as they are booked. */
const billsToSetOff = (unit: Unit, accountIds: readonly string[]) =>
  sums(
    unit,
    accountIds,
    `select a.id, sum(b.gross)::text as amount from client_account a
     join bill b on b.tenant_id = $1 and b.client_id = a.client_id and b.currency = a.currency
       and b.status = 'CREATED' and b.set_off
     where a.tenant_id = $1 and a.id = any ($2) and a.type = 'MAIN' group by 1`,
  )

/** What is due of loans that are paid from the account. */
const instalmentsDue = (unit: Unit, accounts: readonly Asked[]) =>
  sums(
    unit,
    accounts.map(({ id }) => id),
    `select a.id, sum(e.principal + e.interest + e.fee - e.paid_principal - e.paid_interest
         - e.paid_fee)::text as amount
     from client_account a
     join business_loan l on l.tenant_id = $1 and l.client_id = a.client_id
       and l.currency = a.currency and l.auto_set_off and l.status in ('ACTIVE', 'DEFAULTED')
     join business_loan_ledger_event e on e.tenant_id = $1 and e.business_loan_id = l.id
       and e.status in ('DUE', 'PARTLY_PAID', 'LATE')
     where a.tenant_id = $1 and a.id = any ($2) and a.type = 'MAIN' group by 1`,
  )

async function sums(
  unit: Unit,
  accountIds: readonly string[],
  sql: string,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await unit.transaction.prepared<{ id: string; amount: string }>(sql, [
    unit.tenantId,
    accountIds,
  ])
  return new Map(rows.map(({ id, amount }) => [id, BigInt(amount)]))
}
