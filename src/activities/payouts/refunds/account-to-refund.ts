import {
  bankAccountKinds,
  isBankAccount,
  keptNumber,
  kindOfNumber,
  takesCurrency,
} from '../../../domain/clients/bank-account.ts'
import type { BankAccountKind } from '../../../domain/clients/bank-account.ts'
import type { RefundAccount, RefundWanted } from '../../../domain/payouts/refund.ts'
import { invalid, notFound, refuse } from '../../../domain/refusal.ts'
import { settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { payoutSettings } from '../../clients/settings.ts'

/** Who is paid back, and in which currency. */
interface Creditor {
  debtorId: string
  currency: string
}

/** The account that was named, the debtor's own that two people have seen, or where it last paid from. */
export async function accountToRefund(
  unit: Unit,
  creditor: Creditor,
  sent: RefundWanted['account'],
): Promise<RefundAccount> {
  const [known] = await knownOf(unit, [creditor])
  if (known === undefined) notFound()
  if (sent === undefined) {
    return accountOf(known) ?? (known.isBankrupt ? refuseBankrupt() : refuseUnknown(creditor))
  }
  const { kind, number, bic = null, holderName = known.name } = sent
  if (!isBankAccount(kind, number)) {
    invalid('/account/number', 'INVALID_ACCOUNT', `This is no number of a ${kind}`)
  }
  // No file of a bank would ever take it along.
  if (!takesCurrency(kind, creditor.currency)) {
    invalid('/account/kind', 'CURRENCY_NOT_TAKEN', `A ${kind} takes no ${creditor.currency}`)
  }
  const kept = keptNumber(kind, number)
  const before = known.account === null ? null : keptNumber(kind, known.account)
  if (known.isBankrupt && (kept === before || known.before.includes(kept))) refuseBankrupt()
  return { kind, number: kept, bic, holderName }
}

/** Money goes to the estate, and to no account that was the debtor's own. */
function refuseBankrupt(): never {
  const message = 'Name the account of its estate'
  return refuse('DEBTOR_BANKRUPT', {
    errors: [{ pointer: '/account', code: 'DEBTOR_BANKRUPT', message }],
  })
}

/** As of a payer at a giro's counter: no file of the bank says from which account it came. */
function refuseUnknown({ currency }: Creditor): never {
  const kinds = bankAccountKinds.filter((kind) => takesCurrency(kind, currency)).join(' or ')
  const message = `Send {"kind", "number", "holderName"} of one that takes ${currency}: ${kinds}`
  refuse('REFUND_ACCOUNT_MISSING', {
    errors: [{ pointer: '/account', code: 'REQUIRED', message }],
  })
}

/** The accounts of many, where one is known. */
export async function accountsToRefund(
  unit: Unit,
  creditors: readonly Creditor[],
): Promise<(creditor: Creditor) => RefundAccount | null> {
  const keyOf = ({ debtorId, currency }: Creditor) => `${debtorId} ${currency}`
  const unique = new Map(creditors.map((creditor) => [keyOf(creditor), creditor]))
  const known = await knownOf(unit, [...unique.values()])
  const accounts = new Map(known.map((one) => [keyOf(one), accountOf(one)]))
  return (creditor) => accounts.get(keyOf(creditor)) ?? null
}

interface Known extends Record<string, unknown>, Creditor {
  name: string
  kind: BankAccountKind | null
  number: string | null
  bic: string | null
  holder: string | null
  account: string | null
  payer: string | null
  isBankrupt: boolean
  /** Accounts that were its own before the bankruptcy. */
  before: string[]
  /** Accounts that somebody has disabled, and nobody verified again. */
  disabled: string[]
}

function accountOf({
  currency,
  name,
  kind,
  number,
  bic,
  holder,
  account,
  payer,
  isBankrupt,
  disabled,
}: Known): RefundAccount | null {
  if (kind !== null && number !== null) return { kind, number, bic, holderName: holder ?? name }
  const paidFrom = account === null || isBankrupt ? null : kindOfNumber(account)
  if (account === null || paidFrom === null || !takesCurrency(paidFrom, currency)) return null
  const paid = keptNumber(paidFrom, account)
  if (disabled.includes(paid)) return null
  return { kind: paidFrom, number: paid, bic: null, holderName: payer ?? name }
}

/** Its own, and those that went to the debtor of the same client that has taken its place. */
const theirs = (account: string) => `${account}.tenant_id = d.tenant_id
  and ${account}.client_id = d.client_id and ${account}.debtor_id in (d.id, d.moved_to_id)`

/** While an account that was just verified cools down, money goes back where it came from. */
const knownAccounts = `
  select d.id as "debtorId", asked.currency, d.name, a.kind, a.number, a.bic,
    a.holder_name as holder, l.account, l.payer, b.since is not null as "isBankrupt",
    (select coalesce(array_agg(o.number), '{}') from debtor_payout_account o
     where ${theirs('o')}
       and (o.verified_at is null or o.verified_at < b.since + 1)) as before,
    (select coalesce(array_agg(o.number), '{}') from debtor_payout_account o
     where ${theirs('o')} and o.status = 'DISABLED'
       and not exists (select from debtor_payout_account v where ${theirs('v')}
         and v.kind = o.kind and v.number = o.number and v.status = 'VERIFIED')) as disabled
  from unnest($2::uuid[], $3::text[]) as asked (debtor_id, currency)
  join debtor d on d.tenant_id = $1 and d.id = asked.debtor_id
  left join system_debtor s on s.tenant_id = d.tenant_id and s.id = d.system_debtor_id
    and s.status = 'BANKRUPT'
  cross join lateral (select coalesce(s.bankruptcy_date, d.bankrupt_since) as since) b
  left join lateral (
    select kind, number, bic, holder_name from debtor_payout_account p
    where ${theirs('p')} and p.status = 'VERIFIED'
      and p.verified_at <= $4 and (b.since is null or p.verified_at >= b.since + 1)
      and (p.kind = 'IBAN' or asked.currency = 'SEK')
    order by p.verified_at desc, p.id desc limit 1) a on true
  left join lateral (
    select p.payer_account as account, p.payer_name as payer from payment_link l
    join payment_transaction p on p.tenant_id = l.tenant_id and p.id = l.transaction_id
    where l.tenant_id = d.tenant_id and l.debtor_id = d.id and l.status = 'BOOKED'
      and p.payer_account is not null
    order by l.id desc limit 1) l on true`

const dayMs = 86_400_000

async function knownOf(unit: Unit, creditors: readonly Creditor[]): Promise<Known[]> {
  const { newAccountCooldownDays } = await settingsOfTenant(unit, payoutSettings)
  return unit.transaction.prepared<Known>(knownAccounts, [
    unit.tenantId,
    creditors.map(({ debtorId }) => debtorId),
    creditors.map(({ currency }) => currency),
    new Date(unit.now.getTime() - newAccountCooldownDays * dayMs),
  ])
}
