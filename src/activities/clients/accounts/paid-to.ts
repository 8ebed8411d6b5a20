import { refuseUnverified, takesCurrency } from '../../../domain/clients/bank-account.ts'
import { transferText } from '../../../domain/clients/transfer-text.ts'
import { decimal } from '../../../domain/money.ts'
import { notFound, Refusal, refuse, refusedAmong } from '../../../domain/refusal.ts'
import { ClientBankAccount } from '../../../entities/client-bank-account.ts'
import type { ClientAccount } from '../../../entities/client-account.ts'
import type { Payout } from '../../../entities/payout.ts'
import { settingsOfTenant } from '../../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../../kernel/write/unit.ts'
import { payoutSettings } from '../settings.ts'

/**
 * The bank account of its payout account; else the one that the client account names, or the
 * client's profile of its currency.
 */
export async function paidTo(unit: Unit, account: ClientAccount): Promise<ClientBankAccount> {
  const to = (await destinationsOf(unit, [account])).get(account.id)
  if (to instanceof Refusal) throw to
  return to!
}

/** The same of many: of each, the bank account or why there is none. */
export async function destinationsOf(
  unit: Unit,
  accounts: readonly ClientAccount[],
): Promise<ReadonlyMap<string, ClientBankAccount | Refusal>> {
  const said = await saidOf(unit, accounts)
  const ids = [...new Set(said.flatMap(({ bank }) => bank ?? []))]
  const banks = await unit.readEach(ClientBankAccount, 'id = any($2)', [ids])
  const byId = new Map(banks.map((bank) => [bank.id, bank]))
  const { newAccountCooldownDays } = await settingsOfTenant(unit, payoutSettings)
  const found = new Map<string, ClientBankAccount>()
  const keyOf = ({ id }: Said) => id
  const refused = refusedAmong(said, keyOf, ({ id, bank, status, verifiedAt, currency }) => {
    if (bank === null) refuse('PAYOUT_ACCOUNT_MISSING')
    const to = byId.get(bank) ?? notFound()
    if (status !== null) refuseUnverified({ status, verifiedAt }, newAccountCooldownDays, unit.now)
    refuseUnverified(to, newAccountCooldownDays, unit.now)
    if (!takesCurrency(to.kind, currency)) refuse('PAYOUT_ACCOUNT_UNFIT')
    found.set(id, to)
  })
  return new Map<string, ClientBankAccount | Refusal>([...refused, ...found])
}

interface Said {
  id: string
  currency: string
  bank: string | null
  /** Of its payout account, where it has one. */
  status: 'UNVERIFIED' | 'VERIFIED' | null
  verifiedAt: Date | null
}

const saidOf = (unit: Unit, accounts: readonly ClientAccount[]) =>
  unit.transaction.prepared<Said & Record<string, unknown>>(
    `select a.id, a.currency, p.status, p.verified_at as "verifiedAt",
       coalesce(p.client_bank_account_id, a.payout_account_id, f.client_bank_account_id) as bank
     from client_account a
     left join payout_account p on p.tenant_id = $1 and p.client_account_id = a.id
       and p.status <> 'DISABLED'
     left join client_bank_account_profile f on f.tenant_id = $1 and f.client_id = a.client_id
       and f.purpose = 'PAYOUT' and f.currency = a.currency
     where a.tenant_id = $1 and a.id = any($2)`,
    [unit.tenantId, accounts.map(({ id }) => id)],
  )

/** What a bank is told of a payout besides its account: words, and where who gets it lives. */
type Told = Pick<Payout, 'remittanceText' | 'payoutAddress'>
type OfClient = Pick<Payout, 'id' | 'amount' | 'currency' | 'plannedDate'> & { clientId: string }

export async function toldOf(unit: Unit, payout: OfClient): Promise<Told> {
  return (await tellingOf(unit, [payout.clientId]))(payout) ?? notFound()
}

/**
 * The same of many, whose clients are known before they are made. Words are in the language of the
 * client; where it has no text of its own, the reference says enough.
 */
export async function tellingOf(
  unit: Unit,
  clientIds: readonly string[],
): Promise<(payout: OfClient) => Told | undefined> {
  const rows = await unit.transaction.prepared<Whom>(
    `select c.id, c.name, t.template, c.address_information as address,
       c.country_code as "countryCode"
     from client c
     left join client_transfer_text t on t.tenant_id = $1 and t.client_id = c.id
       and t.purpose = 'PAYOUT' and t.language = c.preferred_language
     where c.tenant_id = $1 and c.id = any($2)`,
    [unit.tenantId, [...new Set(clientIds)]],
  )
  const byClient = new Map(rows.map((row) => [row.id, row]))
  return ({ id, clientId, amount, currency, plannedDate }) => {
    const whom = byClient.get(clientId)
    if (whom === undefined) return undefined
    const { name: clientName, template } = whom
    const facts = { clientName, currency, plannedDate, reference: id }
    const text = template && transferText(template, { ...facts, amount: decimal(amount, currency) })
    return { remittanceText: text, payoutAddress: addressOf(whom) }
  }
}

interface Whom extends Record<string, unknown> {
  id: string
  name: string
  template: string | null
  address: { address?: string; zip?: string; city?: string; countryCode?: string } | null
  countryCode: string
}

/** Banks take one with a town and a country, or none. */
function addressOf({ address, countryCode }: Whom): Payout['payoutAddress'] {
  const {
    address: street = '',
    zip = '',
    city = '',
    countryCode: own = countryCode,
  } = address ?? {}
  return city.trim() === '' ? null : { street, zip, city, countryCode: own }
}
